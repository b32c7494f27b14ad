import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { call } from '~/tests/support/api-client/client.ts';
import { readContract } from '../support/contract.ts';
import { expect, test } from '../support/own-discord.ts';
import { makeAnswer, makeNight, makePerson, type Person, registerNight, rows } from '../support/rows.ts';
import { unique } from '../support/stage.ts';

/** A request that may be sent again: its path and body, and a function that counts its effects. */
type Repeatable = {
	path: string;
	body: Record<string, unknown>;
	/** A body that does not match the key, or null when no body decides what the request does. */
	other: Record<string, unknown> | null;
	effects: () => Promise<number>;
};
type World = { person: Person; discord: StandInState; client: APIRequestContext };

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
	Number((await rows().query<{ count: string }>(sql, values)).rows[0]?.count);

const CALLS: Record<string, (world: World) => Promise<Repeatable>> = {
	'/api/events': async ({ person }) => ({
		path: '/api/events',
		// Not mirrored, because the worker would change what later responses contain.
		body: { title: 'Once', date: '2030-01-04T20:30:00Z', createDiscordEvent: false },
		other: { title: 'Twice', date: '2030-01-04T20:30:00Z', createDiscordEvent: false },
		effects: () => countEventsOf(person.id),
	}),
	'/api/events/{eventId}/cancel': async () => {
		const { id } = await makeNight();
		return {
			...{ path: `/api/events/${id}/cancel`, body: {}, other: { version: 12 } },
			effects: () => count('SELECT version - 1 AS count FROM events WHERE id = $1', id),
		};
	},
	'/api/events/{eventId}/reinstate': async () => {
		const { id } = await makeNight({ status: 'cancelled' });
		return {
			...{ path: `/api/events/${id}/reinstate`, body: {}, other: { version: 12 } },
			effects: () => count('SELECT version - 1 AS count FROM events WHERE id = $1', id),
		};
	},
	'/api/events/{eventId}/mirror': async () => {
		const id = await makeFailedMirror();
		return {
			...{ path: `/api/events/${id}/mirror`, body: {}, other: null },
			effects: () => countMirrorJobs(id),
		};
	},
	'/api/admin/discord-mirrors/{eventId}/retry': async () => {
		const id = await makeFailedMirror();
		return {
			...{ path: `/api/admin/discord-mirrors/${id}/retry`, body: {}, other: null },
			effects: () => countMirrorJobs(id),
		};
	},
	'/api/events/{eventId}/signup': async ({ person }) => {
		const { id } = await makeNight();
		return {
			...{ path: `/api/events/${id}/signup`, body: { status: 'late' }, other: { status: 'confirmed' } },
			effects: () =>
				count('SELECT count(*) FROM signups WHERE event_id = $1 AND user_id = $2', id, person.id),
		};
	},
	'/api/events/{eventId}/comments': async () => {
		const { id } = await makeNight();
		return {
			...{ path: `/api/events/${id}/comments`, body: { body: 'Once' }, other: { body: 'Twice' } },
			effects: () => count('SELECT count(*) FROM comments WHERE event_id = $1', id),
		};
	},
	'/api/events/{eventId}/groups': async () => {
		const { id } = await makeNight();
		const board = (name: string) => ({ groups: [{ id: 'g', name, players: [] }] });
		return {
			...{ path: `/api/events/${id}/groups`, body: board('Once'), other: board('Twice') },
			effects: () => count('SELECT groups_version - 1 AS count FROM events WHERE id = $1', id),
		};
	},
	'/api/users/link-discord-account': async ({ person }) => {
		const { id } = await makeNight();
		const signup = await makeAnswer(id, person.id, 'confirmed');
		await rows().query('UPDATE signups SET linked_at = NULL WHERE id = $1', [signup]);
		return {
			path: '/api/users/link-discord-account',
			// An ID other than the user's own is refused before the key is checked.
			...{ body: { discordUserId: person.discordId }, other: null },
			effects: () => count('SELECT count(*) FROM signups WHERE id = $1 AND linked_at IS NOT NULL', signup),
		};
	},
	'/api/admin/import-discord-event': async ({ discord }) => {
		const hours = (number: number) => new Date(Date.now() + number * 3_600_000);
		const { id } = discord.addEvent({ name: 'Once', startsAt: hours(90), endsAt: hours(93) });
		return {
			path: '/api/admin/import-discord-event',
			...{ body: { discordEventId: id }, other: { discordEventId: '123456789012345678' } },
			effects: async () => {
				const { rows: events } = await rows().query<{ id: string }>(
					'SELECT id FROM events WHERE discord_event_id = $1',
					[id],
				);
				for (const event of events) registerNight(String(event.id));
				return events.length;
			},
		};
	},
	'/api/admin/users/update-preferred-usernames': async ({ person }) => ({
		path: '/api/admin/users/update-preferred-usernames',
		...{ body: {}, other: null },
		effects: () =>
			count('SELECT count(*) FROM users WHERE id = $1 AND preferred_username IS NULL', person.id),
	}),
	'/api/admin/template-events': async ({ person }) => {
		const events = [{ day: 5, name: unique('Once'), time: '20:30', enabled: true }];
		const body = { startDate: '2030-03-04', createDiscordEvents: false, events };
		return {
			...{ path: '/api/admin/template-events', body, other: { ...body, startDate: '2030-04-01' } },
			effects: () => countEventsOf(person.id),
		};
	},
	'/api/admin/delete-events': async () => {
		const [one, two] = [await makeNight(), await makeNight()];
		return {
			path: '/api/admin/delete-events',
			...{ body: { eventIds: [one.id] }, other: { eventIds: [two.id] } },
			effects: () => count('SELECT 2 - count(*) AS count FROM events WHERE id IN ($1, $2)', one.id, two.id),
		};
	},
	'/api/admin/delete-signups': async () => {
		const [one, two] = [await makeSignup(), await makeSignup()];
		return {
			path: '/api/admin/delete-signups',
			...{ body: { signupIds: [one] }, other: { signupIds: [two] } },
			effects: () => count('SELECT 2 - count(*) AS count FROM signups WHERE id IN ($1, $2)', one, two),
		};
	},
	'/api/admin/update-signups': async () => {
		const [one, two] = [await makeSignup(), await makeSignup()];
		const body = (id: string) => ({ signupIds: [id], status: 'declined' });
		return {
			...{ path: '/api/admin/update-signups', body: body(one), other: body(two) },
			effects: () =>
				count(`SELECT count(*) FROM signups WHERE id IN ($1, $2) AND status = 'declined'`, one, two),
		};
	},
	'/api/admin/test-environment/create-event': async ({ person }) => ({
		path: '/api/admin/test-environment/create-event',
		...{ body: { title: 'Once' }, other: { title: 'Twice' } },
		effects: () => countEventsOf(person.id),
	}),
	'/api/admin/test-environment/create-users': onTestData('create-users', 'createUsers'),
	'/api/admin/test-environment/add-preferences': onTestData('add-preferences', 'addPreferences'),
	'/api/admin/test-environment/regenerate-preferences': onTestData(
		'regenerate-preferences',
		'regeneratePreferences',
	),
	'/api/admin/test-environment/signup-users': async ({ person, client }) => {
		await client.post('/api/admin/test-environment/create-users');
		const { id } = await makeNight();
		const body = (confirmed: number) => ({
			eventId: id,
			signupConfig: { confirmed, late: 0, tentative: 0, declined: 0 },
		});
		return {
			...{ path: '/api/admin/test-environment/signup-users', body: body(3), other: body(4) },
			effects: () => countDone(person.id, 'testEnvironment.signUpUsers'),
		};
	},
};

