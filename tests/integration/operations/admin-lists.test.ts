import { QueryTypes } from 'sequelize';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { EVENT_SORTS, SIGNUP_SORTS, USER_SORTS } from '~/domain/admin/schema.ts';
import { createNameFilter } from '~/domain/fold-text.ts';
import { COUNTED_ROWS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import {
	listAllEvents,
	listAllSignups,
	listAllUsers,
	matchEventIds,
	matchSignupIds,
} from '~/server/operations/admin/list-all.ts';
import { CACHED_COUNTS, readCounts, readStats } from '~/server/operations/admin/queries.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import {
	countRowsRead,
	explain,
	listFullScans,
	type PlanNode,
	recordStatements,
	type SqlStatement,
} from '~/tests/support/query-plans.ts';

useTestEnvironment();
useDatabase();

const context = { actor: { id: '1', role: 'admin' as const }, now: new Date('2024-06-01T12:00:00Z') };
/** Midnight in New York. Half of the events are before it. */
const TODAY = Date.parse('2024-06-01T04:00:00Z');
const LISTS = { users: listAllUsers, events: listAllEvents, signups: listAllSignups };
type List = keyof typeof LISTS;
type Item = { id: string } & Record<string, unknown>;
type ListPage = {
	items: Item[];
	next: string | null;
	previous: string | null;
	first: number | null;
	total: number | null;
};
const fetchPage = (list: List, query: Record<string, unknown> = {}) =>
	perform(LISTS[list] as Operation<never, never, unknown>, context, {
		read: () => ({ limit: 25, ...query }),
	}) as Promise<ListPage>;

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
	if (field === 'person') return String(item.username).toLowerCase();
	if (field === 'name') return String(item.preferred_username ?? item.username).toLowerCase();
	// The part, then the distance to today.
	if (field === 'upcoming') {
		const distance = Date.parse(String(item.date)) - TODAY;
		return `${distance < 0 ? 1 : 0}${String(Math.abs(distance)).padStart(15, '0')}`;
	}
	if (field === 'title') return String(item.title).toLowerCase();
	if (field === 'date') return String(item.date);
	return list === 'events' ? '' : String(item.created_at);
};

