import { ButtonLink } from '~/app/ui/button.tsx';
import { Pencil, Trash2, UsersRound } from '~/app/ui/icons.ts';
import { type Actor, can } from '~/domain/policy.ts';

/** Returns whether the viewer may edit or delete an event. */
export const canChangeEvent = (viewer: Actor): boolean =>
	can(viewer, 'events.update') || can(viewer, 'events.delete');

type EventActionsProps = {
	eventId: string;
	viewer: Actor;
	/** Whether the page shows the groups. */
	hasGroups: boolean;
};

/** Renders the link to the groups, and Edit and Delete for creators and admins. */
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
