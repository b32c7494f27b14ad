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
