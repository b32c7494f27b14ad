import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { call } from '~/tests/support/api-client/client.ts';
import { readContract } from '../support/contract.ts';
import { expect, test } from '../support/own-discord.ts';
import {
	addEventRow,
	type CreatedUser,
	createSignup,
	createUser,
	getSharedPool,
	registerEvent,
} from '../support/rows.ts';
import {
	createEarlierSignup,
	createFailedAnnouncement,
	createFailedGroupPost,
	makeUnique,
} from '../support/scenario.ts';

/** A request that may be sent again: its path and body, and a function that counts its effects. */
type RepeatableCall = {
	path: string;
	body: Record<string, unknown>;
	/** A body that does not match the key, or null when no body decides what the request does. */
	differentBody: Record<string, unknown> | null;
	effects: () => Promise<number>;
};
type CallContext = { user: CreatedUser; discord: StandInState; client: APIRequestContext };

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
	Number((await getSharedPool().query<{ count: string }>(sql, values)).rows[0]?.count);

const CALLS: Record<string, (context: CallContext) => Promise<RepeatableCall>> = {
	'/api/events': async ({ user }) => ({
		path: '/api/events',
		// Not mirrored, because the worker would change what later responses contain.
		body: { title: 'Once', date: '2030-01-04T20:30:00Z', createDiscordEvent: false },
		differentBody: { title: 'Twice', date: '2030-01-04T20:30:00Z', createDiscordEvent: false },
		effects: () => countEventsOf(user.id),
	}),
	'/api/polls': async ({ user }) => {
		const body = {
			title: 'Once',
			times: [{ date: '2030-01-04T20:30:00Z' }],
			answer_by: '2030-01-01T12:00:00Z',
		};
		return {
			path: '/api/polls',
			body,
			differentBody: Object.assign({}, body, { title: 'Twice' }),
			effects: () => count('SELECT count(*) FROM polls WHERE creator_id = $1', user.id),
		};
	},
	'/api/events/{eventId}/cancel': async () => {
		const { id } = await addEventRow();
		return {
			path: `/api/events/${id}/cancel`,
			body: {},
			differentBody: { version: 12 },
			effects: () => count('SELECT version - 1 AS count FROM events WHERE id = $1', id),
		};
	},
	'/api/events/{eventId}/reinstate': async () => {
		const { id } = await addEventRow({ status: 'cancelled' });
		return {
			path: `/api/events/${id}/reinstate`,
			body: {},
			differentBody: { version: 12 },
			effects: () => count('SELECT version - 1 AS count FROM events WHERE id = $1', id),
		};
	},
	'/api/events/{eventId}/mirror': async () => {
		const id = await createEventWithFailedMirror();
		return {
			path: `/api/events/${id}/mirror`,
			body: {},
			differentBody: null,
			effects: () => countMirrorJobs(id),
		};
	},
	'/api/events/{eventId}/announcement': async () => {
		const event = await addEventRow();
		await createFailedAnnouncement({ event });
		return {
			path: `/api/events/${event.id}/announcement`,
			body: {},
			differentBody: null,
			effects: () => count('SELECT revision - 1 AS count FROM announcements WHERE event_id = $1', event.id),
		};
	},
	'/api/events/{eventId}/nudge': async () => {
		const [event, other] = [await addEventRow(), await createUser()];
		await createEarlierSignup({ other });
		return {
			path: `/api/events/${event.id}/nudge`,
			body: {},
			differentBody: null,
			effects: () =>
				count(
					'SELECT count(*) FROM direct_messages WHERE event_id = $1 AND user_id = $2',
					...[event.id, other.id],
				),
		};
	},
	'/api/events/{eventId}/messages': async () => {
		const [event, other] = [await addEventRow(), await createUser()];
		await createSignup(event.id, other.id, 'confirmed');
		const body = { to: 'players', text: 'Please bring a chair.', way: 'direct' };
		return {
			path: `/api/events/${event.id}/messages`,
			body,
			differentBody: { ...body, text: 'Please bring tea.' },
			effects: () => count('SELECT count(*) FROM player_messages WHERE event_id = $1', event.id),
		};
	},
	'/api/events/{eventId}/groups/post': async () => {
		const event = await addEventRow();
		await createFailedGroupPost({ event });
		return {
			path: `/api/events/${event.id}/groups/post`,
			body: {},
			differentBody: null,
			effects: () => count('SELECT revision - 1 AS count FROM announcements WHERE event_id = $1', event.id),
		};
	},
	'/api/admin/discord-mirrors/{eventId}/retry': async () => {
		const id = await createEventWithFailedMirror();
		return {
			path: `/api/admin/discord-mirrors/${id}/retry`,
			body: {},
			differentBody: null,
			effects: () => countMirrorJobs(id),
		};
	},
	'/api/events/{eventId}/signup': async ({ user }) => {
		const { id } = await addEventRow();
		return {
			path: `/api/events/${id}/signup`,
			body: { status: 'late' },
			differentBody: { status: 'confirmed' },
			effects: () => count('SELECT count(*) FROM signups WHERE event_id = $1 AND user_id = $2', id, user.id),
		};
	},
	'/api/events/{eventId}/comments': async () => {
		const { id } = await addEventRow();
		return {
			path: `/api/events/${id}/comments`,
			body: { body: 'Once' },
			differentBody: { body: 'Twice' },
			effects: () => count('SELECT count(*) FROM comments WHERE event_id = $1', id),
		};
	},
	'/api/events/{eventId}/groups': async () => {
		const { id } = await addEventRow();
		const board = (name: string) => ({ groups: [{ id: 'g', name, players: [] }] });
		return {
			path: `/api/events/${id}/groups`,
			body: board('Once'),
			differentBody: board('Twice'),
			effects: () => count('SELECT groups_version - 1 AS count FROM events WHERE id = $1', id),
		};
	},
	'/api/users/link-discord-account': async ({ user }) => {
		const { id } = await addEventRow();
		const signup = await createSignup(id, user.id, 'confirmed');
		await getSharedPool().query('UPDATE signups SET linked_at = NULL WHERE id = $1', [signup]);
		return {
			path: '/api/users/link-discord-account',
			// An ID other than the user's own is refused before the key is checked.
			body: { discordUserId: user.discordId },
			differentBody: null,
			effects: () => count('SELECT count(*) FROM signups WHERE id = $1 AND linked_at IS NOT NULL', signup),
		};
	},
	'/api/admin/import-discord-event': async ({ discord }) => {
		const hours = (number: number) => new Date(Date.now() + number * 3_600_000);
		const { id } = discord.addEvent({ name: 'Once', startsAt: hours(90), endsAt: hours(93) });
		return {
			path: '/api/admin/import-discord-event',
			body: { discordEventId: id },
			differentBody: { discordEventId: '123456789012345678' },
			effects: async () => {
				const { rows: events } = await getSharedPool().query<{ id: string }>(
					'SELECT id FROM events WHERE discord_event_id = $1',
					[id],
				);
				for (const event of events) registerEvent(String(event.id));
				return events.length;
			},
		};
	},
	'/api/admin/users/update-preferred-usernames': async ({ user }) => ({
		path: '/api/admin/users/update-preferred-usernames',
		body: {},
		differentBody: null,
		effects: () => count('SELECT count(*) FROM users WHERE id = $1 AND preferred_username IS NULL', user.id),
	}),
	'/api/admin/template-events': async ({ user }) => {
		const events = [{ day: 5, name: makeUnique('Once'), time: '20:30', enabled: true }];
		const body = { startDate: '2030-03-04', createDiscordEvents: false, events };
		return {
			path: '/api/admin/template-events',
			body,
			differentBody: { ...body, startDate: '2030-04-01' },
			effects: () => countEventsOf(user.id),
		};
	},
	'/api/admin/delete-events': async () => {
		const [one, two] = [await addEventRow(), await addEventRow()];
		return {
			path: '/api/admin/delete-events',
			body: { eventIds: [one.id] },
			differentBody: { eventIds: [two.id] },
			effects: () => count('SELECT 2 - count(*) AS count FROM events WHERE id IN ($1, $2)', one.id, two.id),
		};
	},
	'/api/admin/delete-signups': async () => {
		const [one, two] = [await createSignupOfNewUser(), await createSignupOfNewUser()];
		return {
			path: '/api/admin/delete-signups',
			body: { signupIds: [one] },
			differentBody: { signupIds: [two] },
			effects: () => count('SELECT 2 - count(*) AS count FROM signups WHERE id IN ($1, $2)', one, two),
		};
	},
	'/api/admin/update-signups': async () => {
		const [one, two] = [await createSignupOfNewUser(), await createSignupOfNewUser()];
		const body = (id: string) => ({ signupIds: [id], status: 'declined' });
		return {
			path: '/api/admin/update-signups',
			body: body(one),
			differentBody: body(two),
			effects: () =>
				count(`SELECT count(*) FROM signups WHERE id IN ($1, $2) AND status = 'declined'`, one, two),
		};
	},
	'/api/admin/test-environment/create-event': async ({ user }) => ({
		path: '/api/admin/test-environment/create-event',
		body: { title: 'Once' },
		differentBody: { title: 'Twice' },
		effects: () => countEventsOf(user.id),
	}),
	'/api/admin/test-environment/create-users': prepareTestDataCall('create-users', 'createUsers'),
	'/api/admin/test-environment/add-preferences': prepareTestDataCall('add-preferences', 'addPreferences'),
	'/api/admin/test-environment/regenerate-preferences': prepareTestDataCall(
		'regenerate-preferences',
		'regeneratePreferences',
	),
	'/api/admin/test-environment/signup-users': async ({ user, client }) => {
		await client.post('/api/admin/test-environment/create-users');
		const { id } = await addEventRow();
		const body = (confirmed: number) => ({
			eventId: id,
			signupConfig: { confirmed, repeated: 0, tentative: 0, declined: 0 },
		});
		return {
			path: '/api/admin/test-environment/signup-users',
			body: body(3),
			differentBody: body(4),
			effects: () => countAuditEntries(user.id, 'testEnvironment.signUpUsers'),
		};
	},
};

