import { expect, test } from '../support/fixtures.ts';
import { makeNight, makePerson, readAnswer } from '../support/rows.ts';
import { expectRefusal } from '../support/shapes.ts';

test('every answer carries the security headers; pages a strict policy', async ({ api }) => {
	const person = await makePerson();
	const signedOut = await api(null);
	const request = await api(person);
	const answers = [
		await signedOut.get('/'),
		await signedOut.get('/login'),
		await request.get('/events'),
		await request.get('/admin'),
		await request.get('/api/auth/me'),
		await signedOut.get('/api/auth/me'),
		await request.get('/api/events'),
		await signedOut.get('/events', { maxRedirects: 0 }),
	];
	for (const answer of answers) {
		await test.step(answer.url(), async () => {
			expect(answer.headers()).toMatchObject({
				'x-content-type-options': 'nosniff',
				'referrer-policy': 'same-origin',
				'cache-control': expect.stringContaining('no-store'),
			});
			expect(answer.headers()).not.toHaveProperty('x-powered-by');
			if (!answer.headers()['content-type']?.startsWith('text/html')) return;
			const policy = answer.headers()['content-security-policy'] ?? '';
			expect(policy).toContain("default-src 'none'");
			expect(policy).toContain("frame-ancestors 'none'");
			expect(policy).toContain("form-action 'self'");
			expect(policy).not.toContain('unsafe-');
			const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
			const html = await answer.text();
			expect(html).not.toMatch(/\sstyle="/);
			for (const [, attributes = ''] of html.matchAll(/<script\b([^>]*)>/g)) {
				expect(attributes).toContain(`nonce="${nonce}"`);
			}
		});
	}
});

test('two pages never share a nonce', async ({ api }) => {
	const request = await api(null);
	const policies = await Promise.all([1, 2].map(async () => (await request.get('/login')).headers()));
	expect(policies[0]?.['content-security-policy']).not.toBe(policies[1]?.['content-security-policy']);
});

test('an idle connection stays open for longer than proxies keep theirs', async ({ api }) => {
	const { connection, 'keep-alive': keepAlive } = (await (await api(null)).get('/healthz')).headers();
	expect([connection, keepAlive]).toEqual(['keep-alive', 'timeout=125']);
});

test('the probes answer without a session', async ({ api }) => {
	const request = await api(null);
	expect((await request.get('/healthz')).status()).toBe(200);
	expect((await request.get('/readyz')).status()).toBe(200);
});

test('a page form from another site is refused', async ({ browserApi }) => {
	const { request } = await browserApi(await makePerson());
	const send = (headers: Record<string, string>) =>
		request.post('/theme', { form: { theme: 'light', redirectTo: '/events' }, headers, maxRedirects: 0 });
	expect((await send({ Origin: 'https://evil.example' })).status()).toBeGreaterThanOrEqual(400);
	expect((await send({ 'Sec-Fetch-Site': 'cross-site' })).status()).toBe(403);
	expect((await send({ Origin: String(process.env.E2E_APP_URL) })).status()).toBe(303);
});

test('asking for a child of a page by data alone opens nothing to strangers', async ({ api }) => {
	const request = await api(null);
	for (const path of ['/events.data', '/events.data?_routes=routes%2Fevents%2Froute', '/admin.data']) {
		const answer = await request.get(path, { maxRedirects: 0 });
		const text = await answer.text();
		expect(text, path).toContain('/login');
		expect(text, path).not.toContain('events_banner');
		expect(text, path).not.toContain('confirmed_count');
	}
});

test('an address is guarded in every spelling that the router understands', async ({ api, browserApi }) => {
	const player = await makePerson();
	const night = await makeNight();
	const { request } = await browserApi(player);
	const signup = `events/${night.id}/signup`;
	for (const path of [
		`/API/${signup}`,
		`/%61pi/${signup}`,
		`/Api/${signup}/`,
		`/api/%45vents/${night.id}/SIGNUP`,
	]) {
		await test.step(path, async () => {
			await expectRefusal(await request.post(path, { data: { status: 'confirmed' } }), 403);
			expect(await readAnswer(night.id, player.id)).toBeNull();
		});
	}
	const stranger = await api(null);
	for (const path of ['/API/events', '/%61pi/events', '/api/EVENTS/']) {
		await test.step(`signed out ${path}`, async () => {
			await expectRefusal(await stranger.get(path, { maxRedirects: 0 }), 401);
		});
	}
});

test('a cursor that is no moment is refused by its name', async ({ api }) => {
	const request = await api(await makePerson());
	for (const cursor of ['-999999999999999_1', '999999999999999_1', 'x', '1_x', '_']) {
		await test.step(cursor, async () => {
			const refusal = await expectRefusal(await request.get('/api/events', { params: { cursor } }), 422);
			expect(refusal.fieldErrors?.cursor).toHaveLength(1);
		});
	}
});
