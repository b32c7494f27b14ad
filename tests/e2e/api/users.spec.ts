import { z } from 'zod';
import { preferencesSchema } from '~/domain/people/preferences.ts';
import { discordSignupsSchema, linkedSignupsSchema } from '~/domain/people/profile.ts';
import { personSchema, userSchema } from '~/domain/people/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { makeNight, makePerson, rows } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const CALLS: [string, string][] = [
	['GET', '/api/users/preferences'],
	['PUT', '/api/users/preferences'],
	['GET', '/api/users/all'],
	['PUT', '/api/users/profile'],
	['DELETE', '/api/users/profile'],
	['GET', '/api/users/check-discord-signups'],
	['POST', '/api/users/link-discord-account'],
];

test('signed out, every call is 401; a cookie without its XSRF header writes nothing; broken JSON is 400', async ({
	api,
	browserApi,
}) => {
	const person = await makePerson();
	const { request: cookie } = await browserApi(person);
	const [signedOut, request] = [await api(null), await api(person)];
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

test('GET users/all and storytellers/list answer people exactly as the wire says', async ({ api }) => {
	const teller = await makePerson({ role: 'storyteller', preferredUsername: 'Priya' });
	const player = await makePerson();
	const request = await api(player);
	const all = await expectShape(await request.get('/api/users/all'), 200, z.array(personSchema));
	expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([teller.id, player.id]));
	expect(all.find(({ id }) => id === teller.id)).toEqual({
		id: teller.id,
		username: teller.username,
		preferred_username: 'Priya',
		avatar: null,
		discord_id: teller.discordId,
		role: 'storyteller',
	});
	const tellers = await request.get('/api/users/storytellers/list');
	const ids = (await expectShape(tellers, 200, z.array(personSchema))).map(({ id }) => id);
	expect(ids).toContain(teller.id);
	expect(ids).not.toContain(player.id);
});

test('preferences: saved in order, folded, and refused with the spec’s texts', async ({ api }) => {
	const me = await makePerson();
	const others = await Promise.all(Array.from({ length: 6 }, () => makePerson({ role: 'storyteller' })));
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
	const who = await expectShape(await request.get('/api/auth/me'), 200, userSchema);
	expect(who).toMatchObject({
		id: me.id,
		role: 'player',
		discordId: me.discordId,
		showCountdown: false,
	});
});

test('PUT users/profile saves notifications and theme and nothing else', async ({ api }) => {
	const me = await makePerson();
	const request = await api(me);
	const put = (body: string) =>
		request.put('/api/users/profile', {
			data: Buffer.from(body),
			headers: { 'Content-Type': 'application/json' },
		});
	const tricks = '"role":"admin","id":"1","discordId":"123456789012345678","__proto__":{"role":"admin"}';
	const answer = await put(`{"notifications":false,"theme":"light",${tricks}}`);
	expect(await expectShape(answer, 200, userSchema)).toMatchObject({
		id: me.id,
		role: 'player',
		discord_id: me.discordId,
		notifications: false,
		theme: 'light',
	});
	const refusal = await expectRefusal(await put('{"notifications":"no","theme":"blue"}'), 422);
	expect(Object.keys(refusal.fieldErrors ?? {}).sort()).toEqual(['notifications', 'theme']);
});

test('linking: the own ID links what was imported, every other text and ID nothing', async ({ api }) => {
	const [me, other] = [await makePerson(), await makePerson()];
	const night = await makeNight({ title: 'An imported night' });
	await rows().query(
		`INSERT INTO signups (event_id, user_id, status, notes, signup_source)
		VALUES ($1, $2, 'confirmed', 'Signed up via Discord', 'discord'),
			($1, $3, 'confirmed', 'Signed up via Discord', 'discord')`,
		[night.id, me.id, other.id],
	);
	const request = await api(me);
	const check = async () =>
		expectShape(await request.get('/api/users/check-discord-signups'), 200, discordSignupsSchema);
	const link = (discordUserId: unknown, key?: string) =>
		request.post('/api/users/link-discord-account', {
			data: { discordUserId },
			headers: key ? { 'Idempotency-Key': key } : {},
		});
	expect((await check()).discordSignups).toMatchObject([
		{ event_title: 'An imported night', user_id: me.id },
	]);

	expect((await expectRefusal(await link(''), 422)).error).toBe('Please enter your Discord User ID');
	expect((await expectRefusal(await link(undefined), 422)).error).toBe('Please enter your Discord User ID');
	await expectRefusal(await link('1234'), 422);
	const foreign = [await link(other.discordId), await link('99999999999999999')];
	const texts = await Promise.all(foreign.map((answer) => expectRefusal(answer, 403)));
	expect(texts[0]).toEqual(texts[1]);
	expect((await check()).discordSignups).toHaveLength(1);

	const linked = await expectShape(await link(me.discordId, 'a-key'), 200, linkedSignupsSchema);
	expect(linked).toEqual({ linkedSignups: 1 });
	expect(await (await link(me.discordId, 'a-key')).json()).toEqual({ linkedSignups: 1 });
	expect(await (await link(me.discordId)).json()).toEqual({ linkedSignups: 0 });
	expect(await check()).toEqual({ discordSignups: [] });
	const { rows: theirs } = await rows().query('SELECT linked_at FROM signups WHERE user_id = $1', [other.id]);
	expect(theirs).toEqual([{ linked_at: null }]);
});
