import { RouterContextProvider } from 'react-router';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signupCalls } from '~/app/routes/api/calls/signups.ts';
import { loader as loadEventPage, action as sendEventForm } from '~/app/routes/event/route.tsx';
import { loader as loadEventList, action as sendQuickSignup } from '~/app/routes/events/route.tsx';
import { Comment, type Event, EventStoryteller, Group, Setting, type User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { factsContext, type RequestFacts } from '~/server/http/context.ts';
import { setMigrated } from '~/server/http/health.ts';
import { admitRequest } from '~/server/http/middleware.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
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

let viewer: User;
let event: Event;
let session: string;
beforeEach(async () => {
	setMigrated();
	const now = new Date();
	viewer = await createUserRow({ role: 'creator', membershipCheckedAt: now });
	session = await startSession(viewer.id, now);
	event = await createEventRow({ status: 'active', creatorId: viewer.id });
	for (let n = 0; n < 3; n += 1) await createSignupRow({ eventId: event.id });
	await EventStoryteller.create({ eventId: event.id, userId: viewer.id, position: 0 });
	const leader = await createUserRow({ role: 'storyteller' });
	await Group.create({ eventId: event.id, clientId: 'a', name: 'A', storytellerId: leader.id, position: 0 });
	await Comment.create({ eventId: event.id, userId: viewer.id, body: 'Hello', createdAt: now });
	await Setting.upsert({ key: 'events_banner', value: 'Welcome' });
});

type Handler = (args: never) => unknown;

/**
 * Returns the statements of a whole request, of its middleware and of the route's `handle`, with BEGIN and COMMIT.
 * The second of two equal requests is recorded, because the first may open connections.
 */
async function recordRequest(
	path: string,
	handle: Handler,
	init?: () => RequestInit,
): Promise<SqlStatement[]> {
	const run = async () => {
		const url = new URL(path, TEST_APP_URL);
		const request = new Request(url, init?.());
		request.headers.set('Cookie', `session=${session}`);
		const facts: RequestFacts = {
			...{ id: 'test', now: new Date(), nonce: '', authenticated: null, flash: null, setCookies: [] },
		};
		const context = new RouterContextProvider();
		context.set(factsContext, facts);
		const args = { request, url, context, params: { eventId: event.id }, pattern: path } as never;
		await admitRequest(args, async () => {
			await handle(args);
			return new Response();
		});
	};
	await run();
	return recordStatements(run);
}

const sendForm = (fields: Record<string, string>) => () => ({
	method: 'POST',
	headers: { Origin: TEST_APP_URL },
	body: new URLSearchParams(fields),
});

describe('the most frequent requests send few statements', () => {
	test('the event page: session, event, signups, groups and comments', async () => {
		expect(await recordRequest(`/events/${event.id}`, loadEventPage)).toHaveLength(5);
	});

	test('the list of events: session, events and banner', async () => {
		expect(await recordRequest('/events', loadEventList)).toHaveLength(3);
	});

	test.each([
		[
			'the form of the event page',
			() => `/events/${event.id}`,
			sendEventForm,
			sendForm({ status: 'late', notes: 'The train.' }),
		],
		[
			'quick signup',
			() => '/events',
			sendQuickSignup,
			() => sendForm({ eventId: event.id, status: 'late' })(),
		],
		[
			'the API call',
			() => `/api/events/${event.id}/signup`,
			signupCalls[0]?.handle,
			() => ({
				method: 'POST',
				headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
				body: JSON.stringify({ status: 'late' }),
			}),
		],
	] as [string, () => string, Handler, () => RequestInit][])(
		'a signup by %s: session with the write limit, and signup',
		async (_, getPath, handle, init) => {
			const sent = await recordRequest(getPath(), handle, init);
			expect(sent).toHaveLength(2);
			expect(sent[0]?.text).toContain('INSERT INTO rate_limits');
			expect(sent[1]?.text).toContain('INSERT INTO signups');
		},
	);

	test('a signup with an idempotency key also saves the key and its response, in a transaction', async () => {
		const sent = await recordRequest(
			`/api/events/${event.id}/signup`,
			signupCalls[0]?.handle as Handler,
			() => ({
				method: 'POST',
				headers: {
					Authorization: `Bearer ${session}`,
					'Content-Type': 'application/json',
					'Idempotency-Key': crypto.randomUUID(),
				},
				body: JSON.stringify({ status: 'late' }),
			}),
		);
		expect(sent.map(({ text }) => text.trim().split(/\s/)[0])).toEqual([
			'WITH',
			'START',
			'INSERT',
			'WITH',
			'UPDATE',
			'COMMIT;',
		]);
	});
});

describe('with 10,000 users, 2,500 events and 200,000 signups', () => {
	/** A table may be read without an index up to this many rows. */
	const MAX_UNINDEXED_ROWS = 400;
	/** More than the events page shows: 40 events with 80 signups each, and their users. */
	const MAX_ROWS = 10_000;

	beforeAll(insertManyRows, 30_000);

	/** Returns how many rows a statement reads, and which large tables it reads without an index. */
	async function measure({ text, values }: SqlStatement): Promise<{ rowCount: number; scanned: string[] }> {
		const nodes = await explain(text, values);
		const isLong = (node: PlanNode) => countRowsRead([node]) > MAX_UNINDEXED_ROWS;
		return { rowCount: countRowsRead(nodes), scanned: listFullScans(nodes.filter(isLong)) };
	}

	async function expectBounded(sent: SqlStatement[], maxRows: number): Promise<void> {
		for (const each of sent) {
			const { rowCount, scanned } = await measure(each);
			expect({ text: each.text, rowCount: Math.min(rowCount, maxRows), scanned }).toEqual({
				...{ text: each.text, rowCount, scanned: [] },
			});
		}
	}

	test('the ten statements of the event page, the list and a signup use indexes and read few rows', async () => {
		const page = await recordRequest(`/events/${event.id}`, loadEventPage);
		const list = await recordRequest('/events', loadEventList);
		const signup = await recordRequest(
			`/events/${event.id}`,
			sendEventForm,
			sendForm({ status: 'late', notes: '' }),
		);
		await expectBounded([...page, ...signup], 500);
		await expectBounded(list, MAX_ROWS);
	});

	test('a statement without an index is caught by this check', async () => {
		const text = 'SELECT id FROM signups ORDER BY notes LIMIT 1';
		const { rowCount, scanned } = await measure({ text, values: [] });
		expect([rowCount > 200_000, scanned]).toEqual([true, ['signups']]);
	});
});

/** Inserts past events with 80 signups each, and 40 upcoming ones. The foreign keys are not checked, for speed. */
async function insertManyRows(): Promise<void> {
	await execute(`INSERT INTO users (discord_id, username, preferred_username)
		SELECT (900000000000000000 + n)::text, 'many-' || n, 'Many ' || n FROM generate_series(1, 10000) n`);
	await execute(`INSERT INTO events (title, description, location, date)
		SELECT 'Many', '', '', CASE WHEN n <= 2460 THEN timestamptz '2016-01-01' + n * interval '1 day'
			ELSE now() + (n - 2459) * interval '1 day' END FROM generate_series(1, 2500) n`);
	await execute('ALTER TABLE signups DISABLE TRIGGER ALL');
	await execute(`INSERT INTO signups (event_id, user_id, status)
		SELECT e.id, u.first + (e.id * 37 + n * 11) % 10000, 'confirmed'
		FROM events e, generate_series(1, 80) n, (SELECT min(id) AS first FROM users WHERE username LIKE 'many-%') u
		WHERE e.title = 'Many'`);
	await execute('ALTER TABLE signups ENABLE TRIGGER ALL');
	await execute('ANALYZE');
}
