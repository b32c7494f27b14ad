import { inTransaction } from '~/database/connection.ts';
import { hasReplicas } from '~/database/replicas.ts';
import { execute, one } from '~/database/sql.ts';
import { ANY_EVENT, type LivePosition, STANDBY } from '~/domain/live.ts';

/** In a subquery, so that a statement calls the function once and not for each row. */
const EPOCH = '(SELECT revision_epoch())';
const COUNTED = 'coalesce((SELECT r.counted FROM event_revisions r WHERE r.event_id = -1), 0)';
const TOTAL = `(${COUNTED} + (SELECT count(*) FROM event_changes))`;

/** Returns SQL for how often an event has changed. */
const buildCountSql = (eventId: string): string =>
	`(coalesce((SELECT r.counted FROM event_revisions r WHERE r.event_id = ${eventId}), 0)
		+ (SELECT count(*) FROM event_changes c WHERE c.event_id = ${eventId}))`;

/** Returns SQL for how often an event has changed, and what every event shows, as text. */
const buildCountsSql = (eventId: string): string =>
	`(${buildCountSql(eventId)} || '.' || ${buildCountSql(ANY_EVENT)})`;

/**
 * SQL for the revision of the event `e`, as text. What a statement reads together with it may be shown as long as it is
 * equal (decision 0046). Null after a crash of the database until the next epoch begins.
 */
export const REVISION = `(${EPOCH} || '.' || ${buildCountsSql('e.id')})`;

/** SQL for the revision of what every event shows, as text: what `toCommonRevision` returns for that of an event. */
export const COMMON_REVISION = `(${EPOCH} || '.' || ${buildCountSql(ANY_EVENT)})`;

/** Returns the revision of what every event shows, as it was at a revision of an event (`REVISION`). */
export const toCommonRevision = (revision: string | null): string | null =>
	revision?.replace(/\.[^.]*/, '') ?? null;

/**
 * SQL for the revision of the event `e` that stays equal after its end or cancellation when only something changes that
 * every event shows. Null when there is no event.
 */
export const ACTIVE_REVISION = `CASE WHEN e.status = 'active' THEN ${REVISION}
	WHEN e.id IS NOT NULL THEN ${EPOCH} || '.' || ${buildCountSql('e.id')} END`;

/**
 * SQL for a position in the changes of all events, as text (`parsePosition`). Data of the same statement has the changes up
 * to it, on a standby all but the last ones (`hasChange`).
 */
export const POSITION = `(coalesce(${EPOCH}, '') || '.' || ${TOTAL})`;

/** Returns the position of a page that only shows this event, with its revision: other events do not concern it. */
export const toEventPosition = (position: string, eventId: string, revision: string | null): string =>
	revision === null ? position : `${position}.${eventId}.${revision.slice(revision.indexOf('.') + 1)}`;

/** A change of an event, and the number of all changes when it was found. */
export type ReportedChange = { event: string; version: number };

export type FoundChanges = {
	changes: ReportedChange[];
	/** The position of these changes. */
	position: string;
	/** Where the write-ahead log was after these changes, when there are replicas. */
	lsn?: string;
	/** Whether there may be other changes: the database has lost some, or it is another one. */
	isIncomplete: boolean;
};

type Row = { epoch: string | null; total: string; position: string; lsn?: string };
const selectRow = (columns: string): string =>
	`SELECT ${EPOCH} AS epoch, ${TOTAL} AS total, ${POSITION} AS position,
		${hasReplicas() ? 'pg_current_wal_insert_lsn()::text AS lsn,' : ''} ${columns}`;

/** What a reading of the log found, for the next one. */
export type LogReading = {
	epoch: string | null;
	total: string;
	counted: string;
	/** The numbers of changes of the events in the log, and of those that were counted since the reading before. */
	counts: Readonly<Record<string, number>>;
};

/** Reads which events have changed since the last reading; without one, only where the log is. */
export async function readChanges(last: LogReading | null): Promise<FoundChanges & { reading: LogReading }> {
	const row = await one<Row & { counted: string; counts: LogReading['counts'] | null }>(
		selectRow(`${COUNTED} AS counted, CASE WHEN ${TOTAL} IS DISTINCT FROM :total::bigint THEN
			coalesce((SELECT json_object_agg(event_id, count) FROM (
				SELECT event_id, sum(count) AS count FROM (
					SELECT event_id, count(*) FROM event_changes GROUP BY event_id
					UNION ALL SELECT event_id, counted FROM event_revisions WHERE event_id >= 0
						AND (all_counted > :counted::bigint OR event_id IN (SELECT event_id FROM event_changes))
				) AS parts GROUP BY event_id) AS counts), '{}') END AS counts`),
		{ total: last?.total ?? null, counted: last?.counted ?? null },
	);
	if (!row) throw new Error('A SELECT without FROM returned no row.');
	const { epoch, total, counted, counts, position, lsn } = row;
	const changed = Object.keys(counts ?? {}).filter((event) => last && last.counts[event] !== counts?.[event]);
	return {
		reading: { epoch, total, counted, counts: counts ?? last?.counts ?? {} },
		changes: changed.map((event) => ({ event, version: Number(total) })),
		position,
		...(lsn && { lsn }),
		isIncomplete: last !== null && last.epoch !== epoch,
	};
}

/**
 * Reads what data that was read at a position lacks; for null, only the current position. A position of all events only says
 * that some event has changed.
 */
export async function readMissed(since: LivePosition | null): Promise<FoundChanges> {
	const row = await one<Row & { counts: string }>(
		selectRow(`${buildCountsSql(':eventId::bigint')} AS counts`),
		{
			eventId: since?.event?.id ?? ANY_EVENT,
		},
	);
	if (!row) throw new Error('A SELECT without FROM returned no row.');
	const { epoch, total, counts, position, lsn } = row;
	const isCurrent = since?.event
		? since.event.counts === counts
		: since === null || since.total === Number(total);
	return {
		changes: isCurrent ? [] : [{ event: since?.event?.id ?? ANY_EVENT, version: Number(total) }],
		position,
		...(lsn && { lsn }),
		// A standby does not know the epoch.
		isIncomplete: since !== null && since.epoch !== STANDBY && since.epoch !== epoch,
	};
}

/**
 * Counts the rows of the log and deletes them, which changes no revision, and returns how many. Begins the next epoch after
 * a crash of the database.
 */
export function countChanges(): Promise<number> {
	return inTransaction(async (transaction) => {
		await execute("SELECT pg_advisory_xact_lock(hashtext('townbell.count-changes'))", {}, transaction);
		await execute('INSERT INTO revision_epochs DEFAULT VALUES ON CONFLICT DO NOTHING', {}, transaction);
		const row = await one<{ count: number }>(
			`WITH gone AS (DELETE FROM event_changes RETURNING event_id),
			counts AS (SELECT event_id, count(*) FROM gone GROUP BY event_id UNION ALL SELECT -1, count(*) FROM gone),
			saved AS (INSERT INTO event_revisions AS r (event_id, counted, all_counted)
				SELECT event_id, count, ${COUNTED} + (SELECT count(*) FROM gone) FROM counts WHERE count > 0
				ON CONFLICT (event_id) DO UPDATE SET counted = r.counted + EXCLUDED.counted, all_counted = EXCLUDED.all_counted)
			SELECT count(*)::int AS count FROM gone`,
			{},
			transaction,
		);
		return row?.count ?? 0;
	});
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
