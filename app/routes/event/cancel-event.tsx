import { data, Form, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router';
import { formatUpdatedText } from '~/app/routes/event-form/change-status.ts';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { UndoPromise } from '~/app/shell/own-changes.tsx';
import { SeriesNotice } from '~/app/shell/series-notice.tsx';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { CalendarX2 } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { CLOSED_REASONS } from '~/domain/events/status.ts';
import { formatCount } from '~/domain/format-count.ts';
import { ATTENDANCE_TEXTS } from '~/domain/groups/attendance.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { cancelEvent, isSeriesOnDiscord, readEvent } from '~/server/operations/events/index.ts';
import type { Route } from './+types/cancel-event.ts';
import * as css from './signup-dialog.css.ts';

/** The confirmation before an event is cancelled, for creators and admins, at its own address. */
export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'events.cancel');
	const ifMissing = () => redirectMissingEvent(context);
	const [event, isSeries] = await Promise.all([
		load(readEvent, context, { params, ifMissing }),
		load(isSeriesOnDiscord, context, { params }),
	]);
	const { id, title, date, status, version, total_signups, declined_signups } = event;
	return { event: { id, title, date, status, version }, players: total_signups - declined_signups, isSeries };
}

export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'events.cancel');
	const form = await readPageForm(request);
	const reason = readText(form, 'reason');
	const { result, refusal } = await submit(cancelEvent, context, {
		params,
		read: () => ({ version: Number(form.get('version')), reason }),
		returnedKinds: ['missing'],
	});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (refusal)
		return data(
			{ error: refusal.error, reason, reasonError: refusal.fieldErrors.reason?.[0] },
			{ status: refusal.status },
		);
	const notice = await offerUndo(context, {
		tone: 'success',
		title: formatUpdatedText(result.discordUpdated),
		text: `The event was cancelled.${result.removedMarks > 0 ? ` ${ATTENDANCE_TEXTS.removed}` : ''}`,
	});
	return redirectAfterForm(context, `/events/${params.eventId}`, notice);
}

/** Revalidates after a conflict too: another creator has changed the event, and the next try needs its version. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	actionStatus === 409 || defaultShouldRevalidate;

export default function CancelEvent({ loaderData, actionData }: Route.ComponentProps) {
	const { event, players, isSeries } = loaderData;
	const navigation = useNavigation();
	const isCancelling = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'events.cancel';
	const closeHref = `/events/${event.id}`;
	const isOpen = event.status === 'active';
	return (
		<Dialog title="Cancel this event?" closeHref={closeHref} tone="danger">
			<Form method="post" preventScrollReset className={css.form}>
				<FailureNotice failure={actionData} title={getFailureTitle('events.cancel')} />
				<input type="hidden" name="intent" value="events.cancel" />
				<input type="hidden" name="version" value={event.version} />
				<p className={css.eventTitle}>
					<Name>{event.title}</Name>
				</p>
				<p>
					<time dateTime={event.date}>{formatDateTimeShort(event.date, EASTERN)} Eastern</time>
				</p>
				<p className={muted}>
					{isOpen ? (
						<>
							{describeCancellation(players)} <UndoPromise />
						</>
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
				{isSeries && <SeriesNotice />}
				<DialogActions>
					<ButtonLink to={closeHref} variant="quiet" preventScrollReset>
						{isOpen ? 'Keep event' : 'Close'}
					</ButtonLink>
					{isOpen && (
						<Button variant="dangerFinal" icon={CalendarX2} pending={isCancelling && 'Cancelling...'}>
							Cancel event
						</Button>
					)}
				</DialogActions>
			</Form>
		</Dialog>
	);
}

/** Returns the text that says what a cancellation does and how many players are told. */
const describeCancellation = (players: number): string =>
	[
		'Signups close. Signups, groups and comments stay, and the event can be reinstated.',
		players > 0 &&
			`${formatCount(players, 'player')} who may come will be told, if they get messages on Discord.`,
	]
		.filter(Boolean)
		.join(' ');
