import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { signupCalls } from '~/app/routes/api/calls/signups.ts';
import { loader as loadEventPage, action as sendEventForm } from '~/app/routes/event/route.tsx';
import { loader as loadEventList, action as sendQuickSignup } from '~/app/routes/events/route.tsx';
import { loader as loadProfile } from '~/app/routes/profile/route.tsx';
import { closeDatabase, connectDatabase, inTransaction } from '~/database/connection.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { setMigrated } from '~/server/http/health.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { type ExecutedPlan, type PlanNode, recordPlans, reportPlans } from '~/tests/support/query-plans.ts';
import { type Handler, runRequest, sendForm, sendJson, type TestRequest } from '~/tests/support/requests.ts';
import { readSources } from '~/tests/support/sources.ts';

/**
 * The spike of docs/scale.md: the app's own requests in a database of many communities, where a partition stands for a
 * shard. The app's statements have no condition on community_id; row-level security adds it to each of their tables.
 */
useTestEnvironment();
const db = useDatabase();

/** Their rows are on different shards. */
const OURS = 1;
const THEIRS = 2;

let session: string;
let eventId: string;
let theirEventId: string;
let ourShard: string;
let objectsBefore: string[];
let catalogBefore: string;

/** Runs the statements as superuser, for whom row-level security does not apply. */
async function asSuperuser<Row extends object>(...statements: string[]): Promise<Row[]> {
	const client = new pg.Client({ connectionString: db.url });
	await client.connect();
	try {
		await client.query('SET ROLE NONE');
		let result: pg.QueryResult | undefined;
		for (const statement of statements) result = await client.query(statement);
		return result?.rows ?? [];
	} finally {
		await client.end();
	}
}

/**
 * The two changes that the app's statements need: keys of many communities begin with community_id, and an insert into
 * a partitioned table returns no system column.
 */
const toManyCommunities = (sql: string): string =>
	sql
		.replace(/ON CONFLICT ?\((?!community_id)/g, 'ON CONFLICT (community_id, ')
		.replaceAll('(xmax = 0)', '(old.id IS NULL)');

function changeStatements(): void {
	const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
	vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
		const [config, ...rest] = args as [string | pg.QueryConfig, ...unknown[]];
		const changed =
			typeof config === 'string'
				? toManyCommunities(config)
				: Object.assign(config, { text: toManyCommunities(config.text) });
		return query.call(this, changed, ...rest);
	} as never);
}

/** Returns the names of all keys, indexes and triggers. Partitions have copies with other names. */
const listObjects = async (): Promise<string[]> =>
	(
		await rows<{ name: string }>(
			`SELECT c.contype::text || ' ' || c.conname AS name FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
			WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('p', 'u', 'f', 'c')
				AND NOT t.relispartition AND c.conparentid = 0
			UNION ALL SELECT 'index ' || relname FROM pg_class
			WHERE relnamespace = 'public'::regnamespace AND relkind IN ('i', 'I') AND NOT relispartition
			UNION ALL SELECT t.relname || ' trigger ' || tgname FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
			WHERE NOT tgisinternal AND tgparentid = 0 AND t.relnamespace = 'public'::regnamespace`,
		)
	)
		.map(({ name }) => name)
		.toSorted();

/** Returns how docs/scale.md counts the catalog before the script. */
const describeCatalog = async (): Promise<string> => {
	const found = await one<{ text: string }>(
		`WITH tables AS (SELECT oid, relkind FROM pg_class
				WHERE relnamespace = 'public'::regnamespace AND relname NOT LIKE 'schema_migrations%'),
			keys AS (SELECT confdeltype FROM pg_constraint JOIN tables t ON t.oid = conrelid WHERE contype = 'f'),
			triggers AS (SELECT tgfoid FROM pg_trigger JOIN tables t ON t.oid = tgrelid WHERE NOT tgisinternal)
		SELECT format('%s tables, %s indexes, %s foreign keys (%s of them \`ON DELETE SET NULL\`), %s triggers and %s trigger functions',
			(SELECT count(*) FROM tables WHERE relkind = 'r'), (SELECT count(*) FROM tables WHERE relkind = 'i'),
			(SELECT count(*) FROM keys), (SELECT count(*) FROM keys WHERE confdeltype = 'n'),
			(SELECT count(*) FROM triggers), (SELECT count(DISTINCT tgfoid) FROM triggers)) AS text`,
	);
	return String(found?.text);
};