/** Returns how many audit entries a user has for an action. */
const countDone = (userId: string, action: string) =>
	count('SELECT count(*) FROM audit_entries WHERE actor_id = $1 AND action = $2', userId, action);

function onTestData(call: string, verb: string): (world: World) => Promise<Repeatable> {
	return async ({ person }) => ({
		...{ path: `/api/admin/test-environment/${call}`, body: {}, other: null },
		effects: () => countDone(person.id, `testEnvironment.${verb}`),
	});
}

/**
 * Returns a response body without the Discord sync state, which the worker may change between two responses.
 */
const withoutSync = (body: string) => body.replace(/"discord_sync":\{[^}]*\}/, '');

/** Returns how many events a user has created, and registers them to be deleted after the test. */
async function countEventsOf(userId: string): Promise<number> {
	const { rows: events } = await rows().query<{ id: string }>('SELECT id FROM events WHERE creator_id = $1', [
		userId,
	]);
	for (const { id } of events) registerNight(String(id));
	return events.length;
}

const makeSignup = async () => makeAnswer((await makeNight()).id, (await makePerson()).id, 'confirmed');

async function makeFailedMirror(): Promise<string> {
	const { id } = await makeNight();
	await rows().query(`INSERT INTO discord_mirrors (event_id, state, error) VALUES ($1, 'failed', 'No.')`, [
		id,
	]);
	return id;
}

