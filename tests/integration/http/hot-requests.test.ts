import { RouterContextProvider } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { signupCalls } from '~/app/routes/api/calls/signups.ts';
import { loader as loadEventPage, action as sendEventForm } from '~/app/routes/event/route.tsx';
import { loader as loadEventList, action as sendQuickSignup } from '~/app/routes/events/route.tsx';
import { Comment, type Event, EventStoryteller, Group, Setting, type User } from '~/database/models/index.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { factsContext, type RequestFacts } from '~/server/http/context.ts';
import { setMigrated } from '~/server/http/health.ts';
import { admitRequest } from '~/server/http/middleware.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
import { recordStatements, type SqlStatement } from '~/tests/support/query-plans.ts';

useTestEnvironment();
useDatabase();

let viewer: User;
let event: Event;
let session: string;
beforeEach(async () => {
	setMigrated(true);
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
 * The second of two equal requests is recorded, because the first may read what is cached later.
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
			...{ id: 'test', now: new Date(), clientAddress: '192.0.2.1', nonce: '' },
			...{ authenticated: null, flash: null, setCookies: [] },
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
	test('the event page: session, event with signups, groups and comments', async () => {
		expect(await recordRequest(`/events/${event.id}`, loadEventPage)).toHaveLength(4);
	});

	test('the event page without groups, for a player: session, event with signups, and comments', async () => {
		await viewer.update({ role: 'player' });
		await Group.destroy({ where: { eventId: event.id } });
		expect(await recordRequest(`/events/${event.id}`, loadEventPage)).toHaveLength(3);
	});

	test('the page of an event with many signups: the same, for one page of them', async () => {
		for (let n = 0; n < 101; n += 1) await createSignupRow({ eventId: event.id });
		expect(await recordRequest(`/events/${event.id}`, loadEventPage)).toHaveLength(4);
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
