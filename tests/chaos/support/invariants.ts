import { isOpen } from '~/tests/mocks/discord/scheduled-events.ts';
import type { Cluster } from './cluster.ts';
import type { Ledger } from './ledger.ts';
import { waitUntil } from './wait-until.ts';

/** Longer than the retry delay of a lost job (docs/operations.md, "The mirror on Discord"). */
const MAX_SETTLE_MS = 150_000;
/** A replica's pool, its queue, the connection for notifications, and the one that waits for the gateway's lock. */
const CONNECTIONS_PER_REPLICA = 15;

/** Each query returns rows that must never exist. */
const FORBIDDEN_ROWS = {
	'duplicate signups': `SELECT event_id, user_id FROM signups GROUP BY 1, 2 HAVING count(*) > 1`,
	'duplicate comments': `SELECT body FROM comments WHERE body LIKE 'Comment %-%' GROUP BY 1 HAVING count(*) > 1`,
	'duplicate events': `SELECT title FROM events WHERE title LIKE 'Event %-%' GROUP BY 1 HAVING count(*) > 1`,
	'idempotency keys without a result': `SELECT key FROM idempotency_keys WHERE state = 'started'`,
	'mirrors without an event': `SELECT m.event_id FROM discord_mirrors m LEFT JOIN events e ON e.id = m.event_id
		WHERE e.id IS NULL AND m.wanted = 'present'`,
	'events that differ from their mirror': `SELECT e.id FROM events e JOIN discord_mirrors m ON m.event_id = e.id
		WHERE e.discord_event_id IS DISTINCT FROM m.discord_event_id`,
	'several mirrors of one Discord event': `SELECT discord_event_id FROM discord_mirrors
		WHERE discord_event_id IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
	'incomplete imports': `SELECT r.id FROM import_runs r JOIN events e ON e.id = r.event_id
		WHERE r.state = 'done' AND (r.result->>'signupsImported')::int <>
			(SELECT count(*) FROM signups s WHERE s.event_id = e.id AND s.signup_source = 'discord')`,
	'unfinished imports with an event': `SELECT r.id FROM import_runs r
		JOIN events e ON e.discord_event_id = r.discord_event_id
		WHERE NOT EXISTS (SELECT 1 FROM import_runs d WHERE d.event_id = e.id AND d.state = 'done')`,
};

/** Each query returns the differences between the clients' writes and the rows. $1 is the list of writes as JSON. */
const LEDGER_DIFFERENCES = {
	signups: `WITH w AS (SELECT * FROM jsonb_to_recordset($1) AS w("eventId" bigint, "userId" bigint, last text, uncertain text[]))
		SELECT w.*, s.event_id, s.user_id, s.status FROM w
		FULL JOIN (SELECT * FROM signups WHERE event_id IN (SELECT "eventId" FROM w)) s
			ON s.event_id = w."eventId" AND s.user_id = w."userId"
		WHERE NOT coalesce(s.status = w.last OR s.status = ANY(w.uncertain), w.last IS NULL AND s.id IS NULL)`,
	descriptions: `SELECT w.*, e.description FROM jsonb_to_recordset($1) AS w("eventId" bigint, last text, uncertain text[])
		LEFT JOIN events e ON e.id = w."eventId"
		WHERE NOT coalesce(e.description = w.last OR e.description = ANY(w.uncertain), false)`,
	comments: `WITH w AS (SELECT * FROM jsonb_to_recordset($1) AS w(body text, "eventId" bigint, "isAcknowledged" boolean))
		SELECT w.*, c.body AS found FROM w
		FULL JOIN (SELECT * FROM comments WHERE event_id IN (SELECT "eventId" FROM w)) c ON c.body = w.body
		WHERE w.body IS NULL OR (w."isAcknowledged" AND c.id IS NULL)`,
	events: `SELECT w.* FROM jsonb_to_recordset($1) AS w(title text, "isAcknowledged" boolean, "isDeleted" boolean)
		LEFT JOIN events e ON e.title = w.title WHERE w."isAcknowledged" AND (e.id IS NULL) <> w."isDeleted"`,
};

/**
 * Checks the state after a scenario, with the load stopped: every acknowledged write exists once, no row exists without
 * a request, no work is incomplete, Discord has every mirrored event once, and no lock or connection stays open.
 */
export async function expectInvariants(cluster: Cluster, ledger?: Ledger): Promise<void> {
	const exitedReplicas = cluster.replicas.filter(
		({ child }) => child.exitCode !== null || child.signalCode !== null,
	);
	expectNone(
		'replicas that exited',
		exitedReplicas.map(({ output }) => output().slice(-2_000)),
	);
	await expectMirrorsSettled(cluster);
	for (const [label, query] of Object.entries(FORBIDDEN_ROWS)) {
		expectNone(label, (await cluster.pool.query(query)).rows);
	}
	if (ledger) await expectAcknowledged(cluster, ledger);
	await expectNothingOpen(cluster);
	expectNone('requests that Discord would refuse', cluster.discord.state.violations);
}

function expectNone(label: string, rows: readonly unknown[]): void {
	if (rows.length > 0) throw new Error(`${label} (${rows.length}): ${JSON.stringify(rows.slice(0, 5))}`);
}

/** Waits until a query returns no row. Throws with the remaining rows. */
async function waitUntilNone(
	{ pool }: Cluster,
	label: string,
	query: string,
	timeoutMs: number,
): Promise<void> {
	let rows: unknown[] = [];
	const isEmpty = async () => {
		rows = (await pool.query(query)).rows;
		return rows.length === 0;
	};
	await waitUntil(label, isEmpty, timeoutMs).catch(() => expectNone(label, rows));
}

async function expectAcknowledged({ pool }: Cluster, ledger: Ledger): Promise<void> {
	const lists = {
		signups: [...ledger.signups.values()],
		descriptions: [...ledger.descriptions.values()],
		comments: [...ledger.comments].map(([body, entry]) => ({ body, ...entry })),
		events: [...ledger.events].map(([title, entry]) => ({ title, ...entry })),
	};
	for (const [name, query] of Object.entries(LEDGER_DIFFERENCES)) {
		const list = lists[name as keyof typeof lists];
		const { rows } = await pool.query(query, [JSON.stringify(list)]);
		expectNone(`${name} that differ from the acknowledged writes`, rows);
	}
}

/** Every mirror is synced, and the bot's open events on Discord are exactly the events of our rows. */
async function expectMirrorsSettled(cluster: Cluster): Promise<void> {
	const unsettled = `SELECT event_id, wanted, state, error FROM discord_mirrors WHERE state <> 'synced'`;
	await waitUntilNone(cluster, 'mirrors that are not synced', unsettled, MAX_SETTLE_MS);
	const { rows } = await cluster.pool.query<{ id: string }>(
		`SELECT m.discord_event_id AS id FROM discord_mirrors m JOIN events e ON e.id = m.event_id
		WHERE e.status = 'active'`,
	);
	const linked = new Set(rows.map(({ id }) => id));
	const { events, guild } = cluster.discord.state;
	const open = events.list().filter(isOpen);
	const openIds = new Set(open.map(({ id }) => id));
	expectNone(
		'mirrors that are not on Discord',
		[...linked].filter((id) => !openIds.has(id)),
	);
	const unknownEvents = open.filter(({ id, creatorId }) => creatorId === guild.botUserId && !linked.has(id));
	expectNone(
		'events on Discord without a row',
		unknownEvents.map(({ id, name }) => ({ id, name })),
	);
}

async function expectNothingOpen(cluster: Cluster): Promise<void> {
	const ownConnections = `FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'townbell%'`;
	const open = `SELECT pid, state, query ${ownConnections} AND (state LIKE 'idle in transaction%' OR wait_event_type = 'Lock')`;
	await waitUntilNone(cluster, 'open transactions or awaited locks', open, 15_000);
	const maxConnections = cluster.replicas.length * CONNECTIONS_PER_REPLICA;
	const tooMany = `SELECT count(*)::int AS connections ${ownConnections} HAVING count(*) > ${maxConnections}`;
	await waitUntilNone(cluster, 'connections that stay open', tooMany, 90_000);
}
