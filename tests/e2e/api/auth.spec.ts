import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { profileSchema } from '~/domain/users/profile.ts';
import { userSchema } from '~/domain/users/schema.ts';
import { expect, test } from '../support/fixtures.ts';
import { createUser, getSharedPool } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const message = z.object({ message: z.string() });

test('GET /api/auth/me returns the user in the documented shape', async ({ api }) => {
	const user = await createUser({ role: 'storyteller', preferredUsername: 'Wren' });
	const request = await api(user);
	const me = await expectShape(await request.get('/api/auth/me'), 200, userSchema);
	expect(me).toMatchObject({
		id: user.id,
		discord_id: user.discordId,
		discordId: user.discordId,
		username: user.username,
		preferred_username: 'Wren',
		preferredUsername: 'Wren',
		role: 'storyteller',
		theme: 'dark',
		notifications: true,
		showCountdown: true,
	});
});

test('returns 401 for unknown calls when signed out', async ({ api }) => {
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

test('returns 401 for a wrong Bearer token, even with a valid cookie', async ({ browserApi, api }) => {
	const user = await createUser();
	await expectRefusal(await (await api({ token: 'not-a-session' })).get('/api/auth/me'), 401);
	const { request } = await browserApi(user);
	const headers = { Authorization: 'Bearer not-a-session' };
	await expectRefusal(await request.get('/api/auth/me', { headers }), 401);
});

test('returns 401 for an expired session', async ({ api }) => {
	const user = await createUser();
	await getSharedPool().query(
		`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
		[user.id],
	);
	await expectRefusal(await (await api(user)).get('/api/auth/me'), 401);
});

test('GET /api/auth/discord returns the sign-in URL', async ({ api }) => {
	const request = await api(null);
	const response = await request.get('/api/auth/discord');
	const { authUrl } = await expectShape(response, 200, z.object({ authUrl: z.url() }));
	const { searchParams } = new URL(authUrl);
	expect(searchParams.get('response_type')).toBe('code');
	expect(searchParams.get('scope')).toBe('identify guilds.members.read');
	expect(searchParams.get('code_challenge_method')).toBe('S256');
	expect(searchParams.get('state')).toBeTruthy();
	for (const { name, value } of response.headersArray()) {
		if (name.toLowerCase() === 'set-cookie')
			expect(value).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i);
	}
});

test('PUT /api/auth/update-username sets, clears and refuses names', async ({ api }) => {
	const user = await createUser();
	const request = await api(user);
	const put = (data: unknown) => request.put('/api/auth/update-username', { data });
	const responseSchema = z.object({ user: userSchema });
	const named = await expectShape(
		await put({ preferredUsername: '  Wren  ', role: 'admin' }),
		200,
		responseSchema,
	);
	expect(named.user).toMatchObject({ preferredUsername: 'Wren', preferred_username: 'Wren', role: 'player' });

	await expectShape(await put({ preferredUsername: 'é'.repeat(255) }), 200, responseSchema);
	const long = await expectRefusal(await put({ preferredUsername: 'x'.repeat(256) }), 422);
	expect(Object.keys(long.fieldErrors ?? {})).toEqual(['preferredUsername']);
	await expectRefusal(await put({}), 422);
	await expectRefusal(await put({ preferredUsername: 7 }), 422);
	const stored = await getSharedPool().query('SELECT preferred_username FROM users WHERE id = $1', [user.id]);
	expect(stored.rows).toEqual([{ preferred_username: 'é'.repeat(255) }]);

	const cleared = await expectShape(await put({ preferredUsername: '' }), 200, responseSchema);
	expect(cleared.user.preferredUsername).toBeNull();
});

test('POST /api/auth/logout ends only the session that made the call', async ({ api, browserApi }) => {
	const user = await createUser();
	const other = await createUser();
	const { request, xsrf } = await browserApi(user);
	const response = await request.post('/api/auth/logout', { headers: { 'X-XSRF-TOKEN': xsrf } });
	await expectShape(response, 200, message);
	await expectRefusal(await (await api(user)).get('/api/auth/me'), 401);
	await expectShape(await (await api(other)).get('/api/auth/me'), 200, userSchema);
	const { cookies } = await request.storageState();
	expect(cookies.filter(({ name }) => ['session', 'XSRF-TOKEN'].includes(name))).toEqual([]);
});

test('DELETE /api/users/profile clears the cookies', async ({ browserApi }) => {
	const { request, xsrf } = await browserApi(await createUser());
	const response = await request.delete('/api/users/profile', { headers: { 'X-XSRF-TOKEN': xsrf } });
	await expectShape(response, 200, message);
	const { cookies } = await request.storageState();
	expect(cookies.filter(({ name }) => ['session', 'XSRF-TOKEN'].includes(name))).toEqual([]);
});

test('an API token works until it expires, ends no session and deletes no account', async ({ api }) => {
	const user = await createUser();
	const token = `townbell_${randomBytes(32).toString('base64url')}`;
	await getSharedPool().query(
		`INSERT INTO api_tokens (user_id, name, token_hash) VALUES ($1, 'Script', $2)`,
		[user.id, createHash('sha256').update(token).digest('hex')],
	);
	const request = await api({ token });
	const put = await request.put('/api/users/profile', { data: { theme: 'light' } });
	await expectShape(put, 200, profileSchema);
	for (const refused of [
		await request.post('/api/auth/logout'),
		await request.delete('/api/users/profile'),
		await request.post('/api/users/link-discord-account', { data: { discordUserId: user.discordId } }),
	]) {
		const { error } = await expectRefusal(refused, 403);
		expect(error).toBe("API tokens can't do this. Sign in with your browser.");
		expect(refused.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')).toEqual([]);
	}
	await expectShape(await (await api(user)).get('/api/auth/me'), 200, userSchema);
	await getSharedPool().query('UPDATE api_tokens SET expires_at = now() WHERE user_id = $1', [user.id]);
	await expectRefusal(await request.get('/api/auth/me'), 401);
});

test('a cookie write needs the XSRF token and our own origin; Bearer needs neither', async ({
	api,
	browserApi,
}) => {
	const user = await createUser();
	const stranger = await browserApi(await createUser());
	const { request, xsrf } = await browserApi(user);
	const put = (headers: Record<string, string>) =>
		request.put('/api/auth/update-username', { data: { preferredUsername: 'Wren' }, headers });
	expect(xsrf).not.toBe('');
	await expectRefusal(await put({}), 403);
	await expectRefusal(await put({ 'X-XSRF-TOKEN': 'x' }), 403);
	await expectRefusal(await put({ 'X-XSRF-TOKEN': stranger.xsrf }), 403);
	await expectRefusal(await put({ 'X-XSRF-TOKEN': xsrf, Origin: 'https://evil.example' }), 403);
	await expectRefusal(await put({ 'X-XSRF-TOKEN': xsrf, Origin: 'null' }), 403);
	const untouched = await getSharedPool().query('SELECT preferred_username FROM users WHERE id = $1', [
		user.id,
	]);
	expect(untouched.rows).toEqual([{ preferred_username: null }]);
	expect((await put({ 'X-XSRF-TOKEN': xsrf, Origin: String(process.env.E2E_APP_URL) })).status()).toBe(200);
	expect((await put({ 'X-XSRF-TOKEN': xsrf })).status()).toBe(200);
	const bearer = await api(user);
	const data = { preferredUsername: 'Robin' };
	expect((await bearer.put('/api/auth/update-username', { data })).status()).toBe(200);
});

test('returns 405 with the allowed methods for another method', async ({ api }) => {
	const request = await api(await createUser());
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
			const response = await request.fetch(path, { method });
			await expectRefusal(response, 405);
			expect(response.headers().allow).toContain(allowed);
		});
	}
});

test('returns 404 for an unknown call when signed in', async ({ api }) => {
	await expectRefusal(await (await api(await createUser())).get('/api/no-such-call'), 404);
});
