import { PREFERENCE_LIMITS, TEST_STORYTELLERS, TEST_USERS } from '../limits.ts';
import type { Role } from '../people/roles.ts';
import { SIGNUP_STATUSES, type SignupStatus } from '../signups/statuses.ts';

export type TestPerson = { username: string; role: Role };

/** The test environment's people: thirty, some of whom run games. Their names say what they are. */
export const TEST_PEOPLE: readonly TestPerson[] = Array.from({ length: TEST_USERS }, (_, index) => ({
	username: `test-player-${String(index + 1).padStart(2, '0')}`,
	role: index < TEST_STORYTELLERS ? 'storyteller' : 'player',
}));

/** Who is missing when `present` are there: as many as top them up to thirty, lowest names first. */
export function listMissing(present: readonly string[]): TestPerson[] {
	return TEST_PEOPLE.filter(({ username }) => !present.includes(username)).slice(
		0,
		Math.max(0, TEST_USERS - present.length),
	);
}

/** How many test users shall give each answer. */
export type TestSignupCounts = Record<SignupStatus, number>;

/** Who answers what, so that the counts are exactly these: the first so many confirm, and so on; the rest do not answer. */
export function dealAnswers(
	ids: readonly string[],
	counts: TestSignupCounts,
): { userId: string; status: SignupStatus }[] {
	const statuses = SIGNUP_STATUSES.flatMap((status) => Array<SignupStatus>(counts[status]).fill(status));
	return statuses.flatMap((status, index) => {
		const userId = ids[index];
		return userId === undefined ? [] : [{ userId, status }];
	});
}

export type TestWishes = { userId: string; players: string[]; storytellers: string[] };

/**
 * Wishes of test users among each other: one to five players and, where there is one, a storyteller, never oneself and
 * nobody twice. `random` answers a whole number below its argument.
 */
export function drawWishes(
	people: readonly { id: string; role: Role }[],
	random: (bound: number) => number,
): TestWishes[] {
	const tellers = people.filter(({ role }) => role !== 'player').map(({ id }) => id);
	return people.map(({ id }) => {
		const others = people.filter((other) => other.id !== id).map((other) => other.id);
		return {
			userId: id,
			players: draw(others, 1 + random(PREFERENCE_LIMITS.players), random),
			storytellers: draw(
				tellers.filter((teller) => teller !== id),
				1,
				random,
			),
		};
	});
}

function draw(ids: readonly string[], count: number, random: (bound: number) => number): string[] {
	const rest = [...ids];
	return Array.from({ length: Math.min(count, rest.length) }, () =>
		rest.splice(random(rest.length), 1),
	).flat();
}
