import { z } from 'zod';
import { eventTexts } from '../events/fields.ts';
import { idempotencyKey } from '../idempotency.ts';
import { TEST_DAYS_FROM_NOW, TEST_SIGNUPS, TEST_USERS, TEXT_LIMITS } from '../limits.ts';
import { mapStatuses } from '../signups/statuses.ts';
import { createLineSchema } from '../text.ts';
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
	daysFromNow: z
		.int(TEST_TEXTS.noDays)
		.min(TEST_DAYS_FROM_NOW.min, TEST_TEXTS.noDays)
		.max(TEST_DAYS_FROM_NOW.max, TEST_TEXTS.noDays)
		.optional()
		.default(TEST_DAYS_FROM_NOW.default),
	idempotencyKey,
});

const count = (fallback: number) =>
	z.int(TEST_TEXTS.noCount).min(0, TEST_TEXTS.noCount).max(TEST_USERS, TEST_TEXTS.noCount).default(fallback);

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
