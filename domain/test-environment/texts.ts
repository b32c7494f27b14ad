import type { FAILURES } from '../failures.ts';
import { formatCount, inflect } from '../format-count.ts';
import { TEST_USERS } from '../limits.ts';
import { SIGNUP_STATUSES } from '../signups/statuses.ts';
import type { TestSignupCounts } from './test-data.ts';

/** The texts of the test panel (spec, sections 2, 5 and 8). */
export const TEST_TEXTS = {
	blocked:
		'Test environment features are disabled in production for security reasons. They are available only in development mode or when explicitly enabled.',
	confirmClear: 'Are you sure you want to clear all test data? This cannot be undone.',
	/** After `confirmClear`, which the specification words. */
	afterClear: 'You can create test users, events and signups again at any time.',
	confirmRegenerate:
		'Are you sure you want to regenerate all preferences? This will clear existing preferences and create new ones.',
	/** After `confirmRegenerate`, which the specification words. */
	afterRegenerate: 'The existing ones do not come back. Only preferences of test users change.',
	noEvent: 'Please enter the ID of an event',
	unknownEvent: 'There is no event with this ID',
	noUsers: 'There are no test users yet. Please create them first.',
	noDays: 'Please enter a whole number of days from 0 to 365',
	noCount: `Please enter a whole number from 0 to ${TEST_USERS}`,
} as const;

export type TestAction = Extract<keyof typeof FAILURES, `testEnvironment.${string}`>;

/** Returns the success text after creating `count` test users. */
export const describeCreatedUsers = (count: number): string =>
	count === 0 ? `All ${TEST_USERS} test users already exist` : `Created ${formatCount(count, 'test user')}`;

/** Returns the success text after creating a test event. */
export const describeCreatedEvent = (title: string, id: string): string =>
	`Created test event "${title}" (ID ${id})`;

/** Returns the success text after signing up test users, with the number of signups by status. */
export const describeSignups = (counts: TestSignupCounts): string =>
	`Signed up ${formatCount(sumOf(counts), 'test user')}: ${SIGNUP_STATUSES.map((status) => `${counts[status]} ${status}`).join(', ')}`;

/** Returns the error for more signups than there are test users. */
export const describeTooMany = (counts: TestSignupCounts, users: number): string =>
	`You asked for ${formatCount(sumOf(counts), 'signup')}, but there ${inflect(users, 'is', 'are')} only ${formatCount(users, 'test user')}`;

/** Returns the success text after deleting the test data. */
export const describeCleared = ({ users, events }: { users: number; events: number }): string =>
	users + events === 0
		? 'There was no test data'
		: `Cleared ${formatCount(users, 'test user')} and ${formatCount(events, 'test event')}`;

/** Returns the success text after adding preferences to `count` test users. */
export const describeAdded = (count: number): string =>
	count === 0
		? 'Every test user has preferences already'
		: `Added preferences to ${formatCount(count, 'test user')}`;

/** Returns the success text after replacing the preferences of `count` test users. */
export const describeRegenerated = (count: number): string =>
	`Regenerated preferences of ${formatCount(count, 'test user')}`;

/** Returns the total of the counts, which is the number of users that they need. */
export const sumOf = (counts: TestSignupCounts): number =>
	SIGNUP_STATUSES.reduce((sum, status) => sum + counts[status], 0);

/** Returns the title of a test event without one, which is also the form's placeholder. */
export const testEventTitle = (gameName: string): string => `Test ${gameName} Game`;
export const TEST_DESCRIPTION = 'A test game for development';
