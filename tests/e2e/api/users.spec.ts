import { z } from 'zod';
import { preferencesSchema } from '~/domain/users/preferences.ts';
import { discordSignupsSchema, linkedSignupsSchema, profileSchema } from '~/domain/users/profile.ts';
import { publicUserSchema, userSchema } from '~/domain/users/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createUser, getSharedPool } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const CALLS: [string, string][] = [
	['GET', '/api/users/preferences'],
	['PUT', '/api/users/preferences'],
	['GET', '/api/users/all'],
	['GET', '/api/users/profile'],
	['PUT', '/api/users/profile'],
	['DELETE', '/api/users/profile'],
	['GET', '/api/users/check-discord-signups'],
	['POST', '/api/users/link-discord-account'],
];

test('signed out, every call is 401; a cookie without its XSRF header is 403; broken JSON is 400', async ({
	api,
	browserApi,
}) => {
	const user = await createUser();
	const { request: cookie } = await browserApi(user);
	const [signedOut, request] = [await api(null), await api(user)];
	for (const [method, path] of CALLS) {
		await expectRefusal(await signedOut.fetch(path, { method }), 401);
		if (method === 'GET') continue;
		await expectRefusal(await cookie.fetch(path, { method }), 403);
		const data = Buffer.from('{"a":');
		const headers = { 'Content-Type': 'application/json' };
		await expectRefusal(await request.fetch(path, { method, data, headers }), 400);
	}
	for (const path of new Set(CALLS.map(([, path]) => path))) {
		expect((await request.fetch(path, { method: 'PATCH' })).status()).toBe(405);
	}
	await expectShape(await request.get('/api/auth/me'), 200, userSchema);
});

test('GET users/all and storytellers/list return users in the documented shape', async ({ api }) => {
	const storyteller = await createUser({ role: 'storyteller', preferredUsername: 'Priya' });
	const player = await createUser();
	const request = await api(player);
	const all = await expectShape(await request.get('/api/users/all'), 200, z.array(publicUserSchema));
	expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([storyteller.id, player.id]));
	expect(all.find(({ id }) => id === storyteller.id)).toEqual({
		id: storyteller.id,
		username: storyteller.username,
		preferred_username: 'Priya',
		avatar: null,
		discord_id: storyteller.discordId,
		role: 'storyteller',
	});
	const storytellers = await request.get('/api/users/storytellers/list');
	const ids = (await expectShape(storytellers, 200, z.array(publicUserSchema))).map(({ id }) => id);
	expect(ids).toContain(storyteller.id);
	expect(ids).not.toContain(player.id);
});

test('saves preferences in order and without duplicates, and refuses with the texts of the specification', async ({
	api,
}) => {
	const me = await createUser();
	const others = await Promise.all(Array.from({ length: 6 }, () => createUser({ role: 'storyteller' })));
	const ids = others.map(({ id }) => id);
	const request = await api(me);
	const path = '/api/users/preferences';
	const put = (data: unknown) => request.put(path, { data });
	const empty = await expectShape(await request.get(path), 200, preferencesSchema);
	expect(empty).toEqual({ preferredPlayers: [], preferredStorytellers: [], notes: '', showCountdown: true });
	const data = {
		preferredPlayers: [ids[1], ids[0], ids[1]],
		preferredStorytellers: [ids[2]],
		notes: 'hello',
		showCountdown: false,
		role: 'admin',
		id: '1',
		discordId: '123456789012345678',
	};
	const saved = await expectShape(await put(data), 200, preferencesSchema);
	expect(saved).toEqual({
		preferredPlayers: [ids[1], ids[0]],
		preferredStorytellers: [ids[2]],
		notes: 'hello',
		showCountdown: false,
	});
	const cases: [unknown, string, string | null][] = [
		[{ preferredPlayers: ids }, 'preferredPlayers', 'Maximum of 5 preferred players reached'],
		[
			{ preferredStorytellers: ids.slice(0, 4) },
			'preferredStorytellers',
			'Maximum of 3 preferred storytellers reached',
		],
		[{ preferredPlayers: [me.id] }, 'preferredPlayers', null],
		[{ preferredPlayers: ['999999999'] }, 'preferredPlayers', null],
		[{ notes: 'x'.repeat(2_001) }, 'notes', null],
	];
	for (const [body, field, text] of cases) {
		const refusal = await expectRefusal(await put(body), 422);
		expect(Object.keys(refusal.fieldErrors ?? {})).toEqual([field]);
		if (text) expect(refusal.error).toBe(text);
	}
	expect(await (await request.get(path)).json()).toEqual(saved);
	const userAfter = await expectShape(await request.get('/api/auth/me'), 200, userSchema);
	expect(userAfter).toMatchObject({
		id: me.id,
		role: 'player',
		discordId: me.discordId,
		showCountdown: false,
	});
});

