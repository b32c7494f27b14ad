import { TEST_DAYS_FROM_NOW, TEST_SIGNUPS } from '~/domain/limits.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { mapStatuses, type SignupStatus } from '~/domain/signups/statuses.ts';
import type { TestAction } from '~/domain/test-environment/texts.ts';

/** The values of the panel's two forms, as text; a refused form is returned as it was sent. */
export type TestForm = {
	title: string;
	description: string;
	daysFromNow: string;
	eventId: string;
	counts: Record<SignupStatus, string>;
	/** The refused action, and why it was refused. */
	refusal: { action: TestAction; title: string; text: string; fieldErrors: FieldErrors } | null;
};

/** The initial values of the forms, also after a reset (spec, section 4). */
export const INITIAL_TEST_FORM: TestForm = {
	title: '',
	description: '',
	daysFromNow: String(TEST_DAYS_FROM_NOW.default),
	eventId: '',
	counts: mapStatuses((status) => String(TEST_SIGNUPS[status])),
	refusal: null,
};

/** The order of the count fields (spec, section 2). */
export const COUNT_ORDER = Object.keys(TEST_SIGNUPS) as SignupStatus[];

export const TEST_ADDRESS = '/admin/test-environment';
