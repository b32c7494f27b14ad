import { z } from 'zod';
import { recipientsSchema } from '~/domain/events/player-message-schema.ts';
import { eventDetailSchema, eventListItemSchema, nudgeSchema } from '~/domain/events/schema.ts';
import { mapStatusFields } from '~/domain/signups/statuses.ts';
import { createEventListItem } from '~/tests/support/event-views.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createSignup, createUser, getSharedPool, setBanner } from '../support/rows.ts';
import { createEarlierSignup } from '../support/scenario.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const list = z.array(eventListItemSchema);
const MANY = 105;

test('GET /api/events lists events of one status in the documented shape', async ({ api }) => {
	const creator = await createUser({ role: 'creator', preferredUsername: 'Priya of the Lane' });
	const viewer = await createUser();
	const active = await addEventRow({ creatorId: creator.id, timezone: 'Europe/Berlin' });
	const cancelled = await addEventRow({ status: 'cancelled' });
	await createSignup(active.id, viewer.id, 'tentative', 'perhaps');
	await createSignup(active.id, creator.id, 'confirmed');
	const request = await api(viewer);
	const activeEvents = await expectShape(await request.get('/api/events?status=active'), 200, list);
	expect(activeEvents.every(({ status }) => status === 'active')).toBe(true);
	const listed = createEventListItem({
		id: active.id,
		title: active.title,
		description: 'Bring tea and your worst alibi.',
		date: active.date.toISOString(),
		location: 'The Hearth',
		timezone: 'Europe/Berlin',
		creator_name: 'Priya of the Lane',
		creator_username: creator.username,
		...mapStatusFields('count', (status) => (['confirmed', 'tentative'].includes(status) ? 1 : 0)),
		signup_count: 2,
		user_signup_status: 'tentative',
	});
	expect(activeEvents.find(({ id }) => id === active.id)).toEqual(listed);
	const cancelledEvents = await expectShape(await request.get('/api/events?status=cancelled'), 200, list);
	expect(cancelledEvents.find(({ id }) => id === cancelled.id)).toMatchObject({
		status: 'cancelled',
		creator_name: 'Unknown Creator',
		creator_username: null,
		user_signup_status: null,
	});
	const refusal = await expectRefusal(await request.get('/api/events?status=finished'), 422);
	expect(Object.keys(refusal.fieldErrors ?? {})).toEqual(['status']);
	await expectRefusal(await request.get('/api/events?cursor=nonsense'), 422);
});

