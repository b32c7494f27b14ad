import type pg from 'pg';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { findFreePort, startApp, waitForStatus } from './app-process.ts';
import { test as base, expect } from './fixtures.ts';
import { createOwnDatabase, openPool } from './own-database.ts';
import { makePerson } from './rows.ts';

type Town = { url: string; pool: pg.Pool };

/**
 * Runs tests with an app of the worker that has the test environment, on its own database: no other test uses
 * what the panel creates and deletes. Every test starts with an empty database.
 */
export const test = base.extend<{ pool: pg.Pool }, { testTown: Town }>({
	testTown: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
		async ({}, use) => {
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
			await use({ url: app.url, pool });
			await pool.end();
			await app.stop();
			await discord.close();
			await database.remove();
		},
		{ scope: 'worker', timeout: 90_000 },
	],
	baseURL: async ({ testTown }, use) => use(testTown.url),
	pool: async ({ testTown: { pool } }, use) => {
		await pool.query('TRUNCATE users, events, signups, audit_entries, idempotency_keys CASCADE');
		await use(pool);
	},
	signInAs: async ({ bringSession, pool }, use) => {
		await use(async (overrides) => {
			const person = await makePerson(overrides, pool);
			await bringSession(person);
			return person;
		});
	},
});

export { expect };
