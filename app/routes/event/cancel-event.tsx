import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { formatUpdatedText, STATUS_TEXTS } from '~/app/routes/event-form/change-status.ts';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { SeriesNotice } from '~/app/shell/series-notice.tsx';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { UndoPromise } from '~/app/shell/undo-form.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { CalendarCheck2, CalendarX2 } from '~/app/ui/icons.ts';
import { muted } from '~/app/ui/text.css.ts';
import { CLOSED_REASONS } from '~/domain/events/status.ts';
import { formatCount } from '~/domain/format-count.ts';
import { ATTENDANCE_TEXTS } from '~/domain/groups/attendance.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import {
	cancelEvent,
	isSeriesOnDiscord,
	readEvent,
	reinstateEvent,
} from '~/server/operations/events/index.ts';
import type { Route } from './+types/cancel-event.ts';
import { EventDialog } from './event-dialog.tsx';

/** The confirmation before an event is cancelled, or a cancelled one reinstated, for creators and admins, at its own address. */
export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'events.cancel');
	const ifMissing = () => redirectMissingEvent(context);
	const [event, isSeries] = await Promise.all([
		load(readEvent, context, { params, ifMissing }),
		load(isSeriesOnDiscord, context, { params }),
	]);
	const { id, title, date, status, version, total_signups, declined_signups } = event;
	return {
		event: { id, title, date, status, version, repeats: event.series !== null },
		players: total_signups - declined_signups,
		isSeries,
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'events.cancel');
	const form = await readPageForm(request);
	const reason = readText(form, 'reason');
	const version = Number(form.get('version'));
	const isReinstating = form.get('intent') === 'events.reinstate';
	const { result, refusal } = isReinstating
		? await submit(reinstateEvent, context, { params, read: () => ({ version }), returnedKinds: ['missing'] })
		: await submit(cancelEvent, context, {
				params,
				read: () => ({ version, reason }),
				returnedKinds: ['missing'],
			});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (refusal)
		return data(
			{ error: refusal.error, reason, reasonError: refusal.fieldErrors.reason?.[0] },
			{ status: refusal.status },
		);
	const removed = result.removedMarks > 0 ? `${ATTENDANCE_TEXTS.removed} ` : '';
	const notice = {
		tone: 'success',
		title: STATUS_TEXTS[result.event.status],
		text: removed + formatUpdatedText(result.discordUpdated),
	} as const;
	return redirectAfterForm(
		context,
		`/events/${params.eventId}`,
		isReinstating ? notice : await offerUndo(context, notice),
	);
}

/** Revalidates after a conflict too: another creator has changed the event, and the next try needs its version. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	actionStatus === 409 || defaultShouldRevalidate;

export default function CancelEvent({ loaderData, actionData }: Route.ComponentProps) {
	const { event, players, isSeries } = loaderData;
	const closeHref = `/events/${event.id}`;
	const isOpen = event.status === 'active';
	const isCancelled = event.status === 'cancelled';
	return (
		<EventDialog
			title={isCancelled ? 'Reinstate this event?' : 'Cancel this event?'}
			closeHref={closeHref}
			tone={isCancelled ? undefined : 'danger'}
			intent={isCancelled ? 'events.reinstate' : 'events.cancel'}
			failure={actionData}
			hidden={['version', event.version]}
			event={event}
			back={isOpen ? 'Keep event' : 'Close'}
			button={
				isOpen
					? { label: 'Cancel event', icon: CalendarX2, pending: 'Cancelling...' }
					: isCancelled && { label: 'Reinstate event', icon: CalendarCheck2, pending: 'Reinstating...' }
			}
		>
			<p>
				<time dateTime={event.date}>{formatDateTimeShort(event.date, EASTERN)} Eastern</time>
			</p>
			{isSeries && <SeriesNotice />}
			<p className={muted}>
				{isOpen ? (
					<>
						{describeCancellation(players, event.repeats)} <UndoPromise />
					</>
				) : isCancelled ? (
					REINSTATEMENT
				) : (
					CLOSED_REASONS[event.status]
				)}
			</p>
			{isOpen && (
				<TextInput
					label="Reason (optional)"
					hint="Players see it here and on Discord."
					name="reason"
					maxLength={TEXT_LIMITS.cancelReason}
					defaultValue={actionData?.reason}
					error={actionData?.reasonError}
					autoComplete="off"
				/>
			)}
		</EventDialog>
	);
}

const REINSTATEMENT =
	'Signups open again, with the signups, groups and comments that the event had. If it was on Discord, a new Discord event is created.';

/** Returns the text that says what a cancellation does, to which dates, and how many players are told. */
const describeCancellation = (players: number, repeats: boolean): string =>
	[
		repeats && 'Only this date is cancelled. The other dates of the series stay.',
		'Signups close. Signups, groups and comments stay, and the event can be reinstated.',
		players > 0 &&
			`${formatCount(players, 'player')} who may come will be told, if they get messages on Discord.`,
	]
		.filter(Boolean)
		.join(' ');