test('GET /api/events pages by cursor beyond 100', async ({ api }) => {
	const viewer = await createUser();
	const { rows: created } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO events (title, date, status)
		SELECT 'Long ago ' || n, timestamptz '1970-01-02' + make_interval(hours => n / 3), 'completed'
		FROM generate_series(1, $1::int) n RETURNING id`,
		[MANY],
	);
	const ids = created.map(({ id }) => String(id));
	try {
		const request = await api(viewer);
		const first = await request.get('/api/events?status=completed');
		const page = await expectShape(first, 200, list);
		expect(page).toHaveLength(100);
		const next = /^<([^>]+)>; rel="next"$/.exec(first.headers().link ?? '')?.[1] ?? '';
		expect(next).toContain('status=completed');
		const secondPage = await expectShape(await request.get(next), 200, list);
		expect([...page, ...secondPage].slice(0, MANY).map(({ id }) => id)).toEqual(ids);
		const singlePage = await request.get('/api/events?status=cancelled');
		expect(singlePage.headers().link).toBeUndefined();
	} finally {
		await getSharedPool().query('DELETE FROM events WHERE id = ANY($1::bigint[])', [ids]);
	}
});

test('GET /api/events/{id} returns the event with its users, and notes only to those who may see them', async ({
	api,
}) => {
	const creator = await createUser({ role: 'creator' });
	const admin = await createUser({ role: 'admin' });
	const storyteller = await createUser({ role: 'storyteller', preferredUsername: 'Nightjar' });
	const player = await createUser();
	const createdEvent = await addEventRow({ creatorId: creator.id });
	await getSharedPool().query('INSERT INTO event_storytellers (event_id, user_id) VALUES ($1, $2)', [
		createdEvent.id,
		storyteller.id,
	]);
	await createSignup(createdEvent.id, storyteller.id, 'confirmed', 'my throat is sore');
	const signupId = await createSignup(createdEvent.id, player.id, 'declined', 'a wedding');
	const readEvent = async (user: typeof creator) =>
		expectShape(await (await api(user)).get(`/api/events/${createdEvent.id}`), 200, eventDetailSchema);

	const event = await readEvent(player);
	expect(event).toMatchObject({
		id: createdEvent.id,
		currentUserId: player.id,
		currentUserRole: 'player',
		total_signups: 2,
		confirmed_signups: 1,
		tentative_signups: 0,
		late_signups: 0,
		declined_signups: 1,
		user_signup_status: 'declined',
		discord_sync: { state: 'none', error: null },
		announcement: null,
		minimum_players: null,
		decide_minutes: 1440,
		on_too_few: 'ask',
		decision: null,
		version: 1,
	});
	expect(event.signups[0]).toEqual({
		id: signupId,
		user_id: player.id,
		event_id: createdEvent.id,
		username: player.username,
		avatar: null,
		discord_id: player.discordId,
		status: 'declined',
		notes: 'a wedding',
		signup_source: 'webapp',
		created_at: expect.any(String),
		awaits_reply: false,
		place: null,
		waitlist_position: null,
		standby: false,
		arrives_at: null,
		leaves_at: null,
	});
	expect(event.storytellers).toEqual([
		{
			user_id: storyteller.id,
			username: 'Nightjar',
			role: 'storyteller',
			avatar: null,
			discord_id: storyteller.discordId,
		},
	]);
	const notes = (detail: typeof event) =>
		Object.fromEntries(detail.signups.map((one) => [one.user_id, one.notes]));
	expect(notes(event)).toEqual({ [player.id]: 'a wedding', [storyteller.id]: null });
	const allNotes = { [player.id]: 'a wedding', [storyteller.id]: 'my throat is sore' };
	expect(notes(await readEvent(creator))).toEqual(allNotes);
	expect(notes(await readEvent(admin))).toEqual(allNotes);
	expect(notes(await readEvent(storyteller))).toEqual({
		[player.id]: null,
		[storyteller.id]: 'my throat is sore',
	});
});

test('users without a signup are asked once a day, and a signup tells whether it awaits a reply', async ({
	api,
	alone: _,
}) => {
	const creator = await api(await createUser({ role: 'creator' }));
	const player = await createUser();
	const event = await addEventRow();
	const address = `/api/events/${event.id}/nudge`;
	await createEarlierSignup({ other: player });
	const offer = await expectShape(await creator.get(address), 200, nudgeSchema);
	expect(offer.available_at).toBeNull();
	// Other tests may create users who can be asked at the same time.
	expect(offer.recipients).toBeGreaterThan(0);
	const asked = nudgeSchema.pick({ recipients: true });
	const { recipients } = await expectShape(await creator.post(address), 202, asked);
	expect(recipients).toBeGreaterThan(0);
	const { rows: messages } = await getSharedPool().query(
		'SELECT kind FROM direct_messages WHERE event_id = $1',
		[event.id],
	);
	expect(messages).toEqual(Array.from({ length: recipients }, () => ({ kind: 'nudge' })));
	const { available_at } = await expectShape(await creator.get(address), 200, nudgeSchema);
	const hours = (Date.parse(String(available_at)) - Date.now()) / 3_600_000;
	expect(Math.round(hours)).toBe(24);
	await expectRefusal(await creator.post(address), 409);

	await createSignup(event.id, player.id, 'late');
	await getSharedPool().query('UPDATE signups SET awaits_reply = true WHERE event_id = $1', [event.id]);
	const request = await api(player);
	const readSignup = async () =>
		(await expectShape(await request.get(`/api/events/${event.id}`), 200, eventDetailSchema)).signups[0];
	expect(await readSignup()).toMatchObject({ status: 'late', awaits_reply: true });
	await request.post(`/api/events/${event.id}/signup`, { data: { status: 'late' } });
	expect(await readSignup()).toMatchObject({ status: 'late', awaits_reply: false });
});

test('returns 404 for an id of no event, in every format', { tag: '@direct' }, async ({ api }) => {
	const request = await api(await createUser());
	for (const id of ['999999', 'abc', '0', '-1', '1.5', '99999999999999999999', '%00', "1'--"]) {
		await test.step(id, async () => {
			await expectRefusal(await request.get(`/api/events/${id}`), 404);
		});
	}
});

test('GET /api/events/site-settings returns the banner', async ({ api, alone: _ }) => {
	const request = await api(await createUser());
	const shape = z.object({ events_banner: z.string() });
	await setBanner('The Hearth has a new door code.');
	try {
		expect(await expectShape(await request.get('/api/events/site-settings'), 200, shape)).toEqual({
			events_banner: 'The Hearth has a new door code.',
		});
	} finally {
		await setBanner('');
	}
	expect(await expectShape(await request.get('/api/events/site-settings'), 200, shape)).toEqual({
		events_banner: '',
	});
});

test('a message to the players: how many get it, three a day, and when the next one can be sent', async ({
	api,
}) => {
	const creator = await api(await createUser({ role: 'creator' }));
	const event = await addEventRow();
	const address = `/api/events/${event.id}/messages`;
	for (const status of ['confirmed', 'late', 'declined'] as const)
		await createSignup(event.id, (await createUser()).id, status);
	for (const [to, recipients] of [
		['players', 2],
		['waiting', 0],
	] as const)
		expect(await expectShape(await creator.get(`${address}?to=${to}`), 200, recipientsSchema)).toEqual({
			recipients,
		});
	for (const query of ['', '?to=all', '?to=group:none'])
		await expectRefusal(await creator.get(`${address}${query}`), 422);
	const message = { to: 'players', text: 'Please bring a chair.', way: 'direct' };
	await expectRefusal(await creator.post(address, { data: { ...message, way: 'thread' } }), 409);
	for (let count = 0; count < 3; count += 1) {
		const sent = await expectShape(await creator.post(address, { data: message }), 202, recipientsSchema);
		expect(sent).toEqual({ recipients: 2 });
	}
	const refused = await creator.post(address, { data: message });
	expect(refused.status()).toBe(409);
	const { available_at, error } = (await refused.json()) as { available_at: string; error: string };
	expect(error).toBe('Only 3 messages can be sent for an event in 24 hours. Nothing was sent.');
	expect(Math.round((Date.parse(available_at) - Date.now()) / 3_600_000)).toBe(24);
});
