import { call } from '~/tests/support/api-client/client.ts';
import { expect, test } from '../support/fixtures.ts';
import { createUser, registerEvent } from '../support/rows.ts';

test('a program uses the whole API of an event: create, sign up, comment, group, cancel, reinstate, delete', async ({
	api,
}) => {
	const [creator, storyteller, player] = [
		await createUser({ role: 'creator' }),
		await createUser({ role: 'storyteller' }),
		await createUser({ preferredUsername: 'Wren' }),
	];
	const [creatorApi, playerApi] = [await api(creator), await api(player)];
	const { body: event } = await call(creatorApi, 'POST /api/events', {
		body: {
			title: 'An event by a program',
			date: '2031-03-07T20:30:00-05:00',
			duration: 210,
			storytellerIds: [storyteller.id],
			createDiscordEvent: false,
		},
		key: `night-${creator.id}`,
	});
	registerEvent(event.id);
	expect(event).toMatchObject({ date: '2031-03-08T01:30:00.000Z', status: 'active', signup_count: 0 });
	expect(event.storytellers.map(({ user_id }) => user_id)).toEqual([storyteller.id]);
	const params = { eventId: event.id };

	const signupResponse = await call(playerApi, 'POST /api/events/{eventId}/signup', {
		params,
		body: { status: 'confirmed', notes: 'I bring biscuits.' },
	});
	expect([signupResponse.status, signupResponse.body.username, signupResponse.body.notes]).toEqual([
		201,
		'Wren',
		'I bring biscuits.',
	]);
	await call(playerApi, 'POST /api/events/{eventId}/comments', { params, body: { body: 'Is there tea?' } });
	const { body: comments } = await call(creatorApi, 'GET /api/events/{eventId}/comments', { params });
	expect(comments.map(({ username, body }) => [username, body])).toEqual([['Wren', 'Is there tea?']]);

	const { body: board } = await call(creatorApi, 'GET /api/events/{eventId}/groups', { params });
	const savedGroups = await call(creatorApi, 'POST /api/events/{eventId}/groups', {
		params,
		body: {
			groups: [
				{ id: 'one', name: 'Group 1', players: [player.id, creator.id], storytellerId: storyteller.id },
			],
			version: board.version,
		},
	});
	expect(savedGroups.body).toMatchObject({ version: board.version + 1, dropped: [creator.id] });
	const { body: playerView } = await call(playerApi, 'GET /api/events/{eventId}/groups', { params });
	expect(playerView.groups).toMatchObject([
		{ id: 'one', players: [player.id], storytellerId: storyteller.id },
	]);

	const { body: updated } = await call(creatorApi, 'PUT /api/events/{eventId}', {
		params,
		body: { title: 'An hour later', date: '2031-03-07T21:30:00-05:00', version: event.version },
	});
	expect(updated).toMatchObject({ title: 'An hour later', duration: 210, confirmed_signups: 1 });
	expect((await call(creatorApi, 'POST /api/events/{eventId}/cancel', { params })).body.status).toBe(
		'cancelled',
	);
	await expect(
		call(playerApi, 'POST /api/events/{eventId}/signup', { params, body: { status: 'late' } }),
	).rejects.toThrow('returned 409');
	expect((await call(creatorApi, 'POST /api/events/{eventId}/reinstate', { params })).body.status).toBe(
		'active',
	);
	await call(playerApi, 'DELETE /api/events/{eventId}/signup', { params });
	const { body: history } = await call(playerApi, 'GET /api/events/user/signups');
	expect(history).toEqual([]);
	await call(creatorApi, 'DELETE /api/events/{eventId}', { params, body: { deleteDiscordEvent: false } });
	await expect(call(playerApi, 'GET /api/events/{eventId}', { params })).rejects.toThrow('returned 404');
});
