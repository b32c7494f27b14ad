import { PREFERENCE_LIMITS, TEST_USERS } from '../limits.ts';
import { SIGNUP_STATUSES, type SignupStatus } from '../signups/statuses.ts';
import type { Role } from '../users/roles.ts';

const TEST_STORYTELLERS = 4;

export type TestUserValues = { username: string; role: Role };

/** The thirty test users, some of them storytellers. Their names show that they are test users. */
export const TEST_USER_LIST: readonly TestUserValues[] = Array.from({ length: TEST_USERS }, (_, index) => ({
	username: `test-player-${String(index + 1).padStart(2, '0')}`,
	role: index < TEST_STORYTELLERS ? 'storyteller' : 'player',
}));

/**
 * Returns the test users to create when `present` exist: as many as are missing to reach thirty, lowest names
 * first.
 */
export function listMissingTestUsers(present: readonly string[]): TestUserValues[] {
	return TEST_USER_LIST.filter(({ username }) => !present.includes(username)).slice(
		0,
		Math.max(0, TEST_USERS - present.length),
	);
}

/** The number of test signups by status. */
export type TestSignupCounts = Record<SignupStatus, number>;

/**
 * Returns a status for each user so that the counts match exactly: the first users confirm, and so on; the
 * remaining users get no signup.
 */
export function assignTestStatuses(
	ids: readonly string[],
	counts: TestSignupCounts,
): { userId: string; status: SignupStatus }[] {
	const statuses = SIGNUP_STATUSES.flatMap((status) => Array<SignupStatus>(counts[status]).fill(status));
	return statuses.flatMap((status, index) => {
		const userId = ids[index];
		return userId === undefined ? [] : [{ userId, status }];
	});
}

export type TestPreferences = { userId: string; players: string[]; storytellers: string[] };

/**
 * Returns random preferences among test users: one to five players and, if there is one, a storyteller,
 * without duplicates or the user's own id. `random` returns an integer from 0 to its argument - 1.
 */
export function createRandomPreferences(
	users: readonly { id: string; role: Role }[],
	random: (bound: number) => number,
): TestPreferences[] {
	const storytellers = users.filter(({ role }) => role !== 'player').map(({ id }) => id);
	return users.map(({ id }) => {
		const others = users.filter((other) => other.id !== id).map((other) => other.id);
		return {
			userId: id,
			players: sampleIds(others, 1 + random(PREFERENCE_LIMITS.players), random),
			storytellers: sampleIds(
				storytellers.filter((storyteller) => storyteller !== id),
				1,
				random,
			),
		};
	});
}

function sampleIds(ids: readonly string[], count: number, random: (bound: number) => number): string[] {
	const rest = [...ids];
	return Array.from({ length: Math.min(count, rest.length) }, () =>
		rest.splice(random(rest.length), 1),
	).flat();
}
