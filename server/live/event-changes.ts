import { hasReplicas } from '~/database/replicas.ts';
import { execute, one } from '~/database/sql.ts';
import { DAY_MS } from '~/domain/limits.ts';

/** How long a page may be without a stream and still learn which events have changed. */
const KEPT_MS = DAY_MS;

/**
 * SQL for the position in the log of changes: PostgreSQL's snapshot, which tells each committed transaction from those
 * that still run. A statement that reads this and data at once has seen exactly the changes before the position. The
 * snapshot of a standby does not list running transactions, so there the position is its lower end.
 */
export const LIVE_POSITION = `CASE WHEN pg_is_in_recovery()
	THEN format('%1$s:%1$s:', pg_snapshot_xmin(pg_current_snapshot())) ELSE pg_current_snapshot()::text END`;

/** SQL for what tells a database server from itself after a restart and from another one, which may use ids again. */
export const SERVER_START = `extract(epoch FROM pg_postmaster_start_time())::text`;

/**
 * SQL for the transactions that the position `:since` does not contain: those that began after it, and those that ran
 * then. A condition on `pg_snapshot_xmin` would read everything since the oldest of them began.
 */
const BEGAN_SINCE = 'xid >= pg_snapshot_xmax(:since::pg_snapshot)';
const RAN_THEN = 'xid = ANY(ARRAY(SELECT pg_snapshot_xip(:since::pg_snapshot)))';

/** SQL for whether a transaction that the position `:since` does not contain may be gone from the log. */
const IS_OLDER_THAN_LOG =
	'pg_snapshot_xmin(:since::pg_snapshot) < (SELECT xid FROM event_changes ORDER BY xid LIMIT 1)';
const IS_LATER_THAN_NOW = 'pg_snapshot_xmax(:since::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())';

/**
 * Returns SQL for whether there is a change that the position `:since` of the server `:server` does not contain; true
 * without a position. `which` is a condition on the changes. With EXISTS instead of the order, PostgreSQL would read the
 * whole log.
 */
const buildHasChanged = (which: string): string => `(:since::pg_snapshot IS NULL
		OR ${SERVER_START} IS DISTINCT FROM :server
		OR (SELECT xid FROM event_changes WHERE ${BEGAN_SINCE} AND ${which} ORDER BY xid LIMIT 1) IS NOT NULL
		OR (SELECT xid FROM event_changes WHERE ${RAN_THEN} AND ${which} ORDER BY xid LIMIT 1) IS NOT NULL
		OR coalesce(${IS_OLDER_THAN_LOG}, true) OR ${IS_LATER_THAN_NOW})`;

/** SQL for whether any event has changed since `:since`. */
export const HAS_CHANGED_SINCE = buildHasChanged('true');

/** SQL for whether the event `:eventId`, or something that every event may show, has changed since `:since`. */
export const HAS_EVENT_CHANGED_SINCE = buildHasChanged('event_id IN (0, :eventId)');

/** The event of a change that every event may show, as a name or a setting. */
export const ANY_EVENT = '0';

/** `version` differs for each change of an event. */
export type ReportedChange = { event: string; version: number };

export type ReadChanges = {
	/** Where the next reading starts. */
	position: string;
	changes: ReportedChange[];
	/** Where the write-ahead log was after these changes, when there are replicas. */
	lsn?: string;
	/** Whether the log may lack changes since the position: they were deleted, or it comes from another database. */
	isIncomplete: boolean;
};

/** Returns those of the changes that concern `events`; null: all events. */
export const pickChanges = (
	changes: readonly ReportedChange[],
	events: ReadonlySet<string> | null,
): ReportedChange[] => changes.filter(({ event }) => !events || event === ANY_EVENT || events.has(event));

/** Returns the changes of events since a position, each once; for null, only the current position. */
export async function readChanges(since: string | null): Promise<ReadChanges> {
	const row = await one<ReadChanges>(
		`SELECT ${LIVE_POSITION} AS position, ${hasReplicas() ? 'pg_current_wal_insert_lsn()::text AS lsn,' : ''}
			coalesce((SELECT json_agg(json_build_object('event', event_id::text, 'version', xid::text::bigint) ORDER BY xid)
				FROM event_changes WHERE ${BEGAN_SINCE} OR ${RAN_THEN}), '[]') AS changes,
			coalesce(${IS_LATER_THAN_NOW} OR ${IS_OLDER_THAN_LOG}, false) AS "isIncomplete"`,
		{ since },
	);
	if (!row) throw new Error('A SELECT without FROM returned no row.');
	return row;
}

/** Ids of sessions, and of API tokens with the prefix `token-`, as `Authenticated.sessionId` has them. */
type SessionId = string;
const TOKEN_PREFIX = 'token-';

/** Returns those of the sessions that have ended by `now`, or whose user is no longer a member. */
export async function findEndedSessions(sessions: readonly SessionId[], now: Date): Promise<SessionId[]> {
	const isToken = (id: SessionId) => id.startsWith(TOKEN_PREFIX);
	const row = await one<{ valid: SessionId[] }>(
		`SELECT ARRAY(
			SELECT c.id::text FROM sessions c JOIN users u ON u.id = c.user_id AND u.membership_lost_at IS NULL
			WHERE c.id = ANY(:sessionIds::bigint[]) AND c.expires_at > :now
			UNION ALL SELECT '${TOKEN_PREFIX}' || c.id FROM api_tokens c
			JOIN users u ON u.id = c.user_id AND u.membership_lost_at IS NULL
			WHERE c.id = ANY(:tokenIds::bigint[]) AND c.expires_at > :now AND c.revoked_at IS NULL) AS valid`,
		{
			now,
			sessionIds: sessions.filter((id) => !isToken(id)),
			tokenIds: sessions.filter(isToken).map((id) => id.slice(TOKEN_PREFIX.length)),
		},
	);
	const valid = new Set(row?.valid);
	return sessions.filter((id) => !valid.has(id));
}

/**
 * Deletes the changes that no page needs any more at `now`, and returns how many. The last of these stays as the log's
 * first row: the log is complete from there on.
 */
export function deleteOldChanges(now: Date): Promise<number> {
	return execute(
		`DELETE FROM event_changes WHERE created_at < :before
		AND xid < (SELECT xid FROM event_changes WHERE created_at < :before ORDER BY xid DESC LIMIT 1)`,
		{ before: new Date(now.getTime() - KEPT_MS) },
	);
}
