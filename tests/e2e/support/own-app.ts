import type pg from 'pg';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from './app-process.ts';
import { test as base, expect } from './fixtures.ts';
import { createOwnDatabase, openPool } from './own-database.ts';

/** The token for /metrics of these apps. */
export const METRICS_TOKEN = 'metrics-token-of-the-tests';

/**
 * Starts an app with its own database and Discord, for tests that may delete everything or use up the server.
 */
export const test = base.extend<{ server: { app: AppProcess; pool: pg.Pool } }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
	server: async ({}, use) => {
		const database = await createOwnDatabase();
		const standIn = createDiscordStandIn();
		const discord = await serveDiscordStandIn(standIn);
		const app = startApp(await findFreePort(), {
			...standInEnvironment(discord.url),
			DATABASE_URL: database.url,
			DISCORD_SERVICE: 'off',
			RATE_LIMIT_FACTOR: '100000',
			TEST_ENVIRONMENT_ENABLED: 'true',
			LOG_LEVEL: 'error',
			METRICS_TOKEN,
		});
		const pool = openPool(database.url, 4);
		try {
			await waitForStatus(app, '/readyz', 200, 60_000);
			await use({ app, pool });
			expect(standIn.state.violations).toEqual([]);
		} finally {
			await app.stop();
			await pool.end();
			await discord.close();
			await database.remove();
		}
	},
});

export { expect };
