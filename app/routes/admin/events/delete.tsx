import { data, useOutletContext } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { OwnChangesLink } from '~/app/shell/undo-form.tsx';
import { Checkbox } from '~/app/ui/field.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { unpackIds } from '~/domain/admin/selection.ts';
import { ADMIN_TEXTS, describeBulkResult, formatEventsDeleted } from '~/domain/admin/texts.ts';
import { formatCount, formatNumber } from '~/domain/format-count.ts';
import { BODY_LIMITS, BULK_LIMIT } from '~/domain/limits.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { deleteEvents, readSelectedEvents, type SelectedEvents } from '~/server/operations/events/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import { DeleteSelection, EventLines, findTypedCountProblem } from '../manage/delete-selection.tsx';
import { addSelectionToHref, buildListHref, readAddress } from '../manage/list-address.ts';
import { packSelection, receiveSelection } from '../manage/selected-list.ts';
import type { Route } from './+types/delete.ts';

const BASE = '/admin/events';

/** The Delete Events confirmation. The list's form posts the selection to it. */
export function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'events.deleteMany');
	return { formKey: createFormKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'events.deleteMany');
	const form = await readPageForm(request, BODY_LIMITS.bulk);
	const list = buildListHref(BASE, readAddress(new URLSearchParams(readText(form, 'list'))));
	const eventIds = receiveSelection(form);
	const deleteDiscordEvents = form.has('deleteDiscordEvents');
	const ask = async (error: string | null, status = 200) => {
		const events = await load(readSelectedEvents, context, { read: () => ({ eventIds }) });
		return data({ selection: packSelection(form), list, deleteDiscordEvents, events, error }, { status });
	};
	if (form.get('intent') === 'keep') return ask(null);
	const problem = findTypedCountProblem(form, eventIds.length);
	if (problem) return ask(problem, 422);
	const { result, refusal } = await submit(deleteEvents, context, {
		read: () => ({ eventIds, deleteDiscordEvents, idempotencyKey: form.get('key') }),
	});
	if (refusal) return ask(refusal.error, refusal.status);
	const { deleted: done, alreadyDeleted, discordEventsDeleted } = result;
	const title = formatEventsDeleted(discordEventsDeleted);
	const notice = describeBulkResult(title, 'deleted', { done, alreadyDeleted });
	return redirectAfterForm(context, addSelectionToHref(list, ''), await offerUndo(context, notice));
}

export default function DeleteEvents({ loaderData: { formKey }, actionData }: Route.ComponentProps) {
	const context = useOutletContext<{ packed: string; list: string }>();
	const packed = actionData?.selection ?? context.packed;
	const list = actionData?.list ?? context.list;
	const count = unpackIds(packed, BULK_LIMIT).length;
	const selected = actionData?.events ?? { count: 0, linked: 0, signups: 0, events: [] };
	const isNothing = actionData ? selected.count === 0 : count === 0;
	const error = actionData?.error ?? (isNothing ? ADMIN_TEXTS.noEventsToDelete : null);
	return (
		<DeleteSelection
			title="Delete Events"
			base={BASE}
			intent="events.deleteMany"
			itemName="event"
			formKey={formKey}
			packed={packed}
			list={list}
			selectedCount={count}
			count={selected.count}
			failure={actionData}
			error={error}
		>
			{selected.count > 0 && (
				<DeletionSummary
					{...selected}
					isChecked={actionData?.error ? actionData.deleteDiscordEvents : true}
				/>
			)}
		</DeleteSelection>
	);
}

type DeletionSummaryProps = SelectedEvents & { isChecked: boolean };

function DeletionSummary({ count, linked, signups, events, isChecked }: DeletionSummaryProps) {
	return (
		<>
			<p>
				<b>{formatCount(count, 'event')} selected.</b>{' '}
				<span className={muted}>
					This also deletes {formatCount(signups, 'signup')}, the groups and the comments.{' '}
					{ADMIN_TEXTS.cannotUndo} {ADMIN_TEXTS.eventsCanReturn} <OwnChangesLink />.
				</span>
			</p>
			<EventLines events={events} more={count - events.length} />
			{linked > 0 ? (
				<Checkbox
					name="deleteDiscordEvents"
					label={ADMIN_TEXTS.alsoDiscord}
					hint={`${formatNumber(linked)} of them`}
					defaultChecked={isChecked}
				/>
			) : (
				<p className={muted}>{ADMIN_TEXTS.noDiscordDeletion}</p>
			)}
		</>
	);
}
