import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { userSchema } from '~/domain/people/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { makePerson, rows } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const message = z.object({ message: z.string() });

test('GET /api/auth/me answers the user exactly as the wire says', async ({ api }) => {
	const person = await makePerson({ role: 'storyteller', preferredUsername: 'Wren' });
	const request = await api(person);
	const me = await expectShape(await request.get('/api/auth/me'), 200, userSchema);
	expect(me).toMatchObject({
		id: person.id,
		discord_id: person.discordId,
		discordId: person.discordId,
		username: person.username,
		preferred_username: 'Wren',
		preferredUsername: 'Wren',
		role: 'storyteller',
		theme: 'dark',
		notifications: true,
		showCountdown: true,
	});
});

test('signed out, calls that do not exist answer 401 too', async ({ api }) => {
	const request = await api(null);
	const calls: [string, string][] = [
		['GET', '/api/events/abc'],
		['GET', '/api/no-such-call'],
		['POST', '/api/no/such/call'],
		['GET', '/api'],
	];
	for (const [method, path] of calls) {
		await test.step(`${method} ${path}`, async () => {
			await expectRefusal(await request.fetch(path, { method }), 401);
		});
	}
});

test('a wrong Bearer token is 401, even beside a good cookie', async ({ browserApi, api }) => {
	const person = await makePerson();
	await expectRefusal(await (await api({ token: 'not-a-session' })).get('/api/auth/me'), 401);
	const { request } = await browserApi(person);
	const headers = { Authorization: 'Bearer not-a-session' };
	await expectRefusal(await request.get('/api/auth/me', { headers }), 401);
});

test('an ended session is 401', async ({ api }) => {
	const person = await makePerson();
	await rows().query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [
		person.id,
	]);
	await expectRefusal(await (await api(person)).get('/api/auth/me'), 401);
});

test('GET /api/auth/discord answers where to sign in', async ({ api }) => {
	const request = await api(null);
	const answer = await request.get('/api/auth/discord');
	const { authUrl } = await expectShape(answer, 200, z.object({ authUrl: z.url() }));
	const { searchParams } = new URL(authUrl);
	expect(searchParams.get('response_type')).toBe('code');
	expect(searchParams.get('scope')).toBe('identify guilds.members.read');
	expect(searchParams.get('code_challenge_method')).toBe('S256');
	expect(searchParams.get('state')).toBeTruthy();
	for (const { name, value } of answer.headersArray()) {
		if (name.toLowerCase() === 'set-cookie')
			expect(value).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i);
	}
});

test('PUT /api/auth/update-username sets, clears and refuses names', async ({ api }) => {
	const person = await makePerson();
	const request = await api(person);
	const put = (data: unknown) => request.put('/api/auth/update-username', { data });
	const answered = z.object({ user: userSchema });
	const named = await expectShape(await put({ preferredUsername: '  Wren  ', role: 'admin' }), 200, answered);
	expect(named.user).toMatchObject({ preferredUsername: 'Wren', preferred_username: 'Wren', role: 'player' });

	await expectShape(await put({ preferredUsername: 'é'.repeat(255) }), 200, answered);
	const long = await expectRefusal(await put({ preferredUsername: 'x'.repeat(256) }), 422);
	expect(Object.keys(long.fieldErrors ?? {})).toEqual(['preferredUsername']);
	await expectRefusal(await put({}), 422);
	await expectRefusal(await put({ preferredUsername: 7 }), 422);
	const kept = await rows().query('SELECT preferred_username FROM users WHERE id = $1', [person.id]);
	expect(kept.rows).toEqual([{ preferred_username: 'é'.repeat(255) }]);

	const cleared = await expectShape(await put({ preferredUsername: '' }), 200, answered);
	expect(cleared.user.preferredUsername).toBeNull();
});

test('POST /api/auth/logout ends the session that made the call, and only that one', async ({
	api,
	browserApi,
}) => {
	const person = await makePerson();
	const other = await makePerson();
	const { request, xsrf } = await browserApi(person);
	const answer = await request.post('/api/auth/logout', { headers: { 'X-XSRF-TOKEN': xsrf } });
	await expectShape(answer, 200, message);
	await expectRefusal(await (await api(person)).get('/api/auth/me'), 401);
	await expectShape(await (await api(other)).get('/api/auth/me'), 200, userSchema);
	const { cookies } = await request.storageState();
	expect(cookies.filter(({ name }) => ['session', 'XSRF-TOKEN'].includes(name))).toEqual([]);
});

