import { readText } from '~/app/shell/form-text.ts';
import { ADMIN_TEXTS, describeAlreadyDeleted, signupsUpdatedText } from '~/domain/admin/texts.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import type { SignupHistoryView } from '~/domain/signups/schema.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { guardPage, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { listAllSignups, matchSignupIds } from '~/server/operations/admin/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import { updateSignups } from '~/server/operations/signups/index.ts';
import { listHref, listWithSelection, readAddress } from '../manage/list-address.ts';
import { receiveSelection } from '../manage/receive-selection.ts';
import { handleListButton, readList, respondWithRefusal } from '../manage/selected-list.ts';
import { SelectionList } from '../manage/selection-list.tsx';
import type { Route } from './+types/route.ts';
import { SignupsBar } from './signups-bar.tsx';
import { SignupsTable } from './signups-table.tsx';

const BASE = '/admin/signups';

/** Signup management, at its own address, with search, order and page in it; the selection is in the form. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'signups.listAll');
	return {
		list: await readList(listAllSignups, context, readAddress(url.searchParams)),
		selected: url.searchParams.get('selected'),
		formKey: createFormKey(),
	};
}

export async function action({ request, url, context }: Route.ActionArgs) {
	guardPage(context, 'signups.listAll');
	const form = await readPageForm(request, BODY_LIMITS.bulk);
	const buttonResult = await handleListButton(
		form,
		{ context, url },
		{ operation: listAllSignups, matchAll: matchSignupIds, failed: ADMIN_TEXTS.signupsFailed },
	);
	if (buttonResult) return buttonResult;
	const { result, refusal } = await submit(updateSignups, context, {
		read: () => ({
			signupIds: receiveSelection(form),
			status: form.get('newStatus'),
			idempotencyKey: form.get('key'),
		}),
	});
	if (refusal) return respondWithRefusal<SignupHistoryView>(form, ADMIN_TEXTS.signupsUpdateFailed, refusal);
	const { updated, gone } = result;
	const list = listHref(BASE, readAddress(url.searchParams));
	return redirectAfterForm(context, listWithSelection(list, ''), {
		tone: 'success',
		title: signupsUpdatedText(updated, readText(form, 'newStatus')),
		text: describeAlreadyDeleted(updated, gone, 'updated'),
	});
}

export default function Signups({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<SelectionList
			title="Signups Management"
			base={BASE}
			itemName="signup"
			failed={ADMIN_TEXTS.signupsFailed}
			search="Search signups by person or event"
			filter={{ name: 'status', label: 'Status', all: 'Every status', options: STATUS_LABELS }}
			loaded={loaderData}
			result={actionData ?? undefined}
			formKey={loaderData.formKey}
			bar={({ items, total, selection }) => (
				<SignupsBar selection={selection} pageIds={items.map(({ id }) => id)} total={total} />
			)}
		>
			{({ items, address, selection }) => (
				<SignupsTable base={BASE} address={address} signups={items} selection={selection} />
			)}
		</SelectionList>
	);
}