/** Returns how many audit entries a user has for an action. */
const countAuditEntries = (userId: string, action: string) =>
	count('SELECT count(*) FROM audit_entries WHERE actor_id = $1 AND action = $2', userId, action);

function prepareTestDataCall(
	call: string,
	actionName: string,
): (context: CallContext) => Promise<RepeatableCall> {
	return async ({ user }) => ({
		path: `/api/admin/test-environment/${call}`,
		body: {},
		differentBody: null,
		effects: () => countAuditEntries(user.id, `testEnvironment.${actionName}`),
	});
}

/** Returns a response body without what the mirror's worker may change between two responses. */
const withoutSync = (body: string) =>
	body.replace(/"discord_sync":\{[^}]*\}/, '').replace(/"discord_event_id":("\d+"|null)/, '');

/** Returns how many events a user has created, and registers them to be deleted after the test. */
async function countEventsOf(userId: string): Promise<number> {
	const { rows: events } = await getSharedPool().query<{ id: string }>(
		'SELECT id FROM events WHERE creator_id = $1',
		[userId],
	);
	for (const { id } of events) registerEvent(String(id));
	return events.length;
}

const createSignupOfNewUser = async () =>
	createSignup((await addEventRow()).id, (await createUser()).id, 'confirmed');

async function createEventWithFailedMirror(): Promise<string> {
	const { id } = await addEventRow();
	await getSharedPool().query(
		`INSERT INTO discord_mirrors (event_id, state, error) VALUES ($1, 'failed', 'No.')`,
		[id],
	);
	return id;
}

