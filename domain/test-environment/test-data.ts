import { z } from 'zod';
import { eventTexts } from '../events/fields.ts';
import { createIntegerSchema, idempotencyKey } from '../inputs.ts';
import { PREFERENCE_LIMITS, TEST_DAYS_FROM_NOW, TEST_SIGNUPS, TEST_USERS, TEXT_LIMITS } from '../limits.ts';
import { mapStatuses, SIGNUP_STATUSES, type SignupStatus } from '../signups/statuses.ts';
import { createLineSchema } from '../text.ts';
import type { Role } from '../users/roles.ts';
import { TEST_TEXTS } from './texts.ts';

/** Response of GET /api/admin/test-environment/status (spec, section 7). */
export const testStatusSchema = z
	.object({
		testUsers: z.number(),
		totalEvents: z.number(),
		usersWithPlayerPrefs: z.number(),
		usersWithStorytellerPrefs: z.number(),
		events: z.array(z.object({ id: z.string(), title: z.string() })),
		sampleUsers: z.array(
			z.object({
				id: z.string(),
				username: z.string(),
				preferences: z.object({
					/** A JSON-encoded list of user ids. */
					preferred_players: z.string(),
					/** A user id. */
					preferred_storyteller: z.string().nullable(),
				}),
			}),
		),
	})
	.meta({ id: 'TestStatus' });
export type TestStatus = z.infer<typeof testStatusSchema>;

/** Body of create-event; an empty title is replaced by the placeholder. */
export const testEventInput = z.object({
	title: createLineSchema(
		TEXT_LIMITS.eventTitle,
		`A title can have at most ${TEXT_LIMITS.eventTitle} characters`,
	)
		.optional()
		.default(''),
	description: eventTexts.description.optional().default(''),
	daysFromNow: createIntegerSchema(TEST_DAYS_FROM_NOW.min, TEST_DAYS_FROM_NOW.max, TEST_TEXTS.noDays)
		.optional()
		.default(TEST_DAYS_FROM_NOW.default),
	idempotencyKey,
});

const count = (fallback: number) => createIntegerSchema(0, TEST_USERS, TEST_TEXTS.noCount).default(fallback);

const signupConfig = z.object(mapStatuses((status) => count(TEST_SIGNUPS[status])));

/** Body of signup-users. */
export const testSignupInput = z.object({
	eventId: z
		.union([z.string(), z.number()], TEST_TEXTS.noEvent)
		.transform((id) => String(id).trim())
		.pipe(z.string().min(1, TEST_TEXTS.noEvent)),
	signupConfig: signupConfig.default({ ...TEST_SIGNUPS }),
	idempotencyKey,
});

/** Body of the requests without other fields. */
export const testActionInput = z.object({ idempotencyKey });

const TEST_STORYTELLERS = 4;

export type TestUserValues = { username: string; role: Role };

/** The thirty test users, some of them storytellers. Their names show that they are test users. */
export const TEST_USER_LIST: readonly TestUserValues[] = Array.from({ length: TEST_USERS }, (_, index) => ({
	username: `test-player-${String(index + 1).padStart(2, '0')}`,
	role: index < TEST_STORYTELLERS ? 'storyteller' : 'player',
}));

/** Returns the test users to create when `existing` exist: those missing to thirty, lowest names first. */
export function listMissingTestUsers(existing: readonly string[]): TestUserValues[] {
	return TEST_USER_LIST.filter(({ username }) => !existing.includes(username)).slice(
		0,
		Math.max(0, TEST_USERS - existing.length),
	);
}

export type TestSignupCounts = Record<SignupStatus, number>;

/** Returns a status for each user so that the counts match; the remaining users get no signup. */
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
 * Returns random preferences among test users: one to five players and a storyteller if there is one.
 * `random` returns an integer from 0 to its argument - 1.
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
