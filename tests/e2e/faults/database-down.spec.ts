import type pg from 'pg';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type DatabaseProxy, startDatabaseProxy } from '~/tests/support/database-proxy.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase, createOwnPostgres, type OwnDatabase, openPool } from '../support/own-database.ts';
import { createUser } from '../support/rows.ts';

test.setTimeout(90_000);

test('the app waits for its database, responds 503 while it is down, recovers, and exits with 0', async () => {
	const database = await createOwnPostgres();
	await database.stop();
	const app = startApp(await findFreePort(), {
		...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
		DATABASE_URL: database.url,
		LOG_LEVEL: 'info',
	});
	try {
		await test.step('down at the start', async () => {
			await waitForStatus(app, '/healthz', 200);
			await expectUnavailable(app);
		});
		await test.step('the database starts', async () => {
			await database.start();
			await expectAvailable(app);
		});
		await test.step('the database stops later', async () => {
			await database.stop();
			await waitForStatus(app, '/readyz', 503);
			await expectUnavailable(app);
		});
		await test.step('the database starts again', async () => {
			await database.start();
			await expectAvailable(app);
		});
		await test.step('SIGTERM ends the app with 0', async () => {
			expect(await app.stop('SIGTERM')).toBe(0);
		});
		expect(app.output()).not.toMatch(/^\s+at .*:\d+:\d+/m);
		expect(app.output()).not.toContain('"stack"');
		// The outages take less than a minute, and the queue, the jobs and the live pages fail every second.
		expect(app.output().match(/the database does not respond/g)?.length).toBeLessThan(3);
		expect(app.output()).not.toContain(new URL(database.url).password);
	} finally {
		await app.stop('SIGKILL');
		await database.remove();
	}
});

