import { z } from 'zod';
import { adminUserSchema, settingsSchema, statsSchema } from '~/domain/admin/schema.ts';
import { eventListItemSchema } from '~/domain/events/schema.ts';
import { signupHistorySchema } from '~/domain/signups/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createSignup, createUser, getSharedPool } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const message = z.object({ message: z.string() });

test('refuses in the documented order, for every call and every role', { tag: '@direct' }, async ({
	api,
	browserApi,
}) => {
	const event = await addEventRow();
	const player = await createUser();
	const signup = await createSignup(event.id, player.id, 'confirmed');
	const calls: [string, string][] = [
		['GET', '/api/admin/stats'],
		['GET', '/api/admin/settings'],
		['PUT', '/api/admin/settings/events_banner'],
		['GET', '/api/admin/users'],
		['PUT', `/api/admin/users/${player.id}/role`],
		['DELETE', `/api/admin/users/${player.id}`],
		['GET', '/api/admin/events'],
		['GET', '/api/admin/signups'],
		['PUT', `/api/admin/signups/${signup}`],
		['POST', '/api/admin/delete-signups'],
		['POST', '/api/admin/update-signups'],
		['POST', '/api/admin/delete-events'],
	];
	const admin = await createUser({ role: 'admin' });
	const signedOut = await api(null);
	const { request: cookie } = await browserApi(admin);
	const [asPlayer, asStoryteller, asCreator, request] = [
		await api(player),
		await api(await createUser({ role: 'storyteller' })),
		await api(await createUser({ role: 'creator' })),
		await api(admin),
	];
	const broken = { data: Buffer.from('{"a":'), headers: { 'Content-Type': 'application/json' } };
	for (const [method, path] of calls) {
		const body = method === 'GET' ? {} : broken;
		await expectRefusal(await signedOut.fetch(path, { method, ...body }), 401);
		await expectRefusal(await asPlayer.fetch(path, { method, ...body }), 403);
		await expectRefusal(await asStoryteller.fetch(path, { method, ...body }), 403);
		// Creators may set signups (spec, section 6) but use no other route here.
		const creatorStatus = path.includes('/signups/') ? 400 : 403;
		await expectRefusal(await asCreator.fetch(path, { method, ...body }), creatorStatus);
		if (method === 'GET') continue;
		await expectRefusal(await cookie.fetch(path, { method, data: {} }), 403);
		if (method !== 'DELETE') await expectRefusal(await request.fetch(path, { method, ...broken }), 400);
		expect((await request.fetch(path, { method: 'PATCH' })).status()).toBe(405);
	}
	for (const id of ['999999999', '0', 'abc', '%00', "1'--", '9'.repeat(30)]) {
		await expectRefusal(await request.put(`/api/admin/users/${id}/role`, { data: { role: 'player' } }), 404);
		await expectRefusal(await request.delete(`/api/admin/users/${id}`), 404);
		await expectRefusal(await request.put(`/api/admin/signups/${id}`, { data: { status: 'late' } }), 404);
	}
	await expectRefusal(await request.put('/api/admin/settings/nope', { data: { value: 'x' } }), 404);
	const { rows: remaining } = await getSharedPool().query('SELECT status FROM signups WHERE id = $1', [
		signup,
	]);
	expect(remaining).toEqual([{ status: 'confirmed' }]);
});

test('returns lists and statistics in the documented shape, newest first, with a Link to the next page', async ({
	api,
}) => {
	const admin = await createUser({ role: 'admin' });
	// The statistics list five users, and when this test runs first there are no others.
	for (let count = 1; count < 5; count += 1) await createUser();
	const event = await addEventRow({ creatorId: admin.id });
	const signup = await createSignup(event.id, admin.id, 'late', 'with soup');
	const request = await api(admin);
	const stats = await expectShape(await request.get('/api/admin/stats'), 200, statsSchema);
	expect([stats.recentEvents.length <= 5, stats.recentUsers.length]).toEqual([true, 5]);
	const users = await expectShape(await request.get('/api/admin/users'), 200, z.array(adminUserSchema));
	expect(users.find(({ id }) => id === admin.id)).toMatchObject({
		role: 'admin',
		total_signups: 1,
		late_signups: 1,
		confirmed_signups: 0,
	});
	const events = await expectShape(await request.get('/api/admin/events'), 200, z.array(eventListItemSchema));
	expect(events.find(({ id }) => id === event.id)).toMatchObject({
		late_count: 1,
		user_signup_status: 'late',
	});
	const signups = await expectShape(
		await request.get(`/api/admin/signups?event=${event.id}`),
		200,
		z.array(signupHistorySchema),
	);
	expect(signups).toMatchObject([{ id: signup, notes: 'with soup', event_title: event.title }]);

	await getSharedPool().query(
		`INSERT INTO users (username) SELECT 'many-' || n FROM generate_series(1, 1100) n`,
	);
	const first = await request.get('/api/admin/users?q=many-');
	expect(await first.json()).toHaveLength(1_000);
	const next = /^<([^>]+)>; rel="next"$/.exec(first.headers().link ?? '')?.[1] ?? '';
	const second = await request.get(next);
	expect(await second.json()).toHaveLength(100);
	expect(second.headers().link).toBeUndefined();
	await expectRefusal(await request.get('/api/admin/users?cursor=nope'), 422);
	await getSharedPool().query(`DELETE FROM users WHERE username LIKE 'many-%'`);
});

