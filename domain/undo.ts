import type { UndoableAction } from './audit-sentences.ts';
import { formatCount, joinNames } from './format-count.ts';
import { isolate } from './isolate.ts';
import { DAY_MS } from './limits.ts';

/** Undo: the rows that an action changed are kept with its audit entry, and can be put back (decision 0071). */

export const UNDO_MS = 30 * DAY_MS;
/** How many bytes of kept rows a deployment has; the oldest are dropped first. */
export const UNDO_BYTES_MAX = 200 * 1024 * 1024;
/** How many of these bytes one user has. Their oldest rows go first; their newest action stays. */
export const UNDO_BYTES_PER_USER = UNDO_BYTES_MAX / 10;

export const UNDO_TEXTS = {
	missing: 'This can no longer be undone. Changes can be undone for 30 days.',
	replaced: 'This cannot be undone, because something newer uses the same date or Discord event.',
	gone: 'Something that belongs to this was deleted at the same moment. Nothing was changed. Please try again.',
	picture: 'The picture does not exist any more. Nothing was changed. Please choose it again.',
	undone: 'This was already undone.',
} as const;

/** What each action that can be undone is called among others. Pages that name them do not load the audit's sentences. */
const UNDOABLE_NAMES: Record<UndoableAction, string> = {
	'events.delete': 'deleted events',
	'events.deleteMany': 'deleted events',
	'events.cancel': 'cancelled events',
	'events.update': 'moved events, changed numbers of places',
	'events.createTemplateWeek': 'template weeks',
	'events.endSeries': 'ended series',
	'polls.update': 'changed polls',
	'polls.withdraw': 'withdrawn polls',
	'polls.choose': 'chosen dates',
	'groups.save': 'saved groups',
	'comments.delete': 'removed comments',
	'settings.set': 'settings',
	'users.setRole': 'roles',
	'signups.add': 'signups that a creator added',
	'signups.setStatusMany': 'signups that an admin changed',
	'signups.deleteMany': 'signups that an admin deleted',
};

/** What can be undone, for a sentence. */
export const UNDOABLE_CHANGES = joinNames([...new Set(Object.values(UNDOABLE_NAMES))]);

/** A row as PostgreSQL's `to_jsonb` writes it. */
export type KeptRow = Record<string, unknown>;
/** One change of a row, in the order in which they were made. */
export type KeptChange = { table: string; before: KeptRow | null; after: KeptRow | null };

/**
 * The tables whose rows are put back, with their primary keys, each after those that it refers to. `own`
 * columns only grow, because an undo is a change too, or are decided again from the others.
 */
export const UNDO_TABLES: Record<string, { key: readonly string[]; own?: readonly string[] }> = {
	users: { key: ['id'] },
	event_series: { key: ['id'] },
	series_storytellers: { key: ['series_id', 'user_id'] },
	polls: { key: ['id'], own: ['version'] },
	poll_times: { key: ['id'] },
	poll_votes: { key: ['time_id', 'user_id'] },
	events: { key: ['id'], own: ['version', 'groups_version', 'updated_at', 'decision'] },
	event_storytellers: { key: ['event_id', 'user_id'] },
	signups: {
		key: ['id'],
		own: [
			...['place', 'asked_at', 'passed_at', 'offered_at', 'offer_expires_at', 'lost_by', 'lost_at'],
			'place_reason',
		],
	},
	comments: { key: ['id'] },
	event_scripts: { key: ['event_id', 'script'] },
	script_votes: { key: ['event_id', 'script', 'user_id'] },
	groups: { key: ['id'] },
	group_players: { key: ['group_id', 'user_id'] },
	group_co_storytellers: { key: ['group_id', 'user_id'] },
	group_pins: { key: ['event_id', 'user_id'] },
	group_keep_apart: { key: ['event_id', 'user_a', 'user_b'] },
	played_groups: { key: ['id'] },
	played_seats: { key: ['group_id', 'user_id'] },
	attendance: { key: ['event_id', 'user_id'] },
	interest_withdrawals: { key: ['event_id', 'user_id'] },
	calendar_revisions: { key: ['user_id', 'event_id'] },
	event_notices: { key: ['event_id'] },
	player_messages: { key: ['id'] },
	direct_messages: { key: ['id'] },
	settings: { key: ['key'] },
};