/** 20 users and 20 events, each with 10 signups, comments and a group of 5. */
const fillCommunity = (community: number): string[] => [
	`SET townbell.community = '${community}'`,
	`INSERT INTO users (username, membership_checked_at) SELECT 'member-' || n, now() FROM generate_series(1, 20) n`,
	`INSERT INTO events (title, date, creator_id) SELECT 'Game night ' || n, now() + n * interval '1 day',
		(SELECT min(id) FROM users WHERE community_id = ${community}) FROM generate_series(1, 20) n`,
	`INSERT INTO signups (event_id, user_id, status, linked_at) SELECT e.id, u.id, 'confirmed', now() FROM events e,
		(SELECT id FROM users WHERE community_id = ${community} ORDER BY id LIMIT 10) u WHERE e.community_id = ${community}`,
	`INSERT INTO comments (event_id, user_id, body) SELECT event_id, user_id, 'See you there' FROM signups
		WHERE community_id = ${community}`,
	`INSERT INTO groups (event_id, client_id, name) SELECT id, 'g', 'Group 1' FROM events WHERE community_id = ${community}`,
	`INSERT INTO group_players (group_id, event_id, user_id) SELECT g.id, g.event_id, u.id FROM groups g,
		(SELECT id FROM users WHERE community_id = ${community} ORDER BY id LIMIT 5) u WHERE g.community_id = ${community}`,
];

const findShard = async (community: number): Promise<string> =>
	(
		await asSuperuser<{ shard: string }>(
			`SELECT substring(tableoid::regclass::text FROM '\\d+$') AS shard FROM events WHERE community_id = ${community} LIMIT 1`,
		)
	)[0]?.shard as string;

const findEvent = async (community: number): Promise<string> =>
	(await asSuperuser<{ id: string }>(`SELECT min(id) AS id FROM events WHERE community_id = ${community}`))[0]
		?.id as string;

beforeAll(async () => {
	objectsBefore = await listObjects();
	catalogBefore = await describeCatalog();
	// A row from before the script.
	const admin = await createUserRow({ role: 'admin', membershipCheckedAt: new Date() });
	await asSuperuser(
		await readFile('deploy/citus/communities.sql', 'utf8'),
		'GRANT USAGE ON SCHEMA queue TO townbell_communities',
		'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA queue TO townbell_communities',
	);
	await asSuperuser(...fillCommunity(OURS));
	await asSuperuser(...fillCommunity(THEIRS), 'ANALYZE');
	eventId = await findEvent(OURS);
	theirEventId = await findEvent(THEIRS);
	ourShard = await findShard(OURS);
	await reportPlans(db.url);
	const name = new URL(db.url).pathname.slice(1);
	// Triggers and the checks of foreign keys are statements within statements.
	await asSuperuser(
		`ALTER DATABASE "${name}" SET auto_explain.log_nested_statements = on`,
		`ALTER DATABASE "${name}" SET townbell.community = '${OURS}'`,
		`ALTER DATABASE "${name}" SET role = 'townbell_communities'`,
	);
	await closeDatabase();
	connectDatabase({ url: db.url, poolMax: 1 });
	setMigrated(true);
	session = await startSession(admin.id, new Date());
});

beforeEach(changeStatements);

const listShards = (plans: readonly ExecutedPlan[]): Set<string | undefined> =>
	new Set(listScans(plans).map((node) => /_shard_(\d+)$/.exec(String(node['Relation Name']))?.[1]));

