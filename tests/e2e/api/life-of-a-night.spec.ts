import { call } from '~/tests/support/api-client/client.ts';
import { expect, test } from '../support/fixtures.ts';
import { makePerson, registerNight } from '../support/rows.ts';

test('a program lives through a whole night: plan, answer, talk, seat, call off, put on again, delete', async ({
	api,
}) => {
	const [creator, storyteller, player] = [
		await makePerson({ role: 'creator' }),
		await makePerson({ role: 'storyteller' }),
		await makePerson({ preferredUsername: 'Wren' }),
	];
	const [planner, guest] = [await api(creator), await api(player)];
	const { body: night } = await call(planner, 'POST /api/events', {
		body: {
			title: 'A night by program',
			date: '2031-03-07T20:30:00-05:00',
			duration: 210,
			storytellerIds: [storyteller.id],
			createDiscordEvent: false,
		},
		key: `night-${creator.id}`,
	});
	registerNight(night.id);
	expect(night).toMatchObject({ date: '2031-03-08T01:30:00.000Z', status: 'active', signup_count: 0 });
	expect(night.storytellers.map(({ user_id }) => user_id)).toEqual([storyteller.id]);
	const params = { eventId: night.id };

	const answer = await call(guest, 'POST /api/events/{eventId}/signup', {
		params,
		body: { status: 'confirmed', notes: 'I bring biscuits.' },
	});
	expect([answer.status, answer.body.username, answer.body.notes]).toEqual([
		201,
		'Wren',
		'I bring biscuits.',
	]);
	await call(guest, 'POST /api/events/{eventId}/comments', { params, body: { body: 'Is there tea?' } });
	const { body: said } = await call(planner, 'GET /api/events/{eventId}/comments', { params });
	expect(said.map(({ username, body }) => [username, body])).toEqual([['Wren', 'Is there tea?']]);

	const { body: board } = await call(planner, 'GET /api/events/{eventId}/groups', { params });
	const seated = await call(planner, 'POST /api/events/{eventId}/groups', {
		params,
		body: {
			groups: [
				{ id: 'one', name: 'Group 1', players: [player.id, creator.id], storytellerId: storyteller.id },
			],
			version: board.version,
		},
	});
	expect(seated.body).toMatchObject({ version: board.version + 1, dropped: [creator.id] });
	const { body: seen } = await call(guest, 'GET /api/events/{eventId}/groups', { params });
	expect(seen.groups).toMatchObject([{ id: 'one', players: [player.id], storytellerId: storyteller.id }]);

	const { body: moved } = await call(planner, 'PUT /api/events/{eventId}', {
		params,
		body: { title: 'An hour later', date: '2031-03-07T21:30:00-05:00', version: night.version },
	});
	expect(moved).toMatchObject({ title: 'An hour later', duration: 210, confirmed_signups: 1 });
	expect((await call(planner, 'POST /api/events/{eventId}/cancel', { params })).body.status).toBe(
		'cancelled',
	);
	await expect(
		call(guest, 'POST /api/events/{eventId}/signup', { params, body: { status: 'late' } }),
	).rejects.toThrow('answered 409');
	expect((await call(planner, 'POST /api/events/{eventId}/reinstate', { params })).body.status).toBe(
		'active',
	);
	await call(guest, 'DELETE /api/events/{eventId}/signup', { params });
	const { body: history } = await call(guest, 'GET /api/events/user/signups');
	expect(history).toEqual([]);
	await call(planner, 'DELETE /api/events/{eventId}', { params, body: { deleteDiscordEvent: false } });
	await expect(call(guest, 'GET /api/events/{eventId}', { params })).rejects.toThrow('answered 404');
});