test.describe('a database that is reached but frozen, slow, or lost during COMMIT', () => {
	test.describe.configure({ mode: 'default' });
	/** The 5 s that a request may wait for the database, plus a margin for a busy machine. In milliseconds. */
	const RESPONSE_MS = 6_500;
	const MAYBE_SAVED = 'Your change may have been saved. Reload before you try again.';

	let database: OwnDatabase;
	let proxy: DatabaseProxy;
	let app: AppProcess;
	let pool: pg.Pool;
	let token: string;
	let eventId: string;

	test.beforeAll(async () => {
		database = await createOwnDatabase();
		proxy = await startDatabaseProxy(database.url);
		app = startApp(await findFreePort(), {
			...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
			DATABASE_URL: proxy.url,
			DISCORD_SERVICE: 'off',
			LOG_LEVEL: 'warn',
		});
		await waitForStatus(app, '/readyz', 200);
		pool = openPool(database.url, 1);
		token = (await createUser({}, pool)).token;
		const { rows } = await pool.query<{ id: string }>(
			`INSERT INTO events (title, date, duration, location, timezone, status)
			VALUES ('A night', now() + interval '2 days', 180, 'The Hearth', 'UTC', 'active') RETURNING id`,
		);
		eventId = String(rows[0]?.id);
	});
	test.afterAll(async () => {
		await pool.end();
		await app.stop('SIGKILL');
		await proxy.stop();
		await database.remove();
	});
	test.beforeEach(async () => {
		await pool.query('TRUNCATE comments, idempotency_keys');
		await expect.poll(async () => (await visit()).status, { timeout: 40_000 }).toBe(200);
	});
	test.afterEach(() => {
		proxy.unfreeze();
		proxy.setLatency(0);
		expect(app.output()).not.toMatch(/^\s+at .*:\d+:\d+/m);
	});

	type TimedResponse = { status: number; text: string; milliseconds: number };
	async function send(path: string, init: RequestInit = {}): Promise<TimedResponse> {
		const started = performance.now();
		const response = await fetch(app.url + path, {
			redirect: 'manual',
			signal: AbortSignal.timeout(40_000),
			...init,
		});
		const text = await response.text();
		return { status: response.status, text, milliseconds: performance.now() - started };
	}
	const visit = () => send('/events', { headers: { Cookie: `session=${token}` } });
	const postComment = (key: string) =>
		send(`/api/events/${eventId}/comments`, {
			method: 'POST',
			headers: {
				Authorization: `Bearer ${token}`,
				'Content-Type': 'application/json',
				'Idempotency-Key': key,
			},
			body: JSON.stringify({ body: 'Only once' }),
		});
	const postCommentByForm = (key: string) =>
		send(`/events/${eventId}`, {
			method: 'POST',
			headers: { Cookie: `session=${token}`, Origin: app.url },
			body: new URLSearchParams({ intent: 'comments.create', body: 'Only once', key }),
		});
	const countComments = async () =>
		Number((await pool.query<{ count: string }>('SELECT count(*) FROM comments')).rows[0]?.count);

	test('a frozen database: every request is refused in time, and pages work again at once afterwards', async () => {
		proxy.freeze();
		const readyRequest = send('/readyz');
		// More requests than the pool has connections.
		const visitSignIn = () => send('/login?redirectTo=/events/1');
		const visits = await Promise.all([...Array.from({ length: 25 }, visit), visitSignIn()]);
		for (const { status, text, milliseconds } of visits) {
			expect(status).toBe(503);
			expect(text).toMatch(/The database isn('|&#x27;)t responding/);
			expect(milliseconds).toBeLessThan(RESPONSE_MS);
		}
		const ready = await readyRequest;
		expect(ready.status).toBe(503);
		expect(ready.milliseconds).toBeLessThan(2_000);
		proxy.unfreeze();
		await expect.poll(async () => (await visit()).status, { timeout: 10_000 }).toBe(200);
		// The probe has 1.5 s, which a busy machine may need for a new connection.
		await expect.poll(async () => (await send('/readyz')).status, { timeout: 10_000 }).toBe(200);
	});

	for (const latency of [3_000, 4_000]) {
		test(`${latency} ms per round trip: refuses in time and saves no part of a change`, async () => {
			proxy.setLatency(latency);
			const [page, commentResponse] = await Promise.all([visit(), postComment('slow')]);
			for (const { status, text, milliseconds } of [page, commentResponse]) {
				expect(status).toBe(503);
				expect(text).toMatch(/The database isn('|&#x27;)t responding/);
				expect(milliseconds).toBeLessThan(RESPONSE_MS);
			}
			proxy.setLatency(0);
			expect(await countComments()).toBe(0);
			expect((await postComment('slow')).status).toBe(201);
			expect(await countComments()).toBe(1);
		});
	}

	for (const [fault, savedRows] of [
		['cutBefore', 0],
		['cutAfter', 1],
		['hangAfter', 1],
	] as const) {
		test(`COMMIT, ${fault}: reports that the change may have been saved, and a repeat creates no second row`, async () => {
			const commitBroken = proxy.breakNextCommit(fault);
			const response = await postComment('call-key');
			await commitBroken;
			expect(response.status).toBe(503);
			expect(JSON.parse(response.text)).toEqual({ error: MAYBE_SAVED });
			expect(response.milliseconds).toBeLessThan(RESPONSE_MS);
			expect(await countComments()).toBe(savedRows);
			expect((await postComment('call-key')).status).toBe(201);
			expect(await countComments()).toBe(1);
		});

		test(`COMMIT of a form, ${fault}: the page reports the same, and sending the form again is safe`, async () => {
			const commitBroken = proxy.breakNextCommit(fault);
			const page = await postCommentByForm('form-key');
			await commitBroken;
			expect(page.status).toBe(503);
			expect(page.text).toContain(MAYBE_SAVED);
			expect(page.text).not.toContain('responding');
			expect(page.milliseconds).toBeLessThan(RESPONSE_MS);
			expect(await countComments()).toBe(savedRows);
			expect((await postCommentByForm('form-key')).status).toBe(303);
			expect(await countComments()).toBe(1);
		});
	}
});

async function expectUnavailable(app: AppProcess): Promise<void> {
	expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
	expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
	// An unknown token: a request that looks signed in needs the database at once.
	const headers = { Cookie: 'session=0123456789012345678901234567890123456789012' };
	for (const path of ['/events', '/events/1']) {
		const page = await fetch(app.url + path, { headers, redirect: 'manual' });
		const html = await page.text();
		expect(page.status, path).toBe(503);
		expect(page.headers.get('content-type')).toContain('text/html');
		expect(Number(page.headers.get('retry-after')), path).toBeGreaterThan(0);
		expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(html).toContain('Townbell is temporarily unavailable');
		expect(html).toContain('Try again');
		expect(html).not.toMatch(/ECONNREFUSED|sequelize|SELECT /i);
	}
	const response = await fetch(`${app.url}/api/events`, { headers });
	expect(response.status).toBe(503);
	expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
	const body: unknown = await response.json();
	expect(body).toEqual({ error: expect.stringContaining('Please try again') });
	await expectCookiePagesWork(app, headers);
}

/**
 * Checks what needs no database: sign-out and the theme, which are cookies, still work, and a sign-in
 * redirects to the sign-in page with the error.
 */
async function expectCookiePagesWork(app: AppProcess, headers: { Cookie: string }): Promise<void> {
	const send = (path: string, form: Record<string, string>) =>
		fetch(app.url + path, {
			method: 'POST',
			headers: { ...headers, Origin: app.url },
			body: new URLSearchParams(form),
			redirect: 'manual',
		});
	const logout = await send('/logout', {});
	expect([logout.status, logout.headers.get('location')]).toEqual([303, '/login']);
	const cleared = logout.headers.getSetCookie().find((cookie) => cookie.startsWith('session='));
	expect(cleared).toMatch(/^session=;.*Max-Age=0/i);

	const theme = await send('/theme', { theme: 'light', redirectTo: '/events' });
	expect([theme.status, theme.headers.get('location')]).toEqual([303, '/events']);
	expect(theme.headers.getSetCookie().filter((cookie) => cookie.startsWith('theme=light'))).toHaveLength(1);

	for (const path of ['/api/auth/discord', '/api/auth/discord/callback?code=x&state=y']) {
		const response = await fetch(app.url + path, { headers: { Accept: 'text/html' }, redirect: 'manual' });
		expect(response.status, path).toBe(302);
		expect(response.headers.get('location'), path).toMatch(/^\/\?error=[a-z_]+$/);
	}
}

async function expectAvailable(app: AppProcess): Promise<void> {
	await waitForStatus(app, '/readyz', 200);
	const page = await fetch(`${app.url}/login`);
	expect(page.status).toBe(200);
	expect(await page.text()).toContain('Sign in to your account');
	expect((await fetch(`${app.url}/api/events`)).status).toBe(401);
}
