import { z } from 'zod';
import { eventDetailSchema } from '~/domain/events/schema.ts';
import { publicUserSchema } from '~/domain/users/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createUser, getSharedPool, registerEvent } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const message = z.object({ message: z.string() });
const conflict = z.object({ error: z.string(), current: eventDetailSchema });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns the request body of the spec (section 7), plus fields that the app must ignore. */
const makeBody = (changes: Record<string, unknown> = {}) => ({
	title: 'Friday Blood on the Clocktower',
	description: 'Bring tea.',
	date: inDays(3),
	duration: 180,
	location: 'The Hearth',
	timezone: 'Europe/Berlin',
	storytellerIds: [],
	createDiscordEvent: false,
	// Unknown fields are ignored, never assigned.
	id: '1',
	status: 'completed',
	creator_id: '1',
	version: 77,
	discord_event_id: '1',
	__proto__: { x: 1 },
	...changes,
});

test('creates, changes, cancels, reinstates and deletes an event', async ({ api }) => {
	const creator = await createUser({ role: 'creator', preferredUsername: 'Marlowe of the Mill' });
	const storyteller = await createUser({ role: 'storyteller' });
	const request = await api(creator);
	const body = makeBody({
		storytellerIds: [Number(storyteller.id)],
		image: `data:image/png;base64,${PIXEL}`,
	});
	const event = await expectShape(await request.post('/api/events', { data: body }), 201, eventDetailSchema);
	registerEvent(event.id);
	expect(event).toMatchObject({
		title: body.title,
		description: body.description,
		date: body.date,
		duration: 180,
		location: 'The Hearth',
		timezone: 'Europe/Berlin',
		status: 'active',
		discord_event_id: null,
		creator_name: 'Marlowe of the Mill',
		version: 1,
		discord_sync: { state: 'none', error: null },
		announcement: null,
		currentUserId: creator.id,
	});
	expect(event.storytellers.map(({ user_id }) => user_id)).toEqual([storyteller.id]);
	expect(event.image_url).toMatch(/^\/images\/[0-9a-f]{64}$/);
	const path = `/api/events/${event.id}`;
	expect(await expectShape(await request.get(path), 200, eventDetailSchema)).toEqual(event);

	const changes = { title: 'Renamed', date: inDays(4), duration: 30, version: 1 };
	const changed = await expectShape(await request.put(path, { data: changes }), 200, eventDetailSchema);
	expect(changed).toMatchObject({
		...changes,
		version: 2,
		location: 'The Hearth',
		image_url: event.image_url,
	});

	const stale = await request.put(path, { data: { ...changes, location: 'Elsewhere' } });
	expect((await expectShape(stale, 409, conflict)).current).toEqual(changed);
	const cancelled = await expectShape(await request.post(`${path}/cancel`), 200, eventDetailSchema);
	expect(cancelled.status).toBe('cancelled');
	const again = await request.post(`${path}/reinstate`, { data: { version: 3 } });
	expect((await expectShape(again, 200, eventDetailSchema)).status).toBe('active');

	expect(await expectShape(await request.delete(path), 200, message)).toEqual({ message: 'Event deleted' });
	await expectRefusal(await request.get(path), 404);
	await expectRefusal(await request.delete(path, { data: { deleteDiscordEvent: true } }), 404);
});

test('refuses in the documented order and writes nothing', { tag: '@direct' }, async ({
	api,
	browserApi,
}) => {
	const creator = await createUser({ role: 'creator' });
	const event = await addEventRow();
	const broken = { data: Buffer.from('{"title":'), headers: { 'Content-Type': 'application/json' } };
	const calls = [
		['POST', '/api/events'],
		['PUT', `/api/events/${event.id}`],
		['PUT', '/api/events/999999'],
		['POST', `/api/events/${event.id}/cancel`],
		['POST', `/api/events/${event.id}/reinstate`],
		['DELETE', `/api/events/${event.id}`],
	] as const;
	const signedOut = await api(null);
	const { request: cookie } = await browserApi(creator);
	const [player, storyteller] = [
		await api(await createUser()),
		await api(await createUser({ role: 'storyteller' })),
	];
	const request = await api(creator);
	for (const [method, path] of calls) {
		await expectRefusal(await signedOut.fetch(path, { method, ...broken }), 401);
		await expectRefusal(await cookie.fetch(path, { method, data: {} }), 403);
		await expectRefusal(await player.fetch(path, { method, ...broken }), 403);
		await expectRefusal(await storyteller.fetch(path, { method, ...broken }), 403);
		await expectRefusal(await request.fetch(path, { method, ...broken }), 400);
	}
	const invalid = await expectRefusal(await request.post('/api/events', { data: {} }), 422);
	expect(Object.keys(invalid.fieldErrors ?? {}).sort()).toEqual(['date', 'title']);
	await expectRefusal(await request.put(`/api/events/${event.id}`, { data: { title: '' } }), 422);
	for (const id of ['999999', '0', 'abc', '%00', "1'--", '9'.repeat(30)]) {
		const path = `/api/events/${id}`;
		await expectRefusal(await request.put(path, { data: makeBody() }), 404);
		await expectRefusal(await request.post(`${path}/cancel`), 404);
		await expectRefusal(await request.delete(path), 404);
	}
	const { rows: storedEvents } = await getSharedPool().query(
		'SELECT title, status, version FROM events WHERE id = $1',
		[event.id],
	);
	expect(storedEvents).toEqual([{ title: event.title, status: 'active', version: 1 }]);
});

test('accepts a body as long as a picture needs, and no longer', async ({ api }) => {
	const creator = await createUser({ role: 'creator' });
	const request = await api(creator);
	const makeImageDataUrl = (megabytes: number) =>
		`data:image/png;base64,${'A'.repeat(megabytes * 1024 * 1024)}`;
	const large = await request.post('/api/events', { data: makeBody({ image: makeImageDataUrl(14) }) });
	expect((await expectRefusal(large, 422)).error).toBe('Image file size must be less than 10MB');
	await expectRefusal(
		await request.post('/api/events', { data: makeBody({ image: makeImageDataUrl(16) }) }),
		413,
	);
	const title = await request.post('/api/events', { data: makeBody({ title: 'x'.repeat(100_000) }) });
	expect((await expectRefusal(title, 422)).fieldErrors).toEqual({
		title: ['A title can have at most 200 characters'],
	});
});

test('lists the storytellers for every member', async ({ api }) => {
	const storyteller = await createUser({ role: 'storyteller', preferredUsername: 'Old Priya' });
	const player = await createUser();
	const request = await api(player);
	const list = await expectShape(
		await request.get('/api/users/storytellers/list'),
		200,
		z.array(publicUserSchema),
	);
	expect(list).toContainEqual({
		id: storyteller.id,
		username: storyteller.username,
		preferred_username: 'Old Priya',
		avatar: null,
		discord_id: storyteller.discordId,
		role: 'storyteller',
	});
	expect(list.map(({ id }) => id)).not.toContain(player.id);
	await expectRefusal(await (await api(null)).get('/api/users/storytellers/list'), 401);
});
