import { z } from 'zod';
import { eventDetailSchema, eventListItemSchema } from '~/domain/events/schema.ts';
import { fieldsByStatus } from '~/domain/signups/statuses.ts';
import { expect, test } from '../support/fixtures.ts';
import { makeAnswer, makeNight, makePerson, rows, setBanner } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const list = z.array(eventListItemSchema);
const MANY = 105;

test('GET /api/events lists events of one status exactly as the wire says', async ({ api }) => {
	const creator = await makePerson({ role: 'creator', preferredUsername: 'Priya of the Lane' });
	const viewer = await makePerson();
	const active = await makeNight({ creatorId: creator.id, timezone: 'Europe/Berlin' });
	const cancelled = await makeNight({ status: 'cancelled' });
	await makeAnswer(active.id, viewer.id, 'tentative', 'perhaps');
	await makeAnswer(active.id, creator.id, 'confirmed');
	const request = await api(viewer);
	const found = await expectShape(await request.get('/api/events?status=active'), 200, list);
	expect(found.every(({ status }) => status === 'active')).toBe(true);
	expect(found.find(({ id }) => id === active.id)).toEqual({
		id: active.id,
		title: active.title,
		description: 'Bring tea and your worst alibi.',
		date: active.date.toISOString(),
		duration: 180,
		location: 'The Hearth',
		timezone: 'Europe/Berlin',
		status: 'active',
		discord_event_id: null,
		creator_name: 'Priya of the Lane',
		creator_username: creator.username,
		image_url: null,
		...fieldsByStatus('count', (status) => (['confirmed', 'tentative'].includes(status) ? 1 : 0)),
		signup_count: 2,
		user_signup_status: 'tentative',
	});
	const gone = await expectShape(await request.get('/api/events?status=cancelled'), 200, list);
	expect(gone.find(({ id }) => id === cancelled.id)).toMatchObject({
		status: 'cancelled',
		creator_name: 'Unknown Creator',
		creator_username: null,
		user_signup_status: null,
	});
	const unknown = await expectRefusal(await request.get('/api/events?status=finished'), 422);
	expect(Object.keys(unknown.fieldErrors ?? {})).toEqual(['status']);
	await expectRefusal(await request.get('/api/events?cursor=nonsense'), 422);
});

test('GET /api/events pages by cursor beyond 100', async ({ api }) => {
	const viewer = await makePerson();
	const { rows: made } = await rows().query<{ id: string }>(
		`INSERT INTO events (title, date, status)
		SELECT 'Long ago ' || n, timestamptz '1970-01-02' + make_interval(hours => n / 3), 'completed'
		FROM generate_series(1, $1::int) n RETURNING id`,
		[MANY],
	);
	const ids = made.map(({ id }) => String(id));
	try {
		const request = await api(viewer);
		const first = await request.get('/api/events?status=completed');
		const page = await expectShape(first, 200, list);
		expect(page).toHaveLength(100);
		const next = /^<([^>]+)>; rel="next"$/.exec(first.headers().link ?? '')?.[1] ?? '';
		expect(next).toContain('status=completed');
		const rest = await expectShape(await request.get(next), 200, list);
		expect([...page, ...rest].slice(0, MANY).map(({ id }) => id)).toEqual(ids);
		const short = await request.get('/api/events?status=cancelled');
		expect(short.headers().link).toBeUndefined();
	} finally {
		await rows().query('DELETE FROM events WHERE id = ANY($1::bigint[])', [ids]);
	}
});

test('GET /api/events/{id} answers the event with its people; notes only to whom they concern', async ({
	api,
}) => {
	const creator = await makePerson({ role: 'creator' });
	const admin = await makePerson({ role: 'admin' });
	const teller = await makePerson({ role: 'storyteller', preferredUsername: 'Nightjar' });
	const player = await makePerson();
	const night = await makeNight({ creatorId: creator.id });
	await rows().query('INSERT INTO event_storytellers (event_id, user_id) VALUES ($1, $2)', [
		night.id,
		teller.id,
	]);
	await makeAnswer(night.id, teller.id, 'confirmed', 'my throat is sore');
	await makeAnswer(night.id, player.id, 'declined', 'a wedding');
	const seen = async (person: typeof creator) =>
		expectShape(await (await api(person)).get(`/api/events/${night.id}`), 200, eventDetailSchema);

	const event = await seen(player);
	expect(event).toMatchObject({
		id: night.id,
		currentUserId: player.id,
		currentUserRole: 'player',
		total_signups: 2,
		confirmed_signups: 1,
		tentative_signups: 0,
		late_signups: 0,
		declined_signups: 1,
		user_signup_status: 'declined',
		discord_sync: { state: 'none', error: null },
		version: 1,
	});
	expect(event.storytellers).toEqual([
		{
			user_id: teller.id,
			username: 'Nightjar',
			role: 'storyteller',
			avatar: null,
			discord_id: teller.discordId,
		},
	]);
	const notes = (of: typeof event) => Object.fromEntries(of.signups.map((one) => [one.user_id, one.notes]));
	expect(notes(event)).toEqual({ [player.id]: 'a wedding', [teller.id]: null });
	const all = { [player.id]: 'a wedding', [teller.id]: 'my throat is sore' };
	expect(notes(await seen(creator))).toEqual(all);
	expect(notes(await seen(admin))).toEqual(all);
	expect(notes(await seen(teller))).toEqual({ [player.id]: null, [teller.id]: 'my throat is sore' });
});

test('an id that names nothing is 404, whatever its form', async ({ api }) => {
	const request = await api(await makePerson());
	for (const id of ['999999', 'abc', '0', '-1', '1.5', '99999999999999999999', '%00', "1'--"]) {
		await test.step(id, async () => {
			await expectRefusal(await request.get(`/api/events/${id}`), 404);
		});
	}
});

test('GET /api/events/site-settings answers the banner', async ({ api, alone: _ }) => {
	const request = await api(await makePerson());
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
