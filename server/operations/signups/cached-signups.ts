import { hasReplicas } from '~/database/replicas.ts';
import { SIGNUPS_PER_PAGE } from '~/domain/limits.ts';
import { type FieldsByStatus, mapStatusFields } from '~/domain/signups/statuses.ts';
import { HAS_EVENT_CHANGED_SINCE, LIVE_POSITION, SERVER_START } from '../../live/event-changes.ts';
import type { ListedSignupRow } from '../../wire/signups.ts';
import { FIRST_SIGNUPS } from './listed-signups.ts';

type Counts = FieldsByStatus<'count'> & { signup_count: number };

/**
 * The signups of an event in the order of the card, and their numbers. They are the current ones when the log has no change
 * of the event since `position`. `signups` is null when they cannot be cached (decision 0039).
 */
type CachedSignups = {
	position: string;
	server: string;
	signups: readonly ListedSignupRow[] | null;
	counts: Counts;
};

/** Those of the events that were read last are cached; 100 events with 40 signups take 2 MB. */
const MAX_CACHED = 100;
const cached = new Map<string, CachedSignups>();

/** SQL in front of a statement with the parts below; its values are those of `findCachedSignups`. */
export const WITH_LOG = `WITH log AS MATERIALIZED (SELECT ${HAS_EVENT_CHANGED_SINCE} AS has_changed)`;

/** SQL for whether the log has a change of the event `:eventId` since its signups were cached. */
export const HAS_CHANGED = '(SELECT has_changed FROM log)';

/** SQL for the columns of `FirstSignupsRow`; all of it is one snapshot. `:viewer` is the viewer. */
export const FIRST_SIGNUPS_UNLESS_CACHED = `CASE WHEN ${HAS_CHANGED} OR NOT :hasSignups
		THEN ${FIRST_SIGNUPS} END AS signups,
	${HAS_CHANGED} AS has_changed, ${LIVE_POSITION} AS signups_position,
	${SERVER_START} AS server`;

/** `signups` is null when the cached ones are the current ones. Without `has_changed`, signups were not counted. */
export type FirstSignupsRow = {
	signups: ListedSignupRow[] | null;
	has_changed: boolean;
	signups_position: string;
	server: string;
};

/** Returns what is cached of an event's signups, or null, and the values with which a statement compares it. */
export function findCachedSignups(eventId: string): {
	cachedSignups: CachedSignups | null;
	binds: { since: string | null; server: string | null; hasSignups: boolean };
} {
	const cachedSignups = cached.get(eventId) ?? null;
	const { position: since = null, server = null, signups = null } = cachedSignups ?? {};
	return { cachedSignups, binds: { since, server, hasSignups: signups !== null } };
}

/**
 * Returns the signups of the first page of an event in the order of the card, and the numbers of all: those of its row, or
 * of `cachedSignups`, with which the row was read. Keeps them for the next viewer.
 */
export function takeSignups(
	row: FirstSignupsRow & Counts & { id: string },
	cachedSignups: CachedSignups | null,
): Counts & { signups: readonly ListedSignupRow[] } {
	const counts =
		cachedSignups && !row.has_changed
			? cachedSignups.counts
			: {
					...mapStatusFields('count', (status) => row[`${status}_count`]),
					signup_count: row.signup_count,
				};
	const signups = row.signups ?? cachedSignups?.signups ?? [];
	cached.delete(row.id);
	// Positions of a replica and of the primary cannot be compared.
	if (!hasReplicas()) {
		cached.set(row.id, {
			position: row.signups_position,
			server: row.server,
			// The first of many signups depend on the viewer.
			signups: signups.length <= SIGNUPS_PER_PAGE ? signups : null,
			counts,
		});
		const [oldest = ''] = cached.keys();
		if (cached.size > MAX_CACHED) cached.delete(oldest);
	}
	return { ...counts, signups };
}
