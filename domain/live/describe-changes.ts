import type { EventListItem } from '../events/schema.ts';
import { formatCount } from '../format-count.ts';
import { type FieldsByStatus, SIGNUP_STATUSES, STATUS_LABELS } from '../signups/statuses.ts';

/** The parts of an event on a page whose changes a screen reader announces. */
export type ShownEvent = Pick<EventListItem, 'id' | 'title' | 'date' | 'status'> &
	FieldsByStatus<'count'> & {
		/** The number of comments, and the groups, where the page shows them. */
		comments?: number;
		groups?: unknown;
	};

/** More changed events than this are only counted. */
const MAX_DESCRIBED = 3;

/**
 * Returns what has changed between two loads of a page, for screen readers; '' when nothing that is announced has
 * changed.
 */
export function describeChanges(before: readonly ShownEvent[], after: readonly ShownEvent[]): string {
	const changes = after
		.map((event) =>
			describeEventChange(
				before.find(({ id }) => id === event.id),
				event,
			),
		)
		.filter((text) => text !== '');
	if (changes.length > MAX_DESCRIBED) return `${formatCount(changes.length, 'event')} changed.`;
	return changes.join(' ');
}

function describeEventChange(before: ShownEvent | undefined, after: ShownEvent): string {
	if (!before) return `New event: ${after.title}.`;
	const parts = [
		before.title !== after.title && `the title is now ${after.title}`,
		before.status !== after.status && `the event is ${after.status}`,
		before.date !== after.date && 'the time has changed',
		...SIGNUP_STATUSES.map((status) => {
			const [old, count] = [before[`${status}_count`], after[`${status}_count`]];
			return old !== count && `${count.toLocaleString('en-US')} ${STATUS_LABELS[status].toLowerCase()}`;
		}),
		before.comments !== after.comments && formatCount(after.comments ?? 0, 'comment'),
		JSON.stringify(before.groups) !== JSON.stringify(after.groups) && 'the groups have changed',
	].filter((part) => part !== false);
	return parts.length > 0 ? `${before.title}: ${parts.join(', ')}.` : '';
}
