import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from './app-process.ts';
import { test as base, expect, type Started } from './fixtures.ts';
import { createOwnDatabase } from './own-database.ts';
import { closeConnections } from './rows.ts';

type TestServer = {
	url: string;
	databaseUrl: string;
	state: StandInState;
	reset: () => void;
	/** Starts another app with the same Discord and database. The test that starts it must stop it. */
	startApp: () => Promise<AppProcess>;
};

async function startServer(): Promise<Started<TestServer>> {
	const standIn = createDiscordStandIn({ personas: [] });
	const discordServer = await serveDiscordStandIn(standIn);
	const database = await createOwnDatabase();
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
	return {
		server: {
			url: app.url,
			databaseUrl: database.url,
			state: standIn.state,
			startApp: start,
			reset: () => standIn.reset(),
		},
		stop: async () => {
			await app.stop();
			await closeConnections(database.url);
			await database.remove();
			await discordServer.close();
		},
	};
}

/**
 * Runs tests with a Discord stand-in of the worker, which they may fill and break, and an app that uses it and a
 * database of the worker, so that no test of another worker changes what a page lists. The Discord server has no
 * members unless a test adds them, and it is reset after each test.
 */
export const test = base.extend<{ discord: StandInState; server: TestServer }>({
	server: [async ({ startOnce }, use) => use(await startOnce(startServer)), { timeout: 90_000 }],
	ownDatabaseUrl: async ({ server }, use) => use(server.databaseUrl),
	baseURL: async ({ server }, use) => use(server.url),
	discord: async ({ server: { state, reset } }, use) => {
		reset();
		await use(state);
		expect(state.violations).toEqual([]);
		state.recover();
	},
});

export { expect };
