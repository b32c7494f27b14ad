import { data, Link } from 'react-router';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { SeriesNotice } from '~/app/shell/series-notice.tsx';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { UndoPromise } from '~/app/shell/undo-form.tsx';
import { Checkbox } from '~/app/ui/field.tsx';
import { Trash2 } from '~/app/ui/icons.ts';
import { muted, textLink } from '~/app/ui/text.css.ts';
import { formatCount } from '~/domain/format-count.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readDiscussion } from '~/server/operations/comments/index.ts';
import { deleteEvent, isSeriesOnDiscord, readEvent } from '~/server/operations/events/index.ts';
import type { Route } from './+types/delete-event.ts';
import { cancelHref } from './event-actions.tsx';
import { EventDialog } from './event-dialog.tsx';

export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'events.delete');
	const ifMissing = () => redirectMissingEvent(context);
	const [event, discussion, isSeries] = await Promise.all([
		load(readEvent, context, { params, ifMissing }),
		load(readDiscussion, context, { params, ifMissing }),
		load(isSeriesOnDiscord, context, { params }),
	]);
	return {
		event: { id: event.id, title: event.title, date: event.date, status: event.status },
		signups: event.signup_count,
		comments: discussion.total,
		isSeries,
		isMirrored: event.discord_event_id !== null || !['none', 'deleted'].includes(event.discord_sync.state),
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'events.delete');
	const form = await readPageForm(request);
	const deleteDiscordEvent = form.has('deleteDiscordEvent');
	const read = () => ({ deleteDiscordEvent });
	const { result, refusal } = await submit(deleteEvent, context, {
		params,
		read,
		returnedKinds: ['missing'],
	});
	// Without script, a double click sends the form again after the event was deleted.
	if (refusal?.kind === 'missing')
		return redirectAfterForm(context, '/events', { tone: 'success', title: 'Event deleted' });
	if (refusal) return data({ error: refusal.error, deleteDiscordEvent }, { status: refusal.status });
	const notice = await offerUndo(context, { tone: 'success', title: result.message });
	return redirectAfterForm(context, '/events', notice);
}

export default function DeleteEvent({ loaderData, actionData }: Route.ComponentProps) {
	const { event, signups, comments, isMirrored, isSeries } = loaderData;
	const closeHref = `/events/${event.id}`;
	return (
		<EventDialog
			title="Delete this event?"
			closeHref={closeHref}
			tone="danger"
			intent="events.delete"
			failure={actionData}
			event={event}
			back="Keep event"
			button={{ label: 'Delete event', icon: Trash2, pending: 'Deleting...' }}
		>
			<p>
				<time dateTime={event.date}>{formatDateTimeShort(event.date, EASTERN)} Eastern</time>
			</p>
			<p className={muted}>
				This also deletes {describeContents(signups, comments)}. <UndoPromise />
			</p>
			{isSeries && <SeriesNotice />}
			{isMirrored && !isSeries && (
				<Checkbox
					name="deleteDiscordEvent"
					label="Also delete the linked Discord event"
					defaultChecked={actionData?.deleteDiscordEvent ?? true}
				/>
			)}
			{event.status === 'active' && (
				<p className={muted}>
					<Link to={cancelHref(event.id)} className={textLink}>
						Cancel the event instead
					</Link>{' '}
					to keep its signups and tell everyone.
				</p>
			)}
		</EventDialog>
	);
}

/** Returns '40 signups, 1 comment and the groups', without the parts that the event does not have. */
function describeContents(signups: number, comments: number): string {
	const counts = [
		signups > 0 && formatCount(signups, 'signup'),
		comments > 0 && formatCount(comments, 'comment'),
	];
	return [counts.filter(Boolean).join(', '), 'the groups'].filter(Boolean).join(' and ');
}
