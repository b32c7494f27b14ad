import { TEST_DAYS_FROM_NOW, TEST_SIGNUPS } from '~/domain/limits.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { mapStatuses, type SignupStatus } from '~/domain/signups/statuses.ts';
import type { TestAction } from '~/domain/test-environment/texts.ts';

/** The initial values of the panel's two forms, also after a reset (spec, section 4). */
export const INITIAL_TEST_VALUES = {
	'testEnvironment.createEvent': {
		title: '',
		description: '',
		daysFromNow: String(TEST_DAYS_FROM_NOW.default),
	},
	'testEnvironment.signUpUsers': {
		eventId: '',
		signupConfig: mapStatuses((status) => String(TEST_SIGNUPS[status])),
	},
};
export type TestValues = typeof INITIAL_TEST_VALUES;

export type TestForm = {
	values: TestValues;
	refusal: { action: TestAction; title: string; text: string; fieldErrors: FieldErrors } | null;
};

/** The order of the count fields (spec, section 2). */
export const COUNT_ORDER = Object.keys(TEST_SIGNUPS) as SignupStatus[];

export const TEST_ADDRESS = '/admin/test-environment';
