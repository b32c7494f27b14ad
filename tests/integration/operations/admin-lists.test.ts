import { QueryTypes } from 'sequelize';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { EVENT_SORTS, SIGNUP_SORTS, USER_SORTS } from '~/domain/admin/schema.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createNameFilter } from '~/domain/signups/search.ts';
import {
	listAllEvents,
	listAllSignups,
	listUsers,
	matchEvents,
	matchSignupIds,
} from '~/server/operations/admin/lists.ts';
import { readStats } from '~/server/operations/admin/stats.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import {
	countTouched,
	explain,
	listenToSql,
	listFullScans,
	type PlanNode,
	type Sent,
} from '~/tests/support/plans.ts';

useTestEnvironment();
useDatabase();

const caller = { actor: { id: '1', role: 'admin' as const }, now: new Date('2026-10-15T12:00:00Z') };
const LISTS = { users: listUsers, events: listAllEvents, signups: listAllSignups };
type List = keyof typeof LISTS;
type Item = { id: string } & Record<string, unknown>;
type Answer = { items: Item[]; next: string | null; previous: string | null; total: number | null };
const ask = (list: List, query: Record<string, unknown> = {}) =>
	perform(LISTS[list] as Operation<never, never, unknown>, caller, {
		read: () => ({ limit: 25, ...query }),
	}) as Promise<Answer>;

/**
 * Creates 3,000 users, 600 events and 24,000 signups. Two of every thousand users have a preferred name, and
 * some names have accents.
 */
beforeAll(async () => {
	await database().query(`INSERT INTO users (username, preferred_username, role, created_at)
		SELECT 'player' || n, CASE n % 1000 WHEN 0 THEN 'Đorđe Voß ' || n WHEN 1 THEN 'zoë%_' || n END,
			(ARRAY['player','player','player','storyteller','creator','admin'])[1 + n % 6],
			timestamptz '2026-01-01' + (n / 3) * interval '1 microsecond'
		FROM generate_series(1, 3000) n`);
	await database().query(`INSERT INTO events (title, date, status, created_at)
		SELECT CASE WHEN n % 100 = 0 THEN 'Newcomers’ night ' ELSE 'Friday game ' END || n,
			timestamptz '2024-01-01' + (n / 2) * interval '1 day',
			(ARRAY['active','completed','completed','cancelled'])[1 + n % 4],
			timestamptz '2023-01-01' + n * interval '1 hour'
		FROM generate_series(1, 600) n`);
	await database().query(`INSERT INTO signups (event_id, user_id, status, created_at)
		SELECT e.id, u.id, (ARRAY['confirmed','confirmed','late','tentative','declined'])[1 + (u.id / 75 + e.id) % 5],
			timestamptz '2024-01-01' + (e.id * 7 + u.id % 40) * interval '1 minute'
		FROM events e JOIN users u ON u.id % 75 = e.id % 75`);
	await database().query('ANALYZE');
});

const SORTS = { users: USER_SORTS, events: EVENT_SORTS, signups: SIGNUP_SORTS };
const CASES = (Object.keys(LISTS) as List[]).flatMap((list) =>
	SORTS[list].map((sort) => [list, sort] as const),
);

/** Returns the value that a row is sorted by, as text that compares as the rows do. */
const keyOf = (list: List, sort: string, item: Item): string => {
	const field = sort.replace('-', '');
	if (field === 'name') return String(item.preferred_username ?? item.username).toLowerCase();
	if (field === 'person') return String(item.username).toLowerCase();
	if (field === 'title') return String(item.title).toLowerCase();
	if (field === 'date') return String(item.date);
	return list === 'events' ? '' : String(item.created_at);
};

