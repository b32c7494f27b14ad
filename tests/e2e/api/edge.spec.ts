import type { OpenApiDocument } from '~/server/http/openapi.ts';
import { type Address, listAddresses, listQueryNames } from '../support/addresses.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createUser, findSignup } from '../support/rows.ts';
import { expectRefusal } from '../support/shapes.ts';

/** Returns what the calls of the API read from their query. */
const listQueriesOfCalls = ({ paths }: OpenApiDocument) =>
	Object.values(paths).flatMap((calls) =>
		Object.values(calls).flatMap(({ parameters = [] }) =>
			parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => String(name)),
		),
	);

test('every response has the security headers, and pages have a strict policy', async ({ api }) => {
	const user = await createUser();
	const signedOut = await api(null);
	const request = await api(user);
	const responses = [
		await signedOut.get('/'),
		await signedOut.get('/login'),
		await request.get('/events'),
		await request.get('/admin'),
		await request.get('/api/auth/me'),
		await signedOut.get('/api/auth/me'),
		await request.get('/api/events'),
		await signedOut.get('/events', { maxRedirects: 0 }),
	];
	for (const response of responses) {
		await test.step(response.url(), async () => {
			expect(response.headers()).toMatchObject({
				'x-content-type-options': 'nosniff',
				'referrer-policy': 'same-origin',
				'cache-control': expect.stringContaining('no-store'),
			});
			expect(response.headers()).not.toHaveProperty('x-powered-by');
			if (!response.headers()['content-type']?.startsWith('text/html')) return;
			const policy = response.headers()['content-security-policy'] ?? '';
			expect(policy).toContain("default-src 'none'");
			expect(policy).toContain("frame-ancestors 'none'");
			expect(policy).toContain("form-action 'self'");
			expect(policy).not.toContain('unsafe-');
			const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
			const html = await response.text();
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

test('keeps an idle connection open longer than proxies do', { tag: '@direct' }, async ({ api }) => {
	const { connection, 'keep-alive': keepAlive } = (await (await api(null)).get('/healthz')).headers();
	expect([connection, keepAlive]).toEqual(['keep-alive', 'timeout=125']);
});

test('the probes respond without a session', async ({ api }) => {
	const request = await api(null);
	expect((await request.get('/healthz')).status()).toBe(200);
	expect((await request.get('/readyz')).status()).toBe(200);
});

test('a page form from another site is refused', async ({ browserApi }) => {
	const { request } = await browserApi(await createUser());
	const send = (headers: Record<string, string>) =>
		request.post('/theme', { form: { theme: 'light', redirectTo: '/events' }, headers, maxRedirects: 0 });
	const appUrl = String(process.env.E2E_APP_URL);
	const foreign: Record<string, string>[] = [
		{ Origin: 'https://evil.example' },
		{ Origin: appUrl.replace('localhost', '127.0.0.1') },
		{ Origin: 'null' },
		{ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
		{ 'Sec-Fetch-Site': 'cross-site' },
	];
	for (const headers of foreign) {
		const response = await send(headers);
		expect.soft(response.status(), JSON.stringify(headers)).toBe(403);
		expect
			.soft(await response.text(), JSON.stringify(headers))
			.toContain(`Please open ${appUrl} and try again`);
	}
	expect((await send({ Origin: appUrl })).status()).toBe(303);
	// Some proxies and settings of browsers replace the origin; the browser still says that the page is ours.
	expect((await send({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).status()).toBe(303);
});

const ODD_NUMBERS = ['2147483648', '9223372036854775808', '-1', '1e99', '', 'x'];
const isRead = ({ address, isPage }: Address) =>
	isPage || (address.startsWith('/api/') && !address.includes('*'));

for (const number of ODD_NUMBERS) {
	test(`no address fails with ${number || 'an empty text'} as any of its numbers`, async ({ browserApi }) => {
		const { request } = await browserApi(await createUser({ role: 'admin' }));
		const event = await addEventRow();
		const document: OpenApiDocument = await (await request.get('/api/openapi.json')).json();
		const query = new URLSearchParams(
			[...listQueryNames(), ...listQueriesOfCalls(document)].map((name) => [name, number]),
		);
		const addresses = listAddresses()
			.filter(isRead)
			.flatMap(({ address }) => [
				`${fillIds(address.replace('{eventId}', event.id), number)}?${query}`,
				...(address.includes('{eventId}') ? [fillIds(address, number)] : []),
			]);
		for (const address of addresses) {
			const response = await request.get(address, { maxRedirects: 0 });
			expect.soft(response.status(), address).toBeLessThan(500);
		}
	});
}

const fillIds = (address: string, id: string) =>
	address.replaceAll(/\{\w+\}/g, encodeURIComponent(id || ' '));

test('refuses signed-out data requests for a page or its child routes', async ({ api }) => {
	const request = await api(null);
	for (const path of ['/events.data', '/events.data?_routes=routes%2Fevents%2Froute', '/admin.data']) {
		const response = await request.get(path, { maxRedirects: 0 });
		const text = await response.text();
		expect(text, path).toContain('/login');
		expect(text, path).not.toContain('events_banner');
		expect(text, path).not.toContain('confirmed_count');
	}
});

test('checks access for every spelling of an address that the router accepts', async ({
	api,
	browserApi,
}) => {
	const player = await createUser();
	const event = await addEventRow();
	const { request } = await browserApi(player);
	const signup = `events/${event.id}/signup`;
	for (const path of [
		`/API/${signup}`,
		`/%61pi/${signup}`,
		`/Api/${signup}/`,
		`/api/%45vents/${event.id}/SIGNUP`,
	]) {
		await test.step(path, async () => {
			await expectRefusal(await request.post(path, { data: { status: 'confirmed' } }), 403);
			expect(await findSignup(event.id, player.id)).toBeNull();
		});
	}
	const stranger = await api(null);
	for (const path of ['/API/events', '/%61pi/events', '/api/EVENTS/']) {
		await test.step(`signed out ${path}`, async () => {
			await expectRefusal(await stranger.get(path, { maxRedirects: 0 }), 401);
		});
	}
});

test('refuses an invalid cursor by its field name', async ({ api }) => {
	const request = await api(await createUser());
	for (const cursor of ['-999999999999999_1', '999999999999999_1', 'x', '1_x', '_']) {
		await test.step(cursor, async () => {
			const refusal = await expectRefusal(await request.get('/api/events', { params: { cursor } }), 422);
			expect(refusal.fieldErrors?.cursor).toHaveLength(1);
		});
	}
});
