import { Link } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { Name } from '~/app/ui/name.tsx';
import { muted, textLink } from '~/app/ui/text.css.ts';
import { ADMIN_TEXTS, describeBulkResult, formatSignupsUpdated } from '~/domain/admin/texts.ts';
import { FAILURES } from '~/domain/failures.ts';
import { BODY_LIMITS, EASTERN } from '~/domain/limits.ts';
import type { SignupHistoryView } from '~/domain/signups/schema.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { guardPage, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { listAllSignups, matchSignupIds } from '~/server/operations/admin/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import { countSignupUsers, findEventSignup, updateSignups } from '~/server/operations/signups/index.ts';
import { addSelectionToHref, buildListHref, readAddress } from '../manage/list-address.ts';
import * as css from '../manage/manage.css.ts';
import { handleListButton, readList, receiveSelection, respondWithRefusal } from '../manage/selected-list.ts';
import { SelectionLink } from '../manage/selection-link.tsx';
import { SelectionList } from '../manage/selection-list.tsx';
import type { Route } from './+types/route.ts';
import { SignupsBar } from './signups-bar.tsx';
import { SignupsTable } from './signups-table.tsx';

const BASE = '/admin/signups';

/** Signup management, at its own address, with search, order and page in it; the selection is in the form. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'signups.listAll');
	const address = readAddress(url.searchParams);
	const [list, event] = await Promise.all([
		readList(listAllSignups, context, address),
		address.event === undefined ? null : findListedEvent(context, address.event),
	]);
	return {
		list,
		event,
		selected: url.searchParams.get('selected'),
		formKey: createFormKey(),
	};
}

async function findListedEvent(context: Route.LoaderArgs['context'], eventId: string) {
	const { result } = await submit(findEventSignup, context, {
		params: { eventId },
		returnedKinds: ['missing'],
	});
	return result?.event ?? null;
}

export async function action({ request, url, context }: Route.ActionArgs) {
	guardPage(context, 'signups.listAll');
	const form = await readPageForm(request, BODY_LIMITS.bulk);
	const countUsers = async (signupIds: string[]) =>
		(await submit(countSignupUsers, context, { read: () => ({ signupIds }) })).result ?? undefined;
	const buttonResult = await handleListButton(
		form,
		{ context, url },
		{
			operation: listAllSignups,
			matchAll: matchSignupIds,
			failed: ADMIN_TEXTS.signupsFailed,
			countUsers,
		},
	);
	if (buttonResult) return buttonResult;
	const { result, refusal } = await submit(updateSignups, context, {
		read: () => ({
			signupIds: receiveSelection(form),
			status: form.get('newStatus'),
			idempotencyKey: form.get('key'),
		}),
	});
	if (refusal)
		return respondWithRefusal<SignupHistoryView>(form, refusal, {
			title: FAILURES['signups.setStatusMany'],
			countUsers,
		});
	const list = buildListHref(BASE, readAddress(url.searchParams));
	const { updated: done, alreadyDeleted } = result;
	const title = formatSignupsUpdated(done, readText(form, 'newStatus'));
	const notice = describeBulkResult(title, 'updated', { done, alreadyDeleted });
	return redirectAfterForm(context, addSelectionToHref(list, ''), await offerUndo(context, notice));
}

export default function Signups({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<SelectionList
			title="Signups Management"
			base={BASE}
			itemName="signup"
			failed={ADMIN_TEXTS.signupsFailed}
			search="Search signups by name or event"
			filter={{ name: 'status', label: 'Status', all: 'Every status', options: STATUS_LABELS }}
			loaded={loaderData}
			result={actionData ?? undefined}
			about={loaderData.list.address.event && <EventLine event={loaderData.event} />}
			formKey={loaderData.formKey}
			bar={({ items, total, selection }) => (
				<SignupsBar selection={selection} signups={items} total={total} status={actionData?.status ?? ''} />
			)}
		>
			{({ items, address, selection }) => (
				<SignupsTable base={BASE} address={address} signups={items} selection={selection} />
			)}
		</SelectionList>
	);
}

type EventLineProps = { event: { id: string; title: string; date: string } | null };

function EventLine({ event }: EventLineProps) {
	return (
		<p className={css.listScope}>
			{event ? (
				<>
					<span className={muted}>Signups for</span>
					<Link to={`/events/${event.id}`} className={textLink}>
						<Name>{event.title}</Name>
					</Link>
					<span className={muted}>{formatOrdinalDate(event.date, EASTERN)}</span>
				</>
			) : (
				<span className={muted}>Event not found. It may have been deleted.</span>
			)}
			<SelectionLink to={BASE} isInForm variant="quiet">
				Show signups of all events
			</SelectionLink>
		</p>
	);
}
