import { hasReplicas } from '~/database/replicas.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { SIGNUPS_PER_PAGE } from '~/domain/limits.ts';
import { HAS_EVENT_CHANGED_SINCE, LIVE_POSITION } from '../../live/event-changes.ts';
import type { ListedSignupRow } from '../../wire/signups.ts';
import { FIRST_SIGNUPS } from './listed-signups.ts';

/**
 * The signups of an active event that fit on one page, in the order of the card. They are the present ones when the log
 * has no change of the event since `position`, and `version` is the present one (decision 0066).
 */
type KeptSignups = { position: string; version: string; signups: readonly ListedSignupRow[] };

/** Signups of at most this many events are kept, those that were read last; 100 events with 40 signups take 2 MB. */
const MAX_KEPT = 100;
const kept = new Map<string, KeptSignups>();

/**
 * Changes with each saved row, also with what the log of changes leaves out on purpose, as notes. Rows that are new or
 * gone are in the log. The limit is for events whose signups are not kept.
 */
const VERSION = `(SELECT coalesce(sum(v.xmin::text::bigint), 0)::text
	FROM (SELECT s.xmin FROM signups s WHERE s.event_id = :eventId LIMIT ${SIGNUPS_PER_PAGE}) AS v)`;

/**
 * SQL for the columns of `FirstSignupsRow` of the event `e`, which is `:eventId`, in one snapshot. Its values are those of
 * `findKeptSignups` and `:viewer`.
 */
export const FIRST_SIGNUPS_UNLESS_KEPT = `CASE WHEN ${HAS_EVENT_CHANGED_SINCE} OR ${VERSION} IS DISTINCT FROM :signupsVersion
		THEN ${FIRST_SIGNUPS} END AS signups,
	${VERSION} AS signups_version, ${LIVE_POSITION} AS signups_position`;

/** `signups` is null when the kept ones are the present ones. */
export type FirstSignupsRow = {
	signups: ListedSignupRow[] | null;
	signups_version: string;
	signups_position: string;
};

/** Returns what is kept of an event's signups, or null, and the values with which a statement compares it. */
export function findKeptSignups(eventId: string): {
	keptSignups: KeptSignups | null;
	binds: { since: string | null; signupsVersion: string | null };
} {
	const keptSignups = kept.get(eventId) ?? null;
	const { position: since = null, version: signupsVersion = null } = keptSignups ?? {};
	return { keptSignups, binds: { since, signupsVersion } };
}

/**
 * Returns the signups of the first page of an event in the order of the card: those of its row, or `keptSignups`, with which
 * the row was read. Keeps them for the next viewer. Throws an Error when both are null.
 */
export function takeFirstSignups(
	row: FirstSignupsRow & { id: string; status: EventStatus },
	keptSignups: KeptSignups | null,
): readonly ListedSignupRow[] {
	const { signups, signups_version: version } = row;
	const present = signups ? { position: '', version, signups } : keptSignups;
	if (!present) throw new Error('There are no kept signups.');
	present.position = row.signups_position;
	kept.delete(row.id);
	// After the event the log has no names. Positions of a replica and of the primary cannot be compared.
	if (row.status === 'active' && present.signups.length <= SIGNUPS_PER_PAGE && !hasReplicas()) {
		kept.set(row.id, present);
		const [oldest = ''] = kept.keys();
		if (kept.size > MAX_KEPT) kept.delete(oldest);
	}
	return present.signups;
}