/**
 * Returns how many mirror jobs an event has, in every state, because the shared app may run them at any time.
 */
const countMirrorJobs = (eventId: string) =>
	count(`SELECT count(*) FROM queue.job WHERE name = 'events.mirror' AND singleton_key = $1`, eventId);

test('every POST that accepts a key is tested here', async ({ baseURL }) => {
	const { document } = await readContract(String(baseURL));
	const pathsWithKey = Object.entries(document.paths)
		.filter(([, { post }]) => JSON.stringify(post?.parameters ?? []).includes('Idempotency-Key'))
		.map(([path]) => path);
	expect(Object.keys(CALLS).sort()).toEqual(pathsWithKey.sort());
});

for (const [address, prepare] of Object.entries(CALLS)) {
	test(`POST ${address}: twenty concurrent requests with one key have one effect and equal responses`, async ({
		api,
		discord,
	}) => {
		const user = await createUser({ role: 'admin' });
		const client = await api(user);
		const { path, body, differentBody, effects } = await prepare({ user, discord, client });
		const key = randomUUID();
		const send = (data: Record<string, unknown>) =>
			client.post(path, { data, headers: { 'Idempotency-Key': key } });
		const responses = await Promise.all(Array.from({ length: 20 }, () => send(body)));
		const results = await Promise.all(
			responses.map(async (response) => ({
				status: response.status(),
				body: withoutSync(await response.text()),
			})),
		);
		expect(results[0]?.status, results[0]?.body).toBeLessThan(300);
		expect(new Set(results.map((each) => JSON.stringify(each))).size).toBe(1);
		expect(await effects()).toBe(1);
		if (differentBody) {
			const refused = await send(differentBody);
			expect(refused.status()).toBe(409);
			expect(await effects()).toBe(1);
		}
	});
}

