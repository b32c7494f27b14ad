import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { sendAndDisconnect, sendBytes, sendRequest } from '../support/raw-request.ts';
import { addEventRow, createUser, findSignup } from '../support/rows.ts';

const STACK = /^\s+at |\\n\s+at |node:internal/m;

/** Starts a server on the shared database whose output no other test file affects. */
async function start(): Promise<AppProcess> {
	const app = startApp(await findFreePort(), {
		...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
		DATABASE_URL: String(process.env.E2E_DATABASE_URL),
		// With the Discord service on, this server would also run the jobs of all other tests.
		DISCORD_SERVICE: 'off',
		LOG_LEVEL: 'trace',
	});
	await waitForStatus(app, '/readyz', 200, 60_000);
	return app;
}

const startForTests = async () => {
	const app = await start();
	return { server: app, stop: async () => void (await app.stop('SIGKILL')) };
};

const test = base.extend<{ app: AppProcess }>({
	app: [async ({ startOnce }, use) => use(await startOnce(startForTests)), { timeout: 90_000 }],
});

test.setTimeout(90_000);

test('refuses unusual methods without revealing internals', async ({ app }) => {
	const { token } = await createUser();
	const event = await addEventRow();
	const headersByViewer = {
		'signed out': {},
		'signed in': { Authorization: `Bearer ${token}`, Cookie: `session=${token}` },
	};
	for (const [viewer, headers] of Object.entries(headersByViewer)) {
		for (const path of ['/', '/events', '/login', '/api/events', `/api/events/${event.id}`, '/api/auth/me']) {
			for (const method of ['TRACE', 'PROPFIND', 'OPTIONS']) {
				await test.step(`${method} ${path} ${viewer}`, async () => {
					const response = await sendRequest(app.url + path, { method, headers });
					expect.soft(response.status).toBeLessThan(500);
					expect.soft(response.body).not.toMatch(STACK);
					expect.soft(response.body).not.toContain(event.title);
					expect.soft(response.headers['x-content-type-options']).toBe('nosniff');
				});
			}
		}
	}
	await waitForStatus(app, '/readyz', 200);
	expect(app.output()).not.toMatch(STACK);
});

test('refuses a body that is too long with an error message, also when it is chunked', async ({
	baseURL,
}) => {
	const player = await createUser();
	const event = await addEventRow();
	const chunk = Buffer.alloc(130_000, ' ');
	const response = await sendRequest(`${baseURL}/api/events/${event.id}/signup`, {
		method: 'POST',
		headers: {
			Authorization: `Bearer ${player.token}`,
			'Content-Type': 'application/json',
			'Transfer-Encoding': 'chunked',
		},
		chunks: Array.from({ length: 10 }, () => chunk),
	});
	expect(response.status).toBe(413);
	expect(response.headers['content-type']).toContain('application/json');
	expect(JSON.parse(response.body)).toEqual({ error: expect.any(String) });
	expect(await findSignup(event.id, player.id)).toBeNull();
});

test('an invalid request line leaves neither secrets nor a stack trace in the log', async ({ app }) => {
	const { host } = new URL(app.url);
	const end = 'Connection: close\r\n\r\n';
	const lines = {
		'absolute form': `GET ${app.url}/?token=SECRETTOKEN HTTP/1.1\r\nHost: ${host}\r\n${end}`,
		'absolute form of another site': `GET http://elsewhere.example/?token=SECRETTOKEN HTTP/1.1\r\nHost: ${host}\r\n${end}`,
		'invalid Host': `GET /?token=SECRETTOKEN HTTP/1.1\r\nHost: a b\r\n${end}`,
		'empty Host': `GET /login?token=SECRETTOKEN HTTP/1.1\r\nHost:\r\n${end}`,
		'broken percent-encoding': `GET /events/%E0%A4%A?token=SECRETTOKEN HTTP/1.1\r\nHost: ${host}\r\n${end}`,
		'two slashes': `GET //elsewhere.example/?token=SECRETTOKEN HTTP/1.1\r\nHost: ${host}\r\n${end}`,
		'no address': `GET * HTTP/1.1\r\nHost: ${host}\r\n${end}`,
	};
	for (const [name, bytes] of Object.entries(lines)) {
		await test.step(name, async () => {
			const response = await sendBytes(app.url, bytes);
			expect.soft(response.status).toBeGreaterThanOrEqual(200);
			expect.soft(response.status).toBeLessThan(500);
			expect.soft(response.text).not.toMatch(STACK);
			expect.soft(response.text).not.toMatch(/^location: (https?:)?\/\/elsewhere/im);
		});
	}
	await waitForStatus(app, '/readyz', 200);
	expect(app.output()).not.toContain('SECRETTOKEN');
	expect(app.output()).not.toMatch(STACK);
});

test('a form from another site is logged in one line without a stack', async ({ app }) => {
	const { token } = await createUser();
	const headers = { Cookie: `session=${token}`, 'Content-Type': 'application/x-www-form-urlencoded' };
	const chunks = [Buffer.from('intent=profile.setSwitches')];
	for (const Origin of ['https://evil.example', 'null', 'not an address']) {
		for (const path of ['/profile?secret=1', '/profile.data?secret=1', '/theme', '/logout']) {
			const response = await sendRequest(app.url + path, {
				method: 'POST',
				headers: { ...headers, Origin },
				chunks,
			});
			expect.soft(response.status, `${path} ${Origin}`).toBeGreaterThanOrEqual(400);
			expect.soft(response.status, `${path} ${Origin}`).toBeLessThan(500);
		}
	}
	expect(app.output()).toContain(
		'"method":"POST","path":"/profile","msg":"a form from another site was refused"',
	);
	expect(app.output()).not.toMatch(STACK);
	expect(app.output()).not.toContain('secret=1');
	expect(app.output()).not.toContain('request failed');
});

test('clients that disconnect do not keep the server from stopping', async () => {
	const app = await start();
	const { token } = await createUser();
	const event = await addEventRow();
	const { host } = new URL(app.url);
	const head = `HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nCookie: session=${token}\r\n`;
	const page = `GET /events ${head}\r\n`;
	const partialRequest = `POST /api/events/${event.id}/signup ${head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`;
	await Promise.all([
		sendAndDisconnect(app.url, page),
		sendAndDisconnect(app.url, page),
		sendAndDisconnect(app.url, page, 2),
		sendAndDisconnect(app.url, partialRequest, 100),
		sendAndDisconnect(app.url, partialRequest, 200),
	]);
	const started = Date.now();
	expect(await app.stop('SIGTERM')).toBe(0);
	expect(Date.now() - started).toBeLessThan(9_500);
	expect(app.output()).not.toMatch(STACK);
});
