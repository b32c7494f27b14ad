import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase } from '../support/own-database.ts';

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
}

async function expectAwake(app: AppProcess): Promise<void> {
	await waitForStatus(app, '/readyz', 200);
	const page = await fetch(`${app.url}/login`);
	expect(page.status).toBe(200);
	expect(await page.text()).toContain('Sign in to your account');
	expect((await fetch(`${app.url}/api/events`)).status).toBe(401);
}