describe('a list', () => {
	test.each(CASES)('of %s by %s visits every row once, forward and back', async (list, sort) => {
		const limit = list === 'signups' ? 900 : 170;
		const pages: ListPage[] = [];
		let cursor: string | undefined;
		do {
			const page = await fetchPage(list, { sort, limit, ...(cursor ? { cursor } : {}) });
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
			const before = await fetchPage(list, { sort, limit, cursor: pages[i]?.previous ?? '' });
			expect(before.items.map(({ id }) => id)).toEqual(pages[i - 1]?.items.map(({ id }) => id));
			expect(before.next).not.toBeNull();
			expect(before.first).toBe(1 + (i - 1) * limit);
		}
		expect(pages[0]?.previous).toBeNull();
		expect(pages.map(({ first }) => first)).toEqual(pages.map((_, i) => 1 + i * limit));
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
		const { items, total } = await fetchPage(list, { q, limit: 500 });
		expect([items.length, total]).toEqual([count, count]);
	});

	test('counts at most five thousand rows, and no signups of a search with many results', async () => {
		expect((await fetchPage('signups')).total).toBe(5_001);
		expect((await fetchPage('events')).total).toBe(600);
		expect((await fetchPage('users', { q: 'player' })).total).toBe(3_000);
		expect((await fetchPage('signups', { q: 'player' })).total).toBeNull();
	});

	test('filters by role, status and event, and ignores unknown values', async () => {
		expect((await fetchPage('users', { role: 'creator' })).total).toBe(500);
		expect((await fetchPage('users', { role: 'owner', sort: 'height' })).total).toBe(3_000);
		expect((await fetchPage('events', { status: 'cancelled' })).total).toBe(150);
		expect((await fetchPage('signups', { event: '7' })).total).toBe(40);
		expect((await fetchPage('signups', { event: '7', status: 'late' })).total).toBe(8);
		expect((await fetchPage('signups', { event: "7'", q: '', status: 'declined' })).total).toBe(4_800);
	});

	test.each([
		'',
		'x',
		'W10',
		'WyJhZnRlciIsIngiLCJ5Il0',
		Buffer.from('["after","1","0"]').toString('base64url'),
	])('has no page at %j', async (cursor) => {
		await expect(fetchPage('signups', { cursor })).rejects.toMatchObject({ kind: 'invalid' });
	});

	test('of upcoming events begins with those of today, also when they have started', async () => {
		// Ten in the evening of the day before in New York.
		const at = { ...context, now: new Date('2024-06-01T02:00:00Z') };
		const { items } = await perform(listAllEvents, at, { read: () => ({ sort: 'upcoming', limit: 1 }) });
		expect(items).toMatchObject([{ date: '2024-06-01T00:00:00.000Z' }]);
	});

	test('selects all matching rows, and only for admins', async () => {
		const match = (query: Record<string, unknown>) => perform(matchSignupIds, context, { read: () => query });
		const found = await match({ q: 'yer2999' });
		const { items } = await fetchPage('signups', { q: 'yer2999' });
		expect(found.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
		expect(await match({})).toHaveLength(24_000);
		const events = await perform(matchEventIds, context, { read: () => ({ q: 'newcomers' }) });
		expect(events).toHaveLength(6);
		await expect(
			perform(matchSignupIds, { ...context, actor: { id: '1', role: 'creator' } }, { read: () => ({}) }),
		).rejects.toThrow(Refusal);
	});
});

test('reads the totals and the latest rows', async () => {
	const stats = await perform(readStats, context);
	expect(stats).toMatchObject({ totalUsers: 3_000, totalEvents: 600, totalSignups: 24_000 });
	expect(stats.recentUsers.map(({ id }) => id)).toEqual(['3000', '2999', '2998', '2997', '2996']);
	expect(stats.recentEvents.map(({ id }) => id)).toEqual(['600', '599', '598', '597', '596']);
});

test('the panel counts anew, and many signups only every ten minutes', async () => {
	const at = (ms: number) => new Date(context.now.getTime() + ms);
	const countAt = async (ms: number) => {
		let countedAt: string | null = null;
		const statements = await recordStatements(async () => {
			const counts = await perform(readCounts, { ...context, now: at(ms) });
			expect(counts.totals).toEqual({ totalUsers: 3_000, totalEvents: 600, totalSignups: 24_000 });
			expect(counts.statistics.signupsPerWeek).toHaveLength(12);
			({ countedAt } = counts);
		});
		return [statements.length, countedAt];
	};
	expect([await countAt(0), await countAt(1)]).toEqual([
		[4, null],
		[4, null],
	]);
	vi.spyOn(CACHED_COUNTS, 'signups', 'get').mockReturnValue(24_000);
	const { ms } = CACHED_COUNTS;
	expect(await countAt(2)).toEqual([4, at(2).toISOString()]);
	expect(await countAt(ms + 1)).toEqual([0, at(2).toISOString()]);
	expect(await countAt(ms + 2)).toEqual([4, at(ms + 2).toISOString()]);
	// The clock was set back.
	expect(await countAt(0)).toEqual([4, at(0).toISOString()]);
});

/** Returns the SELECT statements of `work`, as they were sent. */
const listSelects = async (work: () => Promise<unknown>) =>
	(await recordStatements(work)).filter(({ text }) => /^\s*SELECT/.test(text));

/** A query may read up to this many rows of a table without an index, because then many rows match. */
const MAX_UNINDEXED_ROWS = 400;

/** Returns how many rows a query reads, and which tables it reads without an index beyond `MAX_UNINDEXED_ROWS`. */
async function measure({ text, values }: SqlStatement): Promise<{ rows: number; scanned: string[] }> {
	const nodes = await explain(text, values);
	const isLong = (node: PlanNode) => countRowsRead([node]) > MAX_UNINDEXED_ROWS;
	return { rows: countRowsRead(nodes), scanned: listFullScans(nodes.filter(isLong)) };
}

describe('every list query uses an index and is bounded', () => {
	/** Ten times the rows of a page of 25 events with their signups. The tables have 24,000 and more. */
	const ROWS = 6_000;
	const isCountQuery = (sql: string) => sql.includes('count(*)::int AS count FROM (SELECT FROM');

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
		const first = await fetchPage(list, query);
		for (const cursor of [undefined, first.next]) {
			if (cursor === null) continue;
			const sent = await listSelects(() => fetchPage(list, { ...query, ...(cursor ? { cursor } : {}) }));
			expect(sent.length).toBeGreaterThan(1);
			for (const each of sent) {
				const { text: sql } = each;
				const { rows, scanned } = await measure(each);
				// A count stops at `COUNTED_ROWS` matches, and may read these without an index.
				if (isCountQuery(sql)) expect(rows).toBeLessThanOrEqual(3 * COUNTED_ROWS);
				else expect({ sql, rows: Math.min(rows, ROWS), scanned }).toEqual({ sql, rows, scanned: [] });
				expect(sql).toMatch(/LIMIT \d+/);
			}
		}
	});

	test('the latest rows of the panel', async () => {
		for (const sent of await listSelects(() => perform(readStats, context))) {
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

test('the indexed function is cheap enough to run without JIT', async () => {
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

test('SQL and the client search fold letters the same way', async () => {
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
