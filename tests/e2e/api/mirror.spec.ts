import { eventDetailSchema } from '~/domain/events/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createUser, getSharedPool } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

test('POST /api/events/{id}/mirror retries the mirror and returns the event', async ({ api }) => {
	const request = await api(await createUser({ role: 'creator' }));
	const createdEvent = await addEventRow();
	const address = `/api/events/${createdEvent.id}/mirror`;
	await expectRefusal(await request.post(address), 409);
	await getSharedPool().query(
		`INSERT INTO discord_mirrors (event_id, state, error) VALUES ($1, 'failed', 'Discord said no.')`,
		[createdEvent.id],
	);
	const failed = await expectShape(
		await request.get(`/api/events/${createdEvent.id}`),
		200,
		eventDetailSchema,
	);
	expect(failed.discord_sync).toEqual({ state: 'failed', error: 'Discord said no.' });
	const event = await expectShape(await request.post(address), 200, eventDetailSchema);
	expect(event).toMatchObject({ id: createdEvent.id, discord_sync: { state: 'pending', error: null } });
	await expect
		.poll(
			async () => (await (await request.get(`/api/events/${createdEvent.id}`)).json()).discord_sync.state,
			{
				timeout: 20_000,
			},
		)
		.toBe('synced');
});
