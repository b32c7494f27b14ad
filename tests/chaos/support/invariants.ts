import { isOpen } from '~/tests/mocks/discord/scheduled-events.ts';
import type { Ledger } from './ledger.ts';
import type { Town } from './town.ts';
import { until } from './until.ts';

/** Longer than a lost job waits for its next try (docs/operations.md, "The mirror on Discord"). */
const SETTLE_MS = 150_000;
/** A replica's pool, its queue, its place in line for the gateway. */
const CONNECTIONS_PER_REPLICA = 14;

/** What no row may ever be, whatever was done: each query answers the rows that are. */
const ALWAYS = {
	'a signup twice': `SELECT event_id, user_id FROM signups GROUP BY 1, 2 HAVING count(*) > 1`,
	'a comment twice': `SELECT body FROM comments WHERE body LIKE 'Comment %-%' GROUP BY 1 HAVING count(*) > 1`,
	'an event twice': `SELECT title FROM events WHERE title LIKE 'Event %-%' GROUP BY 1 HAVING count(*) > 1`,
	'a key without its work': `SELECT key FROM idempotency_keys WHERE state = 'started'`,
	'a mirror without its event': `SELECT m.event_id FROM discord_mirrors m LEFT JOIN events e ON e.id = m.event_id
		WHERE e.id IS NULL AND m.wanted = 'present'`,
	'an event and its mirror that disagree': `SELECT e.id FROM events e JOIN discord_mirrors m ON m.event_id = e.id
		WHERE e.discord_event_id IS DISTINCT FROM m.discord_event_id`,
	'two mirrors of one Discord event': `SELECT discord_event_id FROM discord_mirrors
		WHERE discord_event_id IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
	'an import that is done by half': `SELECT r.id FROM import_runs r JOIN events e ON e.id = r.event_id
		WHERE r.state = 'done' AND (r.result->>'signupsImported')::int <>
			(SELECT count(*) FROM signups s WHERE s.event_id = e.id AND s.signup_source = 'discord')`,
	'an import that is not done with an event': `SELECT r.id FROM import_runs r
		JOIN events e ON e.discord_event_id = r.discord_event_id
		WHERE NOT EXISTS (SELECT 1 FROM import_runs d WHERE d.event_id = e.id AND d.state = 'done')`,
};

/** What the clients know of their own writes, against the rows; $1 is their list as JSON. */
const ACKNOWLEDGED = {
	signups: `WITH w AS (SELECT * FROM jsonb_to_recordset($1) AS w("eventId" bigint, "userId" bigint, last text, maybe text[]))
		SELECT w.*, s.event_id, s.user_id, s.status FROM w
		FULL JOIN (SELECT * FROM signups WHERE event_id IN (SELECT "eventId" FROM w)) s
			ON s.event_id = w."eventId" AND s.user_id = w."userId"
		WHERE NOT coalesce(s.status = w.last OR s.status = ANY(w.maybe), w.last IS NULL AND s.id IS NULL)`,
	descriptions: `SELECT w.*, e.description FROM jsonb_to_recordset($1) AS w("eventId" bigint, last text, maybe text[])
		LEFT JOIN events e ON e.id = w."eventId"
		WHERE NOT coalesce(e.description = w.last OR e.description = ANY(w.maybe), false)`,
	comments: `WITH w AS (SELECT * FROM jsonb_to_recordset($1) AS w(body text, "eventId" bigint, "isWritten" boolean))
		SELECT w.*, c.body AS found FROM w
		FULL JOIN (SELECT * FROM comments WHERE event_id IN (SELECT "eventId" FROM w)) c ON c.body = w.body
		WHERE w.body IS NULL OR (w."isWritten" AND c.id IS NULL)`,
	events: `SELECT w.* FROM jsonb_to_recordset($1) AS w(title text, "isWritten" boolean)
		LEFT JOIN events e ON e.title = w.title WHERE w."isWritten" AND e.id IS NULL`,
};

/**
 * Checks after a scenario, with the load stopped: every acknowledged write is there once, nothing is there that nobody
 * asked for, nothing is half done, Discord has every mirrored event once, and no lock or connection is left.
 */
export async function expectInvariants(town: Town, ledger?: Ledger): Promise<void> {
	const ended = town.replicas.filter(({ child }) => child.exitCode !== null || child.signalCode !== null);
	requireNone(
		'a replica ended',
		ended.map(({ output }) => output().slice(-2_000)),
	);
	await expectMirrorsSettled(town);
	for (const [what, query] of Object.entries(ALWAYS)) {
		requireNone(what, (await town.pool.query(query)).rows);
	}
	if (ledger) await expectAcknowledged(town, ledger);
	await expectNothingHeld(town);
	requireNone('Discord would have refused this', town.discord.state.violations);
}

function requireNone(what: string, found: readonly unknown[]): void {
	if (found.length > 0) throw new Error(`${what} (${found.length}): ${JSON.stringify(found.slice(0, 5))}`);
}

/** Waits until a query answers no row; throws with the rows that are left. */
async function untilNone({ pool }: Town, what: string, query: string, milliseconds: number): Promise<void> {
	let rows: unknown[] = [];
	const isEmpty = async () => {
		rows = (await pool.query(query)).rows;
		return rows.length === 0;
	};
	await until(what, isEmpty, milliseconds).catch(() => requireNone(what, rows));
}

async function expectAcknowledged({ pool }: Town, ledger: Ledger): Promise<void> {
	const lists = {
		signups: [...ledger.signups.values()],
		descriptions: [...ledger.descriptions.values()],
		comments: [...ledger.comments].map(([body, entry]) => ({ body, ...entry })),
		events: [...ledger.events].map(([title, entry]) => ({ title, ...entry })),
	};
	for (const [name, query] of Object.entries(ACKNOWLEDGED)) {
		const list = lists[name as keyof typeof lists];
		const { rows } = await pool.query(query, [JSON.stringify(list)]);
		requireNone(`${name} that differ from what was acknowledged`, rows);
	}
}

/** Every mirror agrees, and the bot's open events on Discord are exactly those that our rows name. */
async function expectMirrorsSettled(town: Town): Promise<void> {
	const unsettled = `SELECT event_id, wanted, state, error FROM discord_mirrors WHERE state <> 'synced'`;
	await untilNone(town, 'a mirror that is not synced', unsettled, SETTLE_MS);
	const { rows } = await town.pool.query<{ id: string }>(
		`SELECT m.discord_event_id AS id FROM discord_mirrors m JOIN events e ON e.id = m.event_id
		WHERE e.status = 'active'`,
	);
	const linked = new Set(rows.map(({ id }) => id));
	const { events, guild } = town.discord.state;
	const open = events.list().filter(isOpen);
	const openIds = new Set(open.map(({ id }) => id));
	requireNone(
		'a mirror that is not on Discord',
		[...linked].filter((id) => !openIds.has(id)),
	);
	const strays = open.filter(({ id, creatorId }) => creatorId === guild.botUserId && !linked.has(id));
	requireNone(
		'an event on Discord that no row names',
		strays.map(({ id, name }) => ({ id, name })),
	);
}

async function expectNothingHeld(town: Town): Promise<void> {
	const ours = `FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'townbell%'`;
	const open = `SELECT pid, state, query ${ours} AND (state LIKE 'idle in transaction%' OR wait_event_type = 'Lock')`;
	await untilNone(town, 'an open transaction or a lock that is waited for', open, 15_000);
	const most = town.replicas.length * CONNECTIONS_PER_REPLICA;
	const tooMany = `SELECT count(*)::int AS connections ${ours} HAVING count(*) > ${most}`;
	await untilNone(town, 'connections that were left behind', tooMany, 90_000);
}
