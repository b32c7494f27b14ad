import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from './app-process.ts';
import { test as base, expect } from './fixtures.ts';
import { createOwnDatabase } from './own-database.ts';
import { useDatabase } from './rows.ts';

type TestServer = {
	url: string;
	state: StandInState;
	reset: () => void;
	/** Starts another app with the same Discord and database. The test that starts it must stop it. */
	startApp: () => Promise<AppProcess>;
};

/**
 * Runs tests with a Discord stand-in of the worker, which they may fill and break, and an app that uses it and a
 * database of the worker, so that no test of another worker changes what a page lists. The Discord server has no
 * members unless a test adds them, and it is reset after each test.
 */
export const test = base.extend<{ discord: StandInState }, { server: TestServer }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
		async ({}, use) => {
			const standIn = createDiscordStandIn({ personas: [] });
			const discordServer = await serveDiscordStandIn(standIn);
			const database = await createOwnDatabase();
			await useDatabase(database.url);
			const start = async () => {
				const app = startApp(await findFreePort(), {
					...standInEnvironment(discordServer.url),
					DATABASE_URL: database.url,
					DISCORD_SERVICE: 'off',
					TEST_ENVIRONMENT_ENABLED: 'true',
					LOG_LEVEL: 'error',
				});
				await waitForStatus(app, '/readyz', 200, 60_000);
				return app;
			};
			const app = await start();
			await use({
				url: app.url,
				state: standIn.state,
				startApp: start,
				reset: () => standIn.reset(),
			});
			await app.stop();
			await useDatabase(null);
			await database.remove();
			await discordServer.close();
		},
		{ scope: 'worker', timeout: 90_000 },
	],
	baseURL: async ({ server }, use) => use(server.url),
	discord: async ({ server: { state, reset } }, use) => {
		reset();
		await use(state);
		expect(state.violations).toEqual([]);
		state.recover();
	},
});

export { expect };