/** What an action made of one row in total; `columns` are those that differ, for a row that it changed. */
export type NetChange = {
	table: string;
	key: string;
	before: KeptRow | null;
	after: KeptRow | null;
	columns: string[];
};

/** Returns the primary key of a row as a text. */
export const getRowKey = (table: string, row: KeptRow): string =>
	JSON.stringify((UNDO_TABLES[table]?.key ?? []).map((column) => row[column]));

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns what the changes made of each row in total, without rows that are as they were. */
export function toNetChanges(changes: readonly KeptChange[]): NetChange[] {
	const net = new Map<string, NetChange>();
	for (const { table, before, after } of changes) {
		const row = before ?? after;
		if (!row || !UNDO_TABLES[table]) continue;
		const key = getRowKey(table, row);
		const earlier = net.get(`${table} ${key}`);
		net.set(`${table} ${key}`, { table, key, before: earlier ? earlier.before : before, after, columns: [] });
	}
	return [...net.values()].flatMap((change) => {
		const { table, before, after } = change;
		if (!before && !after) return [];
		// What users were told of an event stays as it is; only a deleted event has lost it.
		if ((table === 'event_notices' || table === 'direct_messages') && after) return [];
		if (!before || !after) return [change];
		const own = UNDO_TABLES[table]?.own ?? [];
		const columns = Object.keys(before).filter(
			(column) => !own.includes(column) && !isEqual(before[column], after[column]),
		);
		return columns.length > 0 ? [{ ...change, columns }] : [];
	});
}

/** Returns whether a row is as the action left it, as far as the action changed it. `current` is null for no row. */
export function isUnchanged({ after, before, columns }: NetChange, current: KeptRow | null): boolean {
	if (!after || !current) return after === null && current === null;
	if (!before) return true;
	return columns.every((column) => isEqual(current[column], after[column]));
}

/** What stands against an undo: a row, and what was done with it since. */
export type Obstacle = { table: string; name: string | null; event: string | null; isGone: boolean };

const NAMED = 5;

/** Returns why an action cannot be undone: the first obstacles by name, and how many others there are. */
export function describeObstacles(obstacles: readonly Obstacle[]): string {
	const texts = [...new Set(obstacles.map(describeObstacle))];
	const rest = texts.length - NAMED;
	return [...texts.slice(0, NAMED), rest > 0 && `And ${rest} more.`].filter(Boolean).join(' ');
}

function describeObstacle({ table, name, event, isGone }: Obstacle): string {
	const changed = isGone ? 'was deleted since.' : 'has changed since.';
	const ofEvent = event === null ? '' : ` for ${isolate(event)}`;
	const whose = name === null ? 'A' : `${isolate(name)}’s`;
	if (table.startsWith('poll')) return 'The poll has changed since.';
	const texts: Record<string, string> = {
		signups: `${whose} signup${ofEvent} ${changed}`,
		events: `${event === null ? 'The event' : isolate(event)} ${changed}`,
		comments: `A comment${ofEvent} ${changed}`,
		event_series: `The series ${changed}`,
		settings: `The setting ${changed}`,
		users: `${whose} role ${changed}`,
	};
	return texts[table] ?? `The groups or messages${ofEvent} have changed since.`;
}

/** The counts by their noun, with the tables whose rows they count. */
const COUNTED = { event: 'events', signup: 'signups', group: 'groups', comment: 'comments', role: 'users' };
type Counted = keyof typeof COUNTED;
const NOUNS = Object.keys(COUNTED) as Counted[];
/** How many of each were restored. */
export type Restored = Record<`${Counted}s`, number>;

/** Returns the counts that are not 0: '1 event, 40 signups'. Earlier audit entries have no number of roles. */
export const formatRestored = (counts: Partial<Restored>): string =>
	NOUNS.flatMap((noun) => {
		const count = counts[`${noun}s`] ?? 0;
		return count > 0 ? [formatCount(count, noun)] : [];
	}).join(', ');

/** Returns how many rows of each kind an undo puts back; where it puts none back, how many it removes. */
export const countRestored = (changes: readonly NetChange[]): Restored =>
	Object.fromEntries(
		NOUNS.map((noun) => {
			const own = changes.filter(({ table }) => table === COUNTED[noun]);
			return [`${noun}s`, own.filter(({ before }) => before).length || own.length];
		}),
	) as Restored;
