import pg from 'pg';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase } from '../support/own-database.ts';
import { makePerson } from '../support/rows.ts';
import { stallDatabase } from '../support/stalled-database.ts';

test.setTimeout(90_000);

test('the app waits for its database, sleeps while it is away, wakes with it, and ends in order', async () => {
	const database = await createOwnDatabase();
	await database.stop();
	const app = startApp(await findFreePort(), {
		...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
		DATABASE_URL: database.url,
		LOG_LEVEL: 'info',
	});
	try {
		await test.step('down at the start', async () => {
			await waitForStatus(app, '/healthz', 200);
			await expectAsleep(app);
		});
		await test.step('it comes up', async () => {
			await database.start();
			await expectAwake(app);
		});
		await test.step('it stops later', async () => {
			await database.stop();
			await waitForStatus(app, '/readyz', 503);
			await expectAsleep(app);
		});
		await test.step('it comes back', async () => {
			await database.start();
			await expectAwake(app);
		});
		await test.step('SIGTERM ends the app with 0', async () => {
			expect(await app.stop('SIGTERM')).toBe(0);
		});
		expect(app.output()).not.toMatch(/^\s+at .*:\d+:\d+/m);
		expect(app.output()).not.toContain(new URL(database.url).password);
	} finally {
		await app.stop('SIGKILL');
		await database.remove();
	}
});

test('a database that stalls is as good as down, and nobody waits long for it', async () => {
	const database = await createOwnDatabase();
	const app = startApp(await findFreePort(), {
		...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
		DATABASE_URL: database.url,
		LOG_LEVEL: 'warn',
	});
	const own = new pg.Pool({ connectionString: database.url, max: 1 });
	try {
		await waitForStatus(app, '/readyz', 200);
		const { token } = await makePerson({}, own);
		await own.end();
		const visit = () =>
			fetch(`${app.url}/events`, {
				headers: { Cookie: `session=${token}` },
				redirect: 'manual',
				signal: AbortSignal.timeout(20_000),
			});
		expect((await visit()).status).toBe(200);

		const wake = await stallDatabase(database.url);
		try {
			const page = await visit();
			expect(page.status).toBe(503);
			expect(await page.text()).toContain('The town is asleep');
		} finally {
			wake();
		}
		await expect.poll(async () => (await visit()).status, { timeout: 40_000 }).toBe(200);
		expect(app.output()).not.toMatch(/^\s+at .*:\d+:\d+/m);
	} finally {
		if (!own.ended) await own.end();
		await app.stop('SIGKILL');
		await database.remove();
	}
});

async function expectAsleep(app: AppProcess): Promise<void> {
	expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
	expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
	// A stranger's token: whoever looks signed in needs the database at once.
	const headers = { Cookie: 'session=0123456789012345678901234567890123456789012' };
	for (const path of ['/events', '/events/1']) {
		const page = await fetch(app.url + path, { headers, redirect: 'manual' });
		const html = await page.text();
		expect(page.status, path).toBe(503);
		expect(page.headers.get('content-type')).toContain('text/html');
		expect(Number(page.headers.get('retry-after')), path).toBeGreaterThan(0);
		expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(html).toContain('The town is asleep');
		expect(html).toContain('Try again');
		expect(html).not.toMatch(/ECONNREFUSED|sequelize|SELECT /i);
	}
	const answer = await fetch(`${app.url}/api/events`, { headers });
	expect(answer.status).toBe(503);
	expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
	const body: unknown = await answer.json();
	expect(body).toEqual({ error: expect.stringContaining('Please try again') });
	await expectBrowsersOwnAffairs(app, headers);
}

/** What is the browser's own affair goes on, and a sign-in comes back to the screen that says why it failed. */
async function expectBrowsersOwnAffairs(app: AppProcess, headers: { Cookie: string }): Promise<void> {
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
		const answer = await fetch(app.url + path, { headers: { Accept: 'text/html' }, redirect: 'manual' });
		expect(answer.status, path).toBe(302);
		expect(answer.headers.get('location'), path).toMatch(/^\/\?error=[a-z_]+$/);
	}
}

async function expectAwake(app: AppProcess): Promise<void> {
	await waitForStatus(app, '/readyz', 200);
	const page = await fetch(`${app.url}/login`);
	expect(page.status).toBe(200);
	expect(await page.text()).toContain('Sign in to your account');
	expect((await fetch(`${app.url}/api/events`)).status).toBe(401);
}
