import { eventDetailSchema } from '~/domain/events/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { makeNight, makePerson, rows } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

test('POST /api/events/{id}/mirror has Discord told again and answers the event', async ({ api }) => {
	const request = await api(await makePerson({ role: 'creator' }));
	const night = await makeNight();
	const address = `/api/events/${night.id}/mirror`;
	await expectRefusal(await request.post(address), 409);
	await rows().query(
		`INSERT INTO discord_mirrors (event_id, state, error) VALUES ($1, 'failed', 'Discord said no.')`,
		[night.id],
	);
	const failed = await expectShape(await request.get(`/api/events/${night.id}`), 200, eventDetailSchema);
	expect(failed.discord_sync).toEqual({ state: 'failed', error: 'Discord said no.' });
	const event = await expectShape(await request.post(address), 200, eventDetailSchema);
	expect(event).toMatchObject({ id: night.id, discord_sync: { state: 'pending', error: null } });
	await expect
		.poll(async () => (await (await request.get(`/api/events/${night.id}`)).json()).discord_sync.state, {
			timeout: 20_000,
		})
		.toBe('synced');
});

test('a retry is for creators, of an event that is there', async ({ api }) => {
	const night = await makeNight();
	const address = `/api/events/${night.id}/mirror`;
	await expectRefusal(await (await api(null)).post(address), 401);
	for (const role of ['player', 'storyteller'] as const) {
		await expectRefusal(await (await api(await makePerson({ role }))).post(address), 403);
	}
	const request = await api(await makePerson({ role: 'creator' }));
	await expectRefusal(await request.post('/api/events/999999/mirror'), 404);
	const got = await request.get(address);
	await expectRefusal(got, 405);
	expect(got.headers().allow).toBe('POST');
});
