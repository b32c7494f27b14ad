import { Pencil, Trash2, UsersRound } from 'lucide-react';
import { ButtonLink } from '~/app/ui/button.tsx';
import { type Actor, can } from '~/domain/policy.ts';

/** Whether there is anything that this viewer may do with an event besides answering. */
export const mayChange = (viewer: Actor): boolean =>
	can(viewer, 'events.update') || can(viewer, 'events.delete');

type EventActionsProps = {
	eventId: string;
	viewer: Actor;
	/** Whether there are groups to look at, or to be made. */
	hasGroups: boolean;
};

/** The way down to the groups, and what creators and admins may do with an event. */
export function EventActions({ eventId, viewer, hasGroups }: EventActionsProps) {
	return (
		<>
			{hasGroups && (
				<ButtonLink to={`/events/${eventId}#groups`} icon={UsersRound}>
					Groups
				</ButtonLink>
			)}
			{can(viewer, 'events.update') && (
				<ButtonLink to={`/events/${eventId}/edit`} icon={Pencil}>
					Edit
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