test('saves, returns and refuses settings', async ({ api, alone }) => {
	void alone;
	const request = await api(await createUser({ role: 'admin' }));
	const put = (key: string, value: unknown) =>
		request.put(`/api/admin/settings/${key}`, { data: { value, role: 'x' } });
	try {
		const saved = await expectShape(await put('events_banner', 'Soup for everyone'), 200, settingsSchema);
		expect(saved.events_banner).toBe('Soup for everyone');
		expect(await expectShape(await request.get('/api/admin/settings'), 200, settingsSchema)).toEqual(saved);
		const refusal = await expectRefusal(await put('events_banner', 'x'.repeat(1_001)), 422);
		expect(refusal.fieldErrors).toEqual({ value: ['The banner can have at most 1,000 characters'] });
		const picture = await expectRefusal(await put('discord_event_image', 'data:image/png;base64,aGk='), 422);
		expect(picture.fieldErrors).toEqual({
			value: ['Invalid image file. Please select a valid JPG, PNG, or GIF image.'],
		});
	} finally {
		await put('events_banner', '');
	}
});

test('applies role changes and deletions from the next request on', async ({ api }) => {
	const [admin, other, user] = [
		await createUser({ role: 'admin' }),
		await createUser({ role: 'admin' }),
		await createUser(),
	];
	const [request, otherRequest] = [await api(admin), await api(other)];
	const setRole = (id: string, role: string) =>
		request.put(`/api/admin/users/${id}/role`, { data: { role } });
	const updatedUser = await expectShape(await setRole(user.id, 'creator'), 200, adminUserSchema);
	expect(updatedUser).toMatchObject({ id: user.id, role: 'creator' });
	expect((await otherRequest.get('/api/admin/stats')).status()).toBe(200);
	expect((await setRole(other.id, 'player')).status()).toBe(200);
	await expectRefusal(await otherRequest.get('/api/admin/stats'), 403);
	await expectRefusal(await setRole(user.id, 'owner'), 422);
	const own = await expectRefusal(await request.delete(`/api/admin/users/${admin.id}`), 403);
	expect(own.error).toContain('your own account');
	const deleted = await expectShape(await request.delete(`/api/admin/users/${other.id}`), 200, message);
	expect(deleted).toEqual({ message: 'User deleted successfully!' });
	await expectRefusal(await otherRequest.get('/api/auth/me'), 401);
});

test('bulk calls return counts and change nothing when a value is invalid', async ({ api }) => {
	const admin = await createUser({ role: 'admin' });
	const [event, second] = [await addEventRow(), await addEventRow()];
	const users = await Promise.all(Array.from({ length: 3 }, () => createUser()));
	const signupIds: string[] = [];
	for (const { id } of users) signupIds.push(await createSignup(event.id, id, 'confirmed'));
	const request = await api(admin);
	const post = (path: string, data: unknown) => request.post(`/api/admin/${path}`, { data });
	const texts = [
		['update-signups', { signupIds: [], status: 'late' }, 'Please select signups to update'],
		['delete-signups', {}, 'Please select signups to delete'],
		['delete-events', { eventIds: [] }, 'Please select events to delete'],
	] as const;
	for (const [path, body, text] of texts) {
		expect((await expectRefusal(await post(path, body), 422)).error).toBe(text);
	}
	await expectRefusal(await post('delete-signups', { signupIds: [...signupIds, '999999999'] }), 422);
	await expectRefusal(await post('delete-events', { eventIds: [event.id, 'x'] }), 422);
	const updated = await post('update-signups', { signupIds, status: 'late' });
	expect(await expectShape(updated, 200, z.object({ updated: z.number() }))).toEqual({ updated: 3 });
	const creator = await api(await createUser({ role: 'creator' }));
	const changed = await creator.put(`/api/admin/signups/${signupIds[0]}`, {
		data: { status: 'declined', notes: 'ill' },
	});
	expect(await expectShape(changed, 200, signupHistorySchema)).toMatchObject({
		status: 'declined',
		notes: 'ill',
	});
	const deleted = z.object({ deleted: z.number() });
	expect(
		await expectShape(await post('delete-signups', { signupIds: [signupIds[0]] }), 200, deleted),
	).toEqual({
		deleted: 1,
	});
	const deletedEvents = await post('delete-events', {
		eventIds: [event.id, second.id],
		deleteDiscordEvents: true,
	});
	const both = z.object({ deleted: z.number(), discordEventsDeleted: z.number() });
	expect(await expectShape(deletedEvents, 200, both)).toEqual({ deleted: 2, discordEventsDeleted: 0 });
	const repeated = await post('delete-signups', { signupIds });
	expect(await expectShape(repeated, 200, deleted)).toEqual({ deleted: 0 });
});
