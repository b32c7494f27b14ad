import { ButtonLink } from '~/app/ui/button.tsx';
import {
	CalendarCheck2,
	CalendarSync,
	CalendarX2,
	Copy,
	Pencil,
	ScrollText,
	Ticket,
	Trash2,
} from '~/app/ui/icons.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { type Actor, can } from '~/domain/policy.ts';

export const canChangeEvent = (viewer: Actor): boolean =>
	can(viewer, 'events.update') || can(viewer, 'events.delete');

/** Returns where an event is cancelled or reinstated: the dialog that asks first. */
export const cancelHref = (eventId: string): string => `/events/${eventId}/cancel`;

type EventActionsProps = {
	eventId: string;
	status: EventStatus;
	viewer: Actor;
	/** Whether the event belongs to a series. */
	isRepeating: boolean;
};

/** Renders Edit, Cancel or Reinstate, and Delete for creators and admins, and the signups for admins. */
export function EventActions({ eventId, status, viewer, isRepeating }: EventActionsProps) {
	return (
		<>
			{can(viewer, 'events.update') && (
				<ButtonLink to={`/events/${eventId}/edit`} icon={Pencil}>
					Edit
				</ButtonLink>
			)}
			{can(viewer, 'events.create') && (
				<ButtonLink to={`/create-event?copy=${eventId}`} icon={Copy}>
					Copy
				</ButtonLink>
			)}
			{(isRepeating || status === 'active') && can(viewer, 'events.startSeries') && (
				<ButtonLink to={`/events/${eventId}/series`} icon={CalendarSync} preventScrollReset>
					{isRepeating ? 'Series' : 'Repeat'}
				</ButtonLink>
			)}
			{status === 'active' && can(viewer, 'scripts.ask') && (
				<ButtonLink to={`/events/${eventId}/scripts`} icon={ScrollText} preventScrollReset>
					Script question
				</ButtonLink>
			)}
			{status === 'active' && can(viewer, 'events.cancel') && (
				<ButtonLink to={cancelHref(eventId)} icon={CalendarX2} preventScrollReset>
					Cancel Event
				</ButtonLink>
			)}
			{status === 'cancelled' && can(viewer, 'events.reinstate') && (
				<ButtonLink to={cancelHref(eventId)} icon={CalendarCheck2} preventScrollReset>
					Reinstate
				</ButtonLink>
			)}
			{can(viewer, 'signups.listAll') && (
				<ButtonLink to={`/admin/signups?event=${eventId}`} icon={Ticket}>
					Manage signups
				</ButtonLink>
			)}
			{can(viewer, 'events.delete') && (
				<ButtonLink to={`/events/${eventId}/delete`} variant="danger" icon={Trash2} preventScrollReset>
					Delete
				</ButtonLink>
			)}
		</>
	);
}