test('an API token works until it expires, ends no session and deletes no account', async ({ api }) => {
	const person = await makePerson();
	const token = `townbell_${randomBytes(32).toString('base64url')}`;
	await rows().query(`INSERT INTO api_tokens (user_id, name, token_hash) VALUES ($1, 'Script', $2)`, [
		person.id,
		createHash('sha256').update(token).digest('hex'),
	]);
	const request = await api({ token });
	const put = await request.put('/api/users/profile', { data: { theme: 'light' } });
	await expectShape(put, 200, userSchema);
	for (const refused of [
		await request.post('/api/auth/logout'),
		await request.delete('/api/users/profile'),
		await request.post('/api/users/link-discord-account', { data: { discordUserId: person.discordId } }),
	]) {
		const { error } = await expectRefusal(refused, 403);
		expect(error).toBe("API tokens can't do this. Sign in with your browser.");
		expect(refused.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')).toEqual([]);
	}
	await expectShape(await (await api(person)).get('/api/auth/me'), 200, userSchema);
	await rows().query('UPDATE api_tokens SET expires_at = now() WHERE user_id = $1', [person.id]);
	await expectRefusal(await request.get('/api/auth/me'), 401);
});

test('a cookie write needs the XSRF token and our own origin; Bearer needs neither', async ({
	api,
	browserApi,
}) => {
	const person = await makePerson();
	const stranger = await browserApi(await makePerson());
	const { request, xsrf } = await browserApi(person);
	const put = (headers: Record<string, string>) =>
		request.put('/api/auth/update-username', { data: { preferredUsername: 'Wren' }, headers });
	expect(xsrf).not.toBe('');
	await expectRefusal(await put({}), 403);
	await expectRefusal(await put({ 'X-XSRF-TOKEN': 'x' }), 403);
	await expectRefusal(await put({ 'X-XSRF-TOKEN': stranger.xsrf }), 403);
	await expectRefusal(await put({ 'X-XSRF-TOKEN': xsrf, Origin: 'https://evil.example' }), 403);
	await expectRefusal(await put({ 'X-XSRF-TOKEN': xsrf, Origin: 'null' }), 403);
	const untouched = await rows().query('SELECT preferred_username FROM users WHERE id = $1', [person.id]);
	expect(untouched.rows).toEqual([{ preferred_username: null }]);
	expect((await put({ 'X-XSRF-TOKEN': xsrf, Origin: String(process.env.E2E_APP_URL) })).status()).toBe(200);
	expect((await put({ 'X-XSRF-TOKEN': xsrf })).status()).toBe(200);
	const bearer = await api(person);
	const data = { preferredUsername: 'Robin' };
	expect((await bearer.put('/api/auth/update-username', { data })).status()).toBe(200);
});

test('a method that an address does not take is 405 and says which it takes', async ({ api }) => {
	const request = await api(await makePerson());
	const calls: [string, string, string][] = [
		['PATCH', '/api/auth/me', 'GET'],
		['GET', '/api/auth/logout', 'POST'],
		['PUT', '/api/auth/logout', 'POST'],
		['GET', '/api/auth/update-username', 'PUT'],
		['PATCH', '/api/events/1', 'GET'],
		['PUT', '/api/events/site-settings', 'GET'],
		['GET', '/api/events/1/signup', 'POST, DELETE'],
		['PUT', '/api/events/1/signup', 'POST, DELETE'],
		['DELETE', '/api/events/1/signups/1', 'PUT'],
	];
	for (const [method, path, allowed] of calls) {
		await test.step(`${method} ${path}`, async () => {
			const answer = await request.fetch(path, { method });
			await expectRefusal(answer, 405);
			expect(answer.headers().allow).toContain(allowed);
		});
	}
});

test('an unknown call is 404 for who is signed in', async ({ api }) => {
	await expectRefusal(await (await api(await makePerson())).get('/api/no-such-call'), 404);
});