test('PUT users/profile saves notifications, theme, reminders and quiet hours and nothing else', async ({
	api,
}) => {
	const me = await createUser();
	const request = await api(me);
	const put = (body: string) =>
		request.put('/api/users/profile', {
			data: Buffer.from(body),
			headers: { 'Content-Type': 'application/json' },
		});
	const quietHours = { from: '22:30', to: '08:00', timezone: 'Asia/Kolkata' };
	const choices = { reminder_minutes: [1_440], reminder_way: 'thread', quiet_hours: quietHours };
	const forgedFields =
		'"role":"admin","id":"1","discordId":"123456789012345678","__proto__":{"role":"admin"}';
	const response = await put(`{"notifications":false,"theme":"light",${forgedFields}}`);
	expect(await expectShape(response, 200, profileSchema)).toMatchObject({
		id: me.id,
		role: 'player',
		discord_id: me.discordId,
		notifications: false,
		theme: 'light',
		reminder_minutes: null,
		reminder_way: null,
		community_reminder_way: 'direct',
		quiet_hours: null,
		messages_refused_at: null,
	});
	expect(await expectShape(await put(JSON.stringify(choices)), 200, profileSchema)).toMatchObject(choices);
	const invalid = { notifications: 'no', theme: 'blue', reminder_minutes: [30], quiet_hours: { from: '8' } };
	const refusal = await expectRefusal(await put(JSON.stringify(invalid)), 422);
	expect(Object.keys(refusal.fieldErrors ?? {}).sort()).toEqual([
		...['notifications', 'quiet_hours.from', 'quiet_hours.timezone', 'quiet_hours.to'],
		...['reminder_minutes.0', 'theme'],
	]);
	const sameTimes = { quiet_hours: { ...quietHours, to: '22:30' } };
	expect(await expectRefusal(await put(JSON.stringify(sameTimes)), 422)).toEqual({
		error: 'Please enter two different times',
		fieldErrors: { 'quiet_hours.to': ['Please enter two different times'] },
	});
	const saved = await expectShape(await request.get('/api/users/profile'), 200, profileSchema);
	expect(saved).toMatchObject({ ...choices, notifications: false });
	// The user of /api/auth/me stays as small as it is.
	await expectShape(await request.get('/api/auth/me'), 200, userSchema);
});

test('links imported signups by one’s own Discord ID and refuses every other ID', async ({ api }) => {
	const [me, other] = [await createUser(), await createUser()];
	const event = await addEventRow({ title: 'An imported event' });
	await getSharedPool().query(
		`INSERT INTO signups (event_id, user_id, status, notes, signup_source)
		VALUES ($1, $2, 'confirmed', 'Signed up via Discord', 'discord'),
			($1, $3, 'confirmed', 'Signed up via Discord', 'discord')`,
		[event.id, me.id, other.id],
	);
	const request = await api(me);
	const readImportedSignups = async () =>
		expectShape(await request.get('/api/users/check-discord-signups'), 200, discordSignupsSchema);
	const link = (discordUserId: unknown, key?: string) =>
		request.post('/api/users/link-discord-account', {
			data: { discordUserId },
			headers: key ? { 'Idempotency-Key': key } : {},
		});
	expect((await readImportedSignups()).discordSignups).toMatchObject([
		{ event_title: 'An imported event', user_id: me.id },
	]);

	expect((await expectRefusal(await link(''), 422)).error).toBe('Please enter your Discord User ID');
	expect((await expectRefusal(await link(undefined), 422)).error).toBe('Please enter your Discord User ID');
	await expectRefusal(await link('1234'), 422);
	const otherIds = [await link(other.discordId), await link('99999999999999999')];
	const texts = await Promise.all(otherIds.map((response) => expectRefusal(response, 403)));
	expect(texts[0]).toEqual(texts[1]);
	expect((await readImportedSignups()).discordSignups).toHaveLength(1);

	const linked = await expectShape(await link(me.discordId, 'a-key'), 200, linkedSignupsSchema);
	expect(linked).toEqual({ linkedSignups: 1 });
	expect(await (await link(me.discordId, 'a-key')).json()).toEqual({ linkedSignups: 1 });
	expect(await (await link(me.discordId)).json()).toEqual({ linkedSignups: 0 });
	expect(await readImportedSignups()).toEqual({ discordSignups: [] });
	const { rows: otherSignups } = await getSharedPool().query(
		'SELECT linked_at FROM signups WHERE user_id = $1',
		[other.id],
	);
	expect(otherSignups).toEqual([{ linked_at: null }]);
});
