import { beforeEach, describe, expect, test } from 'vitest';
import { signupCalls } from '~/app/routes/api/calls/signups.ts';
import { loader as loadEventPage, action as sendEventForm } from '~/app/routes/event/route.tsx';
import { loader as loadEventList, action as sendQuickSignup } from '~/app/routes/events/route.tsx';
import { Comment, type Event, Setting, type User } from '~/database/models/index.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { setMigrated } from '~/server/http/health.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { recordStatements, type SqlStatement } from '~/tests/support/query-plans.ts';
import { type Handler, runRequest, sendForm, sendJson } from '~/tests/support/requests.ts';

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
	await rowsOf('event_storytellers').insert({ eventId: event.id, userId: viewer.id, position: 0 });
	const leader = await createUserRow({ role: 'storyteller' });
	await rowsOf('groups').insert({
		eventId: event.id,
		clientId: 'a',
		name: 'A',
		storytellerId: leader.id,
		position: 0,
	});
	await Comment.create({ eventId: event.id, userId: viewer.id, body: 'Hello', createdAt: now });
	await Setting.upsert({ key: 'events_banner', value: 'Welcome' });
});

/**
 * Returns the statements of a whole request, of its middleware and of the route's `handle`, with BEGIN and COMMIT.
 * The second of two equal requests is recorded, because the first may read what is cached later.
 */
async function recordRequest(
	path: string,
	handle: Handler,
	init?: () => RequestInit,
): Promise<SqlStatement[]> {
	const params = { eventId: event.id };
	const run = () => runRequest(session, { path, params, handlers: [handle], init: init?.() });
	await run();
	return recordStatements(run);
}

describe('the most frequent requests send few statements', () => {
	test('the event page: session, and what has changed since it was read', async () => {
		expect(await recordRequest(`/events/${event.id}`, loadEventPage)).toHaveLength(2);
	});

	test('the event page for a player: session, and what has changed since it was read', async () => {
		await viewer.update({ role: 'player' });
		await rowsOf('groups').delete({ eventId: event.id });
		expect(await recordRequest(`/events/${event.id}`, loadEventPage)).toHaveLength(2);
	});

	test('the page of an event with many signups: also one page of them, and its groups', async () => {
		for (let n = 0; n < 101; n += 1) await createSignupRow({ eventId: event.id });
		expect(await recordRequest(`/events/${event.id}`, loadEventPage)).toHaveLength(4);
	});

	test('the list of events: session, and what has changed since it was read', async () => {
		expect(await recordRequest('/events', loadEventList)).toHaveLength(2);
	});

	test('the past events: session and events', async () => {
		expect(await recordRequest('/events?view=past', loadEventList)).toHaveLength(2);
	});

	test.each([
		[
			'the form of the event page',
			() => `/events/${event.id}`,
			sendEventForm,
			() => sendForm({ intent: 'signups.put', status: 'late', notes: 'The train.' }),
		],
		[
			'quick signup',
			() => '/events',
			sendQuickSignup,
			() => sendForm({ intent: 'signups.put', eventId: event.id, status: 'late' }),
		],
		[
			'the API call',
			() => `/api/events/${event.id}/signup`,
			signupCalls[0]?.handle,
			() => sendJson(session, { status: 'late' }),
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
			() => sendJson(session, { status: 'late' }, { 'Idempotency-Key': crypto.randomUUID() }),
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
