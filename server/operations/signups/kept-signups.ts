import { hasReplicas } from '~/database/replicas.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { SIGNUPS_PER_PAGE } from '~/domain/limits.ts';
import { type FieldsByStatus, mapStatusFields } from '~/domain/signups/statuses.ts';
import { HAS_EVENT_CHANGED_SINCE, LIVE_POSITION, SERVER_START } from '../../live/event-changes.ts';
import type { ListedSignupRow } from '../../wire/signups.ts';
import { FIRST_SIGNUPS } from './listed-signups.ts';

type Counts = FieldsByStatus<'count'> & { signup_count: number };

/**
 * The signups of an event in the order of the card, and their numbers. They are the present ones when the log has no change
 * of the event since `position`; the signups also need the present `version`, which is null when they cannot be kept
 * (decision 0039).
 */
type KeptSignups = {
	position: string;
	server: string;
	version: string | null;
	signups: readonly ListedSignupRow[];
	counts: Counts;
};

/** Those of the events that were read last are kept; 100 events with 40 signups take 2 MB. */
const MAX_KEPT = 100;
const kept = new Map<string, KeptSignups>();

/** SQL in front of a statement with the parts below; its values are those of `findKeptSignups`. */
export const WITH_LOG = `WITH log AS MATERIALIZED (SELECT ${HAS_EVENT_CHANGED_SINCE} AS has_changed)`;

/** SQL for whether the log has a change of the event `:eventId` since its signups were kept. */
export const HAS_CHANGED = '(SELECT has_changed FROM log)';

/**
 * Changes with each saved row, also with what the log of changes leaves out on purpose, as notes. Rows that are new or
 * gone are in the log. Events with more rows than the limit are not kept.
 */
const VERSION = `(SELECT coalesce(sum(v.xmin::text::bigint), 0)::text
	FROM (SELECT s.xmin FROM signups s WHERE s.event_id = :eventId LIMIT ${SIGNUPS_PER_PAGE}) AS v)`;

/** SQL for the columns of `FirstSignupsRow`; all of it is one snapshot. `:viewer` is the viewer. */
export const FIRST_SIGNUPS_UNLESS_KEPT = `CASE WHEN ${HAS_CHANGED} OR ${VERSION} IS DISTINCT FROM :signupsVersion
		THEN ${FIRST_SIGNUPS} END AS signups,
	${HAS_CHANGED} AS has_changed, ${VERSION} AS signups_version, ${LIVE_POSITION} AS signups_position,
	${SERVER_START} AS server`;

/** `signups` is null when the kept ones are the present ones. Without `has_changed`, signups were not counted. */
export type FirstSignupsRow = {
	signups: ListedSignupRow[] | null;
	has_changed: boolean;
	signups_version: string;
	signups_position: string;
	server: string;
};

/** Returns what is kept of an event's signups, or null, and the values with which a statement compares it. */
export function findKeptSignups(eventId: string): {
	keptSignups: KeptSignups | null;
	binds: { since: string | null; server: string | null; signupsVersion: string | null };
} {
	const keptSignups = kept.get(eventId) ?? null;
	const { position: since = null, server = null, version: signupsVersion = null } = keptSignups ?? {};
	return { keptSignups, binds: { since, server, signupsVersion } };
}

/**
 * Returns the signups of the first page of an event in the order of the card, and the numbers of all: those of its row, or
 * of `keptSignups`, with which the row was read. Keeps them for the next viewer.
 */
export function takeSignups(
	row: FirstSignupsRow & Counts & { id: string; status: EventStatus },
	keptSignups: KeptSignups | null,
): Counts & { signups: readonly ListedSignupRow[] } {
	const counts =
		keptSignups && !row.has_changed
			? keptSignups.counts
			: {
					...mapStatusFields('count', (status) => row[`${status}_count`]),
					signup_count: row.signup_count,
				};
	const signups = row.signups ?? keptSignups?.signups ?? [];
	kept.delete(row.id);
	// Positions of a replica and of the primary cannot be compared.
	if (!hasReplicas()) {
		// After the event the log has no names, and the first of many signups depend on the viewer.
		const isKept = row.status === 'active' && signups.length <= SIGNUPS_PER_PAGE;
		kept.set(row.id, {
			position: row.signups_position,
			server: row.server,
			version: isKept ? row.signups_version : null,
			signups: isKept ? signups : [],
			counts,
		});
		const [oldest = ''] = kept.keys();
		if (kept.size > MAX_KEPT) kept.delete(oldest);
	}
	return { ...counts, signups };
}
