import { PERSONAS } from '~/seeds/personas.ts';
import { STAND_IN_ORIGIN, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';

export const TEST_APP_URL = 'http://localhost:3000';

/**
 * Sets every variable that the app needs, with the stand-in as Discord. Call it at the top of a test file,
 * because the configuration is parsed at its first use and then stays. `useDatabase()` sets the database's
 * address.
 */
export function useTestEnvironment(changes: Record<string, string> = {}): void {
	process.env.DATABASE_URL ??= 'postgres://nobody@127.0.0.1:1/nowhere';
	Object.assign(process.env, {
		NODE_ENV: 'test',
		APP_URL: TEST_APP_URL,
		SESSION_SECRET: 'a secret for tests that is long enough',
		ADMIN_DISCORD_IDS: PERSONAS.admin.discordId,
		LOG_LEVEL: 'silent',
		...standInEnvironment(STAND_IN_ORIGIN),
		...changes,
	});
}
