import type pg from 'pg';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { findFreePort, startApp, waitForStatus } from './app-process.ts';
import { test as base, expect, type Started } from './fixtures.ts';
import { createOwnDatabase, openPool } from './own-database.ts';
import { createUser } from './rows.ts';

type TestServer = { url: string; pool: pg.Pool };

async function startServer(): Promise<Started<TestServer>> {
	const database = await createOwnDatabase();
	const discord = await serveDiscordStandIn(createDiscordStandIn({ personas: [] }));
	const app = startApp(await findFreePort(), {
		...standInEnvironment(discord.url),
		DATABASE_URL: database.url,
		DISCORD_SERVICE: 'off',
		LOG_LEVEL: 'error',
		TEST_ENVIRONMENT_ENABLED: 'true',
	});
	await waitForStatus(app, '/readyz', 200, 60_000);
	const pool = openPool(database.url, 2);
	return {
		server: { url: app.url, pool },
		stop: async () => {
			await pool.end();
			await app.stop();
			await discord.close();
			await database.remove();
		},
	};
}

/**
 * Runs tests with an app of the worker that has the test environment, on its own database: no other test uses
 * what the panel creates and deletes. Every test starts with an empty database.
 */
export const test = base.extend<{ pool: pg.Pool; testServer: TestServer }>({
	testServer: [async ({ startOnce }, use) => use(await startOnce(startServer)), { timeout: 90_000 }],
	baseURL: async ({ testServer }, use) => use(testServer.url),
	pool: async ({ testServer: { pool } }, use) => {
		await pool.query('TRUNCATE users, events, signups, audit_entries, idempotency_keys CASCADE');
		await use(pool);
	},
	signInAs: async ({ setSession, pool }, use) => {
		await use(async (overrides) => {
			const user = await createUser(overrides, pool);
			await setSession(user);
			return user;
		});
	},
});

export { expect };
