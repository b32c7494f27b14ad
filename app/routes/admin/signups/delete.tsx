import { data, useOutletContext } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { UndoPromise } from '~/app/shell/undo-form.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { unpackIds } from '~/domain/admin/selection.ts';
import { ADMIN_TEXTS, describeBulkResult, describeSelectedSignups } from '~/domain/admin/texts.ts';
import { formatCount } from '~/domain/format-count.ts';
import { isolate } from '~/domain/isolate.ts';
import { BODY_LIMITS, BULK_LIMIT } from '~/domain/limits.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import {
	deleteSignups,
	readSelectedSignups,
	type SelectedSignups,
} from '~/server/operations/signups/index.ts';
import { DeleteSelection, EventLines, findTypedCountProblem } from '../manage/delete-selection.tsx';
import { addSelectionToHref, buildListHref, readAddress } from '../manage/list-address.ts';
import { packSelection, receiveSelection } from '../manage/selected-list.ts';
import type { Route } from './+types/delete.ts';

const BASE = '/admin/signups';

/** The confirmation before selected signups are deleted. The list's form posts the selection to it. */
export function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'signups.deleteMany');
	return { formKey: createFormKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'signups.deleteMany');
	const form = await readPageForm(request, BODY_LIMITS.bulk);
	const list = buildListHref(BASE, readAddress(new URLSearchParams(readText(form, 'list'))));
	const selection = packSelection(form);
	const signupIds = unpackIds(selection, BULK_LIMIT);
	const ask = async (error: string | null, status = 200) => {
		const signups = await load(readSelectedSignups, context, { read: () => ({ signupIds }) });
		return data({ selection, list, signups, error }, { status });
	};
	if (form.get('intent') === 'keep') return ask(null);
	const problem = findTypedCountProblem(form, signupIds.length);
	if (problem) return ask(problem, 422);
	const { result, refusal } = await submit(deleteSignups, context, {
		read: () => ({ signupIds: receiveSelection(form), idempotencyKey: form.get('key') }),
	});
	if (refusal) return ask(refusal.error, refusal.status);
	const { deleted: done, alreadyDeleted } = result;
	const notice = describeBulkResult(ADMIN_TEXTS.signupsDeleted, 'deleted', { done, alreadyDeleted });
	return redirectAfterForm(context, addSelectionToHref(list, ''), await offerUndo(context, notice));
}

export default function DeleteSignups({ loaderData: { formKey }, actionData }: Route.ComponentProps) {
	const context = useOutletContext<{ packed: string; list: string }>();
	const packed = actionData?.selection ?? context.packed;
	const list = actionData?.list ?? context.list;
	const count = unpackIds(packed, BULK_LIMIT).length;
	const error = actionData?.error ?? (count === 0 ? ADMIN_TEXTS.noSignupsToDelete : null);
	return (
		<DeleteSelection
			title="Delete signups?"
			base={BASE}
			intent="signups.deleteMany"
			itemName="signup"
			formKey={formKey}
			packed={packed}
			list={list}
			selectedCount={count}
			count={count}
			failure={actionData}
			error={error}
		>
			{count > 0 && (
				<p>
					<b>{describeSelectedSignups(count, actionData?.signups.users ?? null)}.</b>{' '}
					<span className={muted}>
						<UndoPromise />
					</span>
				</p>
			)}
			{actionData?.signups && <SelectedSignupList {...actionData.signups} />}
		</DeleteSelection>
	);
}

function SelectedSignupList({ count, users, statuses, events, eventCount, names }: SelectedSignups) {
	if (count === 0) return null;
	const others = users - names.length;
	return (
		<>
			<p>
				{names.map(isolate).join(', ')}
				{others > 0 && ` and ${formatCount(others, 'other')}`}
				{': '}
				{statuses.map((one) => `${one.count} ${STATUS_LABELS[one.status].toLowerCase()}`).join(', ')}
			</p>
			<EventLines events={events} more={eventCount - events.length} />
		</>
	);
}
