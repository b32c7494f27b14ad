import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { test as base, expect, type Started } from '../support/fixtures.ts';
import { scoreByObservatory } from '../support/observatory.ts';
import { sendBytes, sendRequest } from '../support/raw-request.ts';
import { createUser } from '../support/rows.ts';

/** Starts an app as behind a proxy with TLS, where every header and cookie is as users get it over https. */
async function start(): Promise<Started<AppProcess>> {
	const app = startApp(await findFreePort(), {
		...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
		APP_URL: 'https://games.example.org',
		DISCORD_CDN_URL: 'https://cdn.discordapp.com',
		DATABASE_URL: String(process.env.E2E_DATABASE_URL),
		DISCORD_SERVICE: 'off',
		LOG_LEVEL: 'error',
	});
	await waitForStatus(app, '/readyz', 200, 60_000);
	return { server: app, stop: async () => void (await app.stop('SIGKILL')) };
}

const test = base.extend<{ app: AppProcess }>({
	app: [async ({ startOnce }, use) => use(await startOnce(start)), { timeout: 90_000 }],
});

test.setTimeout(90_000);

const SECURITY_HEADERS = {
	'content-security-policy': expect.stringMatching(/^default-src 'none'/),
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'same-origin',
	'x-frame-options': 'DENY',
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'permissions-policy': 'camera=(), microphone=(), geolocation=()',
	'strict-transport-security': 'max-age=31536000',
};

/** All that matters for a script, a style or a font, of which a page loads up to 45. */
const FILE_HEADERS = ['x-content-type-options', 'cross-origin-resource-policy'];

test('every class of response carries every security header that matters for it', async ({ app }) => {
	const admin = await createUser({ role: 'admin' });
	const signedIn = { Cookie: `session=${admin.token}; __Host-session=${admin.token}` };
	const bearer = { Authorization: `Bearer ${admin.token}` };
	const login = await (await fetch(`${app.url}/login`)).text();
	const find = (pattern: RegExp) => pattern.exec(login)?.[0] ?? 'not in the page';
	const script = find(/\/assets\/[\w.-]+\.js/);
	const files = [script, find(/\/assets\/[\w.-]+\.css/), find(/\/assets\/[\w.-]+\.woff2/)];
	const requests: [status: number, path: string, method?: string, headers?: Record<string, string>][] = [
		[200, '/login'],
		[200, '/login', 'HEAD'],
		[200, '/events', 'GET', signedIn],
		[303, '/events/999999999', 'GET', signedIn],
		[200, '/login.data'],
		[202, '/events.data'],
		[302, '/events'],
		[200, '/api/auth/me', 'GET', signedIn],
		[401, '/api/events'],
		[404, '/api/nowhere', 'GET', signedIn],
		[403, '/api/events', 'DELETE', signedIn],
		[405, '/api/events', 'DELETE', bearer],
		[200, '/api/openapi.json', 'GET', signedIn],
		[200, '/api/docs', 'GET', signedIn],
		[200, '/admin/export/events.csv', 'GET', signedIn],
		[304, script, 'GET', { 'If-Modified-Since': new Date(Date.now() + 86_400_000).toUTCString() }],
		[206, script, 'GET', { Range: 'bytes=0-9' }],
		...files.map((file): [number, string] => [200, file]),
		[416, script, 'GET', { Range: 'bytes=99999999-' }],
		[404, '/assets/missing.js'],
		[302, '/assets'],
		[200, '/favicon.svg'],
		[200, '/icon.svg'],
		[200, '/manifest.webmanifest'],
		[200, find(/\/scenery\/[\w.-]+\.svg/)],
		[404, '/scenery/cellar.svg'],
		[404, `/images/${'0'.repeat(64)}`, 'GET', signedIn],
		[204, '/__manifest?paths=%2Flogin&version=stale'],
		[204, '/api/events', 'OPTIONS'],
		[405, '/', 'OPTIONS'],
		[405, '/', 'TRACE'],
		[200, '/healthz'],
		[200, '/readyz'],
		[404, '/metrics', 'GET', { 'X-Forwarded-For': '203.0.113.9' }],
	];
	for (const [status, path, method = 'GET', headers = {}] of requests) {
		await test.step(`${method} ${path}`, async () => {
			const response = await sendRequest(app.url + path, { method, headers });
			expect.soft(response.status).toBe(status);
			expect.soft(response.headers).not.toHaveProperty('x-powered-by');
			if (!files.includes(path)) return expect.soft(response.headers).toMatchObject(SECURITY_HEADERS);
			const names = Object.keys(response.headers).filter((name) => name in SECURITY_HEADERS);
			expect.soft(names.sort()).toEqual(FILE_HEADERS.toSorted());
		});
	}
	await test.step('a body that is too long', async () => {
		const chunks = Array.from({ length: 20 }, () => Buffer.alloc(130_000, ' '));
		const headers = { ...bearer, 'Content-Type': 'application/json' };
		const response = await sendRequest(`${app.url}/api/auth/update-username`, {
			method: 'PUT',
			headers,
			chunks,
		});
		expect.soft(response.status).toBe(413);
		expect.soft(response.headers).toMatchObject(SECURITY_HEADERS);
	});
});

test('a request that Node itself refuses gets the security headers too', async ({ app }) => {
	const { host } = new URL(app.url);
	const requests: [status: number, request: string][] = [
		[400, 'nonsense\r\n\r\n'],
		[400, `GET /login HTTP/1.1\r\nHost: ${host}\r\nHost\r\n\r\n`],
		[431, `GET /login HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${'x'.repeat(5_000_000)}\r\n\r\n`],
		[302, `GET /events/%E0%A4%A HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`],
	];
	for (const [status, request] of requests) {
		await test.step(request.slice(0, 60), async () => {
			const response = await sendBytes(app.url, request);
			expect.soft(response.status).toBe(status);
			const lines = response.text.split('\r\n\r\n', 1)[0]?.split('\r\n').slice(1) ?? [];
			const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]));
			expect.soft(Object.fromEntries(headers)).toMatchObject(SECURITY_HEADERS);
		});
	}
});

test('Mozilla’s Observatory gives at least 130 points on https', async ({ app }) => {
	const admin = await createUser({ role: 'admin' });
	const signedIn = { Cookie: `session=${admin.token}; __Host-session=${admin.token}` };
	const scan = async (path: string, headers: Record<string, string> = {}) => {
		const response = await fetch(app.url + path, { headers });
		expect(response.status).toBe(200);
		return scoreByObservatory({ headers: response.headers, html: await response.text() });
	};
	const visitor = await scan('/');
	expect(visitor.score, JSON.stringify(visitor.parts)).toBeGreaterThanOrEqual(130);
	const member = await scan('/events', signedIn);
	expect(member.parts.cookies).toBe(5);
	expect(member.score, JSON.stringify(member.parts)).toBeGreaterThanOrEqual(135);
});
