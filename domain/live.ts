import type { EventListItem } from './events/schema.ts';
import { formatCount, formatNumber } from './format-count.ts';
import { type FieldsByStatus, SIGNUP_STATUSES, STATUS_LABELS } from './signups/statuses.ts';

/** The event of a change that every event may show. */
export const ANY_EVENT = '0';

/**
 * A position in the changes of all events: how many there were, in an epoch of the database. A page that only shows one
 * event also has the numbers of that event's changes.
 */
export type LivePosition = { epoch: string; total: number; event: { id: string; counts: string } | null };

/** What a standby has instead of an epoch, which it cannot read. */
export const STANDBY = 'standby';
/** A standby may have applied its last transactions in another order than the primary showed them. */
const UNORDERED_CHANGES = 100;

const POSITION = /^(\w{0,8})\.(\d{1,15})(?:\.(\d{1,19})\.(\d{1,18}\.\d{1,18}))?$/;

/** Returns a position that a client has sent; for any other text the earliest one, and null for no text. */
export function parsePosition(text: string): LivePosition | null {
	if (text === '') return null;
	const [, epoch = '', total = 0, id, counts] = POSITION.exec(text) ?? [];
	return { epoch, total: Number(total), event: id && counts ? { id, counts } : null };
}

/** Returns whether data that was read at a position has the change with this version. */
export function hasChange(position: string, version: number): boolean {
	const { epoch = '', total = 0 } = parsePosition(position) ?? {};
	return version <= total - (epoch === STANDBY ? UNORDERED_CHANGES : 0);
}

/** Returns whether a position in the write-ahead log, 'A/1F' in PostgreSQL's text, is later than the other. */
export const isLaterLsn = (lsn: string, other: string): boolean => toSortableLsn(lsn) > toSortableLsn(other);

const toSortableLsn = (lsn: string): string =>
	lsn.toUpperCase().replaceAll(/[^/]+/g, (part) => part.padStart(8, '0'));

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * Returns how long a page waits before it connects or loads again, in ms. It is twice as long after each
 * failure, less a random part, so that pages do not return all at once. `random` is from 0 to 1.
 */
export const getRetryDelay = (failures: number, random: number): number =>
	Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (1 - random / 2);

/** The parts of an event on a page whose changes a screen reader announces. */
export type ShownEvent = Pick<EventListItem, 'id' | 'title' | 'date' | 'status'> &
	FieldsByStatus<'count'> & {
		/** The number of comments, and the groups, where the page shows them. */
		comments?: number;
		groups?: unknown;
	};

/** More changed events than this are only counted. */
const MAX_DESCRIBED = 3;

/** Returns what has changed between two loads of a page, for screen readers; '' for nothing. */
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
			return old !== count && `${formatNumber(count)} ${STATUS_LABELS[status].toLowerCase()}`;
		}),
		before.comments !== after.comments && formatCount(after.comments ?? 0, 'comment'),
		JSON.stringify(before.groups) !== JSON.stringify(after.groups) && 'the groups have changed',
	].filter((part) => part !== false);
	return parts.length > 0 ? `${before.title}: ${parts.join(', ')}.` : '';
}