/** Returns the nodes that read a table of a community. An insert names the whole table and writes to one shard. */
const listScans = (plans: readonly ExecutedPlan[]): PlanNode[] =>
	plans.flatMap(({ nodes }) =>
		nodes.filter((node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable'),
	);

/** Returns the scans without a condition on the community. */
const listUnboundScans = (plans: readonly ExecutedPlan[]) =>
	listScans(plans).filter((node) => {
		const conditions = node as Record<string, unknown>;
		return !['Index Cond', 'Recheck Cond', 'Filter'].some((key) =>
			String(conditions[key]).includes('community_id ='),
		);
	});

const REQUESTS: Record<string, (eventId: string) => TestRequest> = {
	'the list of events': () => ({ path: '/events', handlers: [loadEventList] }),
	'the past events': () => ({ path: '/events?view=past&q=night', handlers: [loadEventList] }),
	'an event': (id) => ({ path: `/events/${id}`, params: { eventId: id }, handlers: [loadEventPage] }),
	'the profile': () => ({ path: '/profile', handlers: [loadProfile] }),
	'a signup by form': (id) => ({
		path: `/events/${id}`,
		params: { eventId: id },
		handlers: [sendEventForm],
		init: sendForm({ intent: 'signups.put', status: 'late', notes: '' }),
	}),
	'a quick signup': (id) => ({
		path: '/events',
		handlers: [sendQuickSignup],
		init: sendForm({ intent: 'signups.put', eventId: id, status: 'late' }),
	}),
	'a signup by API': (id) => ({
		path: `/api/events/${id}/signup`,
		params: { eventId: id },
		handlers: [signupCalls[0]?.handle as Handler],
		init: sendJson(session, { status: 'confirmed' }),
	}),
	'a removed signup': (id) => ({
		path: `/events/${id}`,
		params: { eventId: id },
		handlers: [sendEventForm],
		init: sendForm({ intent: 'signups.remove' }),
	}),
	'a comment': (id) => ({
		path: `/events/${id}`,
		params: { eventId: id },
		handlers: [sendEventForm],
		init: sendForm({ intent: 'comments.create', body: 'See you there', key: crypto.randomUUID() }),
	}),
};

test('the two communities are on different shards', async () => {
	expect(await findShard(THEIRS)).not.toBe(ourShard);
});

describe('each statement of the most frequent requests, its triggers and key checks read one shard', () => {
	test.each(Object.entries(REQUESTS))('%s', async (_, toRequest) => {
		const plans = await recordPlans(() => runRequest(session, toRequest(eventId)));
		expect(plans.length).toBeGreaterThan(1);
		expect([...listShards(plans)]).toEqual([ourShard]);
		// Citus sends a statement to one shard when each of its tables has a condition on the same community.
		expect(listUnboundScans(plans)).toEqual([]);
	});
});

describe('another community', () => {
	const countTheirs = () =>
		asSuperuser(
			`SELECT (SELECT count(*) FROM signups WHERE community_id = ${THEIRS}) AS signups,
				(SELECT count(*) FROM comments WHERE community_id = ${THEIRS}) AS comments,
				(SELECT count(*) FROM events WHERE community_id = ${THEIRS} AND title LIKE 'Game night %') AS events`,
		);

	test.each(['an event', 'a signup by form', 'a signup by API', 'a removed signup', 'a comment'])(
		'is not reached by %s',
		async (name) => {
			const before = await countTheirs();
			const request = REQUESTS[name] as (id: string) => TestRequest;
			const plans = await recordPlans(() =>
				runRequest(session, request(theirEventId)).catch(() => undefined),
			);
			expect([...listShards(plans)]).toEqual([ourShard]);
			expect(await countTheirs()).toEqual(before);
		},
	);

	test('is not read, changed or deleted by statements without a condition', async () => {
		const before = await countTheirs();
		await inTransaction(async (transaction) => {
			expect(await rows('SELECT DISTINCT community_id FROM signups', {}, transaction)).toEqual([
				{ community_id: String(OURS) },
			]);
			expect(await execute(`UPDATE events SET title = 'Changed'`, {}, transaction)).toBe(20);
			await execute('DELETE FROM comments', {}, transaction);
			throw new Error('roll back');
		}).catch((error) => expect(error).toMatchObject({ message: 'roll back' }));
		expect(await execute(`UPDATE events SET title = 'Changed' WHERE id = ${theirEventId}`)).toBe(0);
		expect(await execute(`DELETE FROM events WHERE community_id = ${THEIRS}`)).toBe(0);
		expect(await countTheirs()).toEqual(before);
	});

	test('gets no row', async () => {
		const insert = `INSERT INTO users (username, community_id) VALUES ('guest', ${THEIRS})`;
		await expect(execute(insert)).rejects.toThrow('violates row-level security policy');
		await expect(execute(`UPDATE users SET community_id = ${THEIRS}`)).rejects.toThrow(
			'violates row-level security policy',
		);
	});

	test('is not named by a foreign key', async () => {
		const insert = `INSERT INTO comments (event_id, user_id, body) SELECT ${theirEventId}, min(id), 'Hello' FROM users`;
		await expect(execute(insert)).rejects.toThrow('comments_event_id_fkey');
	});
});

test('without the setting of the community, each statement fails', async () => {
	await expect(
		inTransaction(async (transaction) => {
			await execute(`SET LOCAL townbell.community = ''`, {}, transaction);
			await one('SELECT id FROM events', {}, transaction);
		}),
	).rejects.toThrow('invalid input syntax for type bigint');
});

test('no key, index or trigger is lost, and each key begins with the community', async () => {
	expect(await listObjects()).toEqual(objectsBefore);
	const others = await rows(
		`SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
			JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
		WHERE i.indisunique AND t.relkind = 'p' AND t.relnamespace = 'public'::regnamespace AND a.attname <> 'community_id'
		UNION ALL
		SELECT c.conname FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
			JOIN pg_attribute f ON f.attrelid = c.confrelid AND f.attnum = c.confkey[1]
		WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND (a.attname <> 'community_id' OR f.attname <> 'community_id')
		UNION ALL
		SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND NOT relispartition
			AND relname <> 'schema_migrations' AND (relkind = 'r' OR relkind = 'p' AND NOT relrowsecurity)`,
	);
	expect(others).toEqual([]);
});

test('docs/scale.md names each file whose statements change', async () => {
	const text = await readFile('docs/scale.md', 'utf8');
	const sources = readSources();
	const changed = sources
		.filter(({ source }) => toManyCommunities(source) !== source)
		.map(({ file }) => file);
	expect(changed.filter((path) => !text.includes(`\`${path}\``))).toEqual([]);
});

test('docs/scale.md counts what is in the catalog today', async () => {
	expect(await readFile('docs/scale.md', 'utf8')).toContain(catalogBefore);
});

test('without row-level security, the requests read every shard', async () => {
	await asSuperuser(
		`DO $$ DECLARE item regclass; BEGIN
			FOR item IN SELECT oid FROM pg_class WHERE relrowsecurity LOOP
				EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', item);
			END LOOP; END $$`,
	);
	const plans = await recordPlans(() =>
		runRequest(session, REQUESTS['the list of events']?.(eventId) as TestRequest),
	);
	expect(listShards(plans).size).toBe(4);
	expect(listUnboundScans(plans)).not.toEqual([]);
});