/**
 * Returns how many mirror jobs an event has, in every state, because the shared app may run them at any time.
 */
const countMirrorJobs = (eventId: string) =>
	count(`SELECT count(*) FROM queue.job WHERE name = 'events.mirror' AND singleton_key = $1`, eventId);

test('every POST that takes a key is tried here', async ({ baseURL }) => {
	const { document } = await readContract(String(baseURL));
	const keyed = Object.entries(document.paths)
		.filter(([, { post }]) => JSON.stringify(post?.parameters ?? []).includes('Idempotency-Key'))
		.map(([path]) => path);
	expect(Object.keys(CALLS).sort()).toEqual(keyed.sort());
});

for (const [address, prepare] of Object.entries(CALLS)) {
	test(`POST ${address}: the same key twenty times at once has one effect and equal answers`, async ({
		api,
		discord,
		alone,
	}) => {
		// All tests share one test environment and one update of names, so this test runs alone.
		expect(alone).toBeUndefined();
		const person = await makePerson({ role: 'admin' });
		const client = await api(person);
		const { path, body, other, effects } = await prepare({ person, discord, client });
		const key = randomUUID();
		const send = (data: Record<string, unknown>) =>
			client.post(path, { data, headers: { 'Idempotency-Key': key } });
		const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
		const said = await Promise.all(
			answers.map(async (answer) => ({ status: answer.status(), body: withoutSync(await answer.text()) })),
		);
		expect(said[0]?.status, said[0]?.body).toBeLessThan(300);
		expect(new Set(said.map((each) => JSON.stringify(each))).size).toBe(1);
		expect(await effects()).toBe(1);
		if (other) {
			const refused = await send(other);
			expect(refused.status()).toBe(409);
			expect(await effects()).toBe(1);
		}
	});
}

test('a repeat does not undo what its sender did afterwards', async ({ api }) => {
	const person = await makePerson();
	const client = await api(person);
	const { id } = await makeNight();
	const answer = (status: 'confirmed' | 'declined', key: string) =>
		call(client, 'POST /api/events/{eventId}/signup', { params: { eventId: id }, body: { status }, key });
	expect((await answer('confirmed', 'first')).status).toBe(201);
	expect((await answer('declined', 'second')).status).toBe(200);
	const late = await answer('confirmed', 'first');
	expect([late.status, late.body.status]).toEqual([201, 'declined']);
	expect(await count(`SELECT count(*) FROM signups WHERE event_id = $1 AND status = 'declined'`, id)).toBe(1);
});

test('a key is its sender’s: two people’s equal keys are two', async ({ api }) => {
	const { id } = await makeNight();
	for (let index = 0; index < 2; index += 1) {
		const client = await api(await makePerson());
		const params = { eventId: id };
		const sent = { params, body: { status: 'late' as const }, key: 'ours' };
		expect((await call(client, 'POST /api/events/{eventId}/signup', sent)).status).toBe(201);
	}
	expect(await count('SELECT count(*) FROM signups WHERE event_id = $1', id)).toBe(2);
});

test('a key that is none is refused by its name', async ({ api }) => {
	const { id } = await makeNight();
	const client = await api(await makePerson());
	for (const key of ['two words', 'ü', 'x'.repeat(256)]) {
		const answer = await client.post(`/api/events/${id}/signup`, {
			...{ data: { status: 'late' }, headers: { 'Idempotency-Key': Buffer.from(key).toString('latin1') } },
		});
		expect([answer.status(), Object.keys((await answer.json()).fieldErrors)]).toEqual([
			422,
			['idempotencyKey'],
		]);
	}
	expect(await count('SELECT count(*) FROM signups WHERE event_id = $1', id)).toBe(0);
});