describe('a list', () => {
	test.each(CASES)('of %s by %s goes forward through every row once, and back again', async (list, sort) => {
		const limit = list === 'signups' ? 900 : 170;
		const pages: Answer[] = [];
		let cursor: string | undefined;
		do {
			const page = await ask(list, { sort, limit, ...(cursor ? { cursor } : {}) });
			pages.push(page);
			cursor = page.next ?? undefined;
		} while (cursor);
		const items = pages.flatMap((page) => page.items);
		const [row] = await database().query<{ count: number }>(`SELECT count(*)::int AS count FROM ${list}`, {
			type: QueryTypes.SELECT,
		});
		expect(new Set(items.map(({ id }) => id)).size).toBe(row?.count);
		expect(items).toHaveLength(row?.count ?? 0);
		const keys = items.map((item) => keyOf(list, sort, item));
		const sorted = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
		const isDown = sort.startsWith('-') || sort === 'newest';
		expect(keys).toEqual(isDown ? sorted.reverse() : sorted);
		for (let i = pages.length - 1; i > 0; i -= 1) {
			const before = await ask(list, { sort, limit, cursor: pages[i]?.previous ?? '' });
			expect(before.items.map(({ id }) => id)).toEqual(pages[i - 1]?.items.map(({ id }) => id));
			expect(before.next).not.toBeNull();
		}
		expect(pages[0]?.previous).toBeNull();
	});

	test.each([
		['users', 'dorde', 3],
		['users', 'ĐORĐE voss', 3],
		['users', 'voß dor', 3],
		['users', 'yer2999', 1],
		['users', 'zoe%_', 3],
		['users', '%', 3],
		['users', 'nobody at all', 0],
		['users', "'; DROP TABLE users --", 0],
		['events', 'newcomers', 6],
		['events', 'NIGHT 600', 1],
		['events', 'game newcomers', 0],
		['signups', 'yer2999', 8],
		['signups', 'night 600', 40],
		['signups', 'nobody', 0],
	] as const)('of %s finds %j', async (list, q, count) => {
		const { items, total } = await ask(list, { q, limit: 500 });
		expect([items.length, total]).toEqual([count, count]);
	});

	test('counts to ten thousand, of what is searched for to a thousand, and no further', async () => {
		expect((await ask('signups')).total).toBe(10_001);
		expect((await ask('users')).total).toBe(3_000);
		expect((await ask('users', { q: 'player' })).total).toBe(1_001);
		expect((await ask('signups', { q: 'player' })).total).toBeNull();
	});

	test('is narrowed by role, status and event; other words count as left out', async () => {
		expect((await ask('users', { role: 'creator' })).total).toBe(500);
		expect((await ask('users', { role: 'owner', sort: 'height' })).total).toBe(3_000);
		expect((await ask('events', { status: 'cancelled' })).total).toBe(150);
		expect((await ask('signups', { event: '7' })).total).toBe(40);
		expect((await ask('signups', { event: '7', status: 'late' })).total).toBe(8);
		expect((await ask('signups', { event: "7'", q: '', status: 'declined' })).total).toBe(4_800);
	});

	test.each([
		'',
		'x',
		'W10',
		'WyJhZnRlciIsIngiLCJ5Il0',
		Buffer.from('["after","1","0"]').toString('base64url'),
	])('has no page at %j', async (cursor) => {
		await expect(ask('signups', { cursor })).rejects.toMatchObject({ kind: 'invalid' });
	});

	test('selects all that match, and refuses more than a bulk tool takes', async () => {
		const match = (query: Record<string, unknown>) => perform(matchSignupIds, caller, { read: () => query });
		const found = await match({ q: 'yer2999' });
		const { items } = await ask('signups', { q: 'yer2999' });
		expect(found.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
		expect(await match({})).toHaveLength(24_000);
		const events = await perform(matchEvents, caller, { read: () => ({ q: 'newcomers' }) });
		expect(events).toHaveLength(6);
		await expect(
			perform(matchSignupIds, { ...caller, actor: { id: '1', role: 'creator' } }, { read: () => ({}) }),
		).rejects.toThrow(Refusal);
	});
});

test('the numbers and the latest', async () => {
	const stats = await perform(readStats, caller);
	expect(stats).toMatchObject({ totalUsers: 3_000, totalEvents: 600, totalSignups: 24_000 });
	expect(stats.recentUsers.map(({ id }) => id)).toEqual(['3000', '2999', '2998', '2997', '2996']);
	expect(stats.recentEvents.map(({ id }) => id)).toEqual(['600', '599', '598', '597', '596']);
});

/** Returns the SELECT statements of `work`, as they were sent. */
const listen = async (work: () => Promise<unknown>) =>
	(await listenToSql(work)).filter(({ text }) => /^\s*SELECT/.test(text));

/** A query may read up to this many rows of a table without an index, because then many rows match. */
const FEW = 400;

/** Returns how many rows a query reads, and which tables it reads without an index beyond `FEW` rows. */
async function measure({ text, values }: Sent): Promise<{ rows: number; scanned: string[] }> {
	const nodes = await explain(text, values);
	const isLong = (node: PlanNode) => countTouched([node]) > FEW;
	return { rows: countTouched(nodes), scanned: listFullScans(nodes.filter(isLong)) };
}

describe('every list query uses an index and is bounded', () => {
	/** Ten times the rows of a page of 25 events with their signups. The tables have 24,000 and more. */
	const ROWS = 6_000;
	const counts = (sql: string) => sql.includes('count(*)::int AS count FROM (SELECT FROM');

	const QUERIES: [List, Record<string, unknown>][] = [
		...CASES.map(([list, sort]): [List, Record<string, unknown>] => [list, { sort }]),
		...USER_SORTS.map((sort): [List, Record<string, unknown>] => ['users', { sort, role: 'creator' }]),
		...EVENT_SORTS.map((sort): [List, Record<string, unknown>] => ['events', { sort, status: 'cancelled' }]),
		...SIGNUP_SORTS.map((sort): [List, Record<string, unknown>] => ['signups', { sort, status: 'declined' }]),
		['users', { q: 'dorde' }],
		['users', { q: 'dorde', sort: 'name', role: 'player' }],
		['users', { q: 'player' }],
		['events', { q: 'newcomers', sort: 'date' }],
		['events', { q: 'game' }],
		['signups', { q: 'dorde' }],
		['signups', { q: 'newcomers', sort: 'person' }],
		['signups', { q: 'player' }],
		['signups', { q: 'game', sort: 'date', status: 'late' }],
		['signups', { event: '300' }],
		['signups', { event: '300', sort: 'person' }],
	];

	test.each(QUERIES)('%s %j, on its first page and a later one', async (list, query) => {
		const first = await ask(list, query);
		for (const cursor of [undefined, first.next]) {
			if (cursor === null) continue;
			const sent = await listen(() => ask(list, { ...query, ...(cursor ? { cursor } : {}) }));
			expect(sent.length).toBeGreaterThan(1);
			for (const each of sent) {
				const { text: sql } = each;
				const { rows, scanned } = await measure(each);
				// A count stops at ten thousand. Only a count may read that far, with or without an index.
				if (counts(sql)) expect(rows).toBeLessThanOrEqual(32_000);
				else expect({ sql, rows: Math.min(rows, ROWS), scanned }).toEqual({ sql, rows, scanned: [] });
				expect(sql).toMatch(/LIMIT \d+/);
			}
		}
	});

	test('the panel’s own: the latest', async () => {
		for (const sent of await listen(() => perform(readStats, caller))) {
			if (sent.text.includes('"totalUsers"')) continue;
			expect({ sent, ...(await measure(sent)) }).toMatchObject({ scanned: [] });
		}
	});

	test('a query without an index is caught by these checks', async () => {
		const { rows, scanned } = await measure({
			text: 'SELECT * FROM signups ORDER BY notes, id LIMIT 26',
			values: [],
		});
		expect([rows, scanned]).toEqual([24_000, ['signups']]);
	});
});

test('what an index computes for each row is too cheap to be compiled for each row', async () => {
	const [fn] = await database().query<{ body: string; threshold: number }>(
		`SELECT pg_get_function_sqlbody('search_grams(text)'::regprocedure) AS body,
			boot_val::float8 AS threshold FROM pg_settings WHERE name = 'jit_above_cost'`,
		{ type: QueryTypes.SELECT },
	);
	const body = fn?.body.replace(/^RETURN /, '');
	const [row] = await database().query<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
		`EXPLAIN (FORMAT JSON) SELECT ${body} FROM (SELECT username AS value FROM users LIMIT 1) search_grams`,
		{ type: QueryTypes.SELECT },
	);
	expect(row?.['QUERY PLAN'][0].Plan['Total Cost']).toBeLessThan(Number(fn?.threshold) / 10);
});

test('SQL and the members’ search fold letters alike', async () => {
	const names = [
		'Đorđe',
		'VOSS',
		'voß',
		'Ægir',
		'œuvre',
		'Łódź',
		'Ø',
		'İstanbul',
		'ﬁn',
		'Ａｄａ',
		'þing',
		'Ħal',
	];
	for (const name of names) {
		const [row] = await database().query<{ folded: string }>('SELECT fold_text(:name) AS folded', {
			type: QueryTypes.SELECT,
			replacements: { name },
		});
		expect([name, createNameFilter(row?.folded ?? '-')(name)]).toEqual([name, true]);
	}
});