test('a repeated request does not undo a later change', async ({ api }) => {
	const user = await createUser();
	const client = await api(user);
	const { id } = await addEventRow();
	const setSignup = (status: 'confirmed' | 'declined', key: string) =>
		call(client, 'POST /api/events/{eventId}/signup', { params: { eventId: id }, body: { status }, key });
	expect((await setSignup('confirmed', 'first')).status).toBe(201);
	expect((await setSignup('declined', 'second')).status).toBe(200);
	const repeated = await setSignup('confirmed', 'first');
	expect([repeated.status, repeated.body.status]).toEqual([201, 'declined']);
	expect(await count(`SELECT count(*) FROM signups WHERE event_id = $1 AND status = 'declined'`, id)).toBe(1);
});

test('equal keys of two users are independent', async ({ api }) => {
	const { id } = await addEventRow();
	for (let index = 0; index < 2; index += 1) {
		const client = await api(await createUser());
		const params = { eventId: id };
		const request = { params, body: { status: 'late' as const }, key: 'ours' };
		expect((await call(client, 'POST /api/events/{eventId}/signup', request)).status).toBe(201);
	}
	expect(await count('SELECT count(*) FROM signups WHERE event_id = $1', id)).toBe(2);
});

test('refuses an invalid key by its field name', async ({ api }) => {
	const { id } = await addEventRow();
	const client = await api(await createUser());
	for (const key of ['two words', 'ü', 'x'.repeat(256)]) {
		const response = await client.post(`/api/events/${id}/signup`, {
			data: { status: 'late' },
			headers: { 'Idempotency-Key': Buffer.from(key).toString('latin1') },
		});
		expect([response.status(), Object.keys((await response.json()).fieldErrors)]).toEqual([
			422,
			['idempotencyKey'],
		]);
	}
	expect(await count('SELECT count(*) FROM signups WHERE event_id = $1', id)).toBe(0);
});
