import { once } from 'node:events';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createUser } from '../support/rows.ts';

test('compresses pages and the API document, and sends files in ranges', async ({ baseURL }) => {
	const { token } = await createUser();
	const headers = { Cookie: `session=${token}`, 'Accept-Encoding': 'gzip, br' };
	for (const path of ['/events', '/faq', '/api/openapi.json']) {
		const response = await fetch(baseURL + path, { headers });
		expect.soft(response.headers.get('Content-Encoding'), path).toBe('br');
		expect.soft(response.headers.get('Vary'), path).toContain('Accept-Encoding');
		expect.soft((await response.text()).length, path).toBeGreaterThan(1_024);
	}
	const page = await (await fetch(`${baseURL}/faq`, { headers })).text();
	const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
	const range = await fetch(baseURL + script, { headers: { Range: 'bytes=0-9' } });
	expect([range.status, (await range.text()).length]).toEqual([206, 10]);
	const reversed = await fetch(baseURL + script, { headers: { Range: 'bytes=9-0' } });
	expect([reversed.status, reversed.headers.get('Cache-Control')]).toEqual([
		200,
		'public, max-age=31536000, immutable',
	]);
	const missing = await fetch(`${baseURL}/assets/missing.js`);
	expect([missing.status, await missing.text()]).toEqual([404, '']);
});

test('a page of an earlier build that looks for routes is told to load a document', async ({ baseURL }) => {
	const response = await fetch(`${baseURL}/__manifest?paths=%2Ffaq&version=earlier`, { redirect: 'manual' });
	expect([response.status, response.headers.get('X-Remix-Reload-Document')]).toEqual([204, 'true']);
});

test('a refused body does not block the connection for the next request', async ({ baseURL }) => {
	const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
	const send = (method: string, path: string, body?: Buffer) =>
		new Promise<{ status?: number; port?: number }>((resolve, reject) => {
			const request = http.request(baseURL + path, { agent, method, timeout: 10_000 }, (response) => {
				response.resume().on('end', () => resolve({ status: response.statusCode, port }));
			});
			let port: number | undefined;
			request.on('socket', (socket) => {
				port = socket.localPort;
				socket.once('connect', () => {
					port = socket.localPort;
				});
			});
			request.on('timeout', () => request.destroy(new Error('no response')));
			request.on('error', reject).end(body);
		});
	try {
		const refused = await send('POST', '/api/events', Buffer.alloc(3_000_000, ' '));
		const next = await send('GET', '/healthz');
		expect([refused.status, next.status]).toEqual([401, 200]);
		expect(next.port).toBe(refused.port);
	} finally {
		agent.destroy();
	}
});

test('unusual addresses reach the routes that the router finds', async ({ baseURL }) => {
	const readStatus = (path: string) =>
		new Promise<number | undefined>((resolve, reject) => {
			const options = { path, agent: false };
			http
				.get(String(baseURL), options, (response) => resolve(response.resume().statusCode))
				.on('error', reject);
		});
	for (const path of ['/x/../api/events', '/./API/events', '/x\\..\\api/events']) {
		expect.soft(await readStatus(path), path).toBe(401);
	}
	for (const path of ['/\\[', '/apis', '/events/..']) {
		expect.soft([200, 302], path).toContain(await readStatus(path));
	}
});

test('a refused body that goes on for long closes the connection', { tag: '@direct' }, async ({
	baseURL,
}) => {
	const { hostname, port } = new URL(String(baseURL));
	const socket = connect(Number(port), hostname);
	// The server closes while we still send.
	socket.on('error', () => undefined);
	const closed = new Promise((resolve) => socket.once('close', resolve));
	const [statusLine] = await sendHead(socket, `Host: ${hostname}\r\nContent-Length: 300000000\r\n`);
	expect(String(statusLine)).toMatch(/^HTTP\/1\.1 401 /);
	const chunk = Buffer.alloc(1_000_000);
	let sentBytes = 0;
	while (!socket.destroyed && sentBytes < 200_000_000) {
		sentBytes += chunk.length;
		if (socket.write(chunk)) continue;
		await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
	}
	socket.destroy();
	expect(sentBytes).toBeLessThan(100_000_000);
});

/** Sends the head of a POST request, and returns the first part of the response. */
function sendHead(socket: Socket, headers: string): Promise<unknown[]> {
	socket.write(`POST /api/events HTTP/1.1\r\n${headers}\r\n`);
	return once(socket, 'data');
}

test('react-router-serve can run the build instead of our server', async () => {
	test.setTimeout(90_000);
	const app = startApp(
		await findFreePort(),
		{
			...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
			DATABASE_URL: String(process.env.E2E_DATABASE_URL),
			DISCORD_SERVICE: 'off',
		},
		{ command: ['node_modules/@react-router/serve/bin.cjs', './build/server/app.js'] },
	);
	try {
		await waitForStatus(app, '/readyz', 200, 60_000);
		expect(await (await fetch(`${app.url}/login`)).text()).toContain('<html');
	} finally {
		await app.stop('SIGKILL');
	}
});
