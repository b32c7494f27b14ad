import { PERSONAS } from '~/seeds/personas.ts';
import { STAND_IN_ORIGIN, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';

export const TEST_APP_URL = 'http://localhost:3000';

/**
 * Sets every variable that the program needs, with Discord played by the stand-in. Call it at the top of a test
 * file: the configuration is parsed at its first use and stays. The database's address is left to `useDatabase()`.
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
