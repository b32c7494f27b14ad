import { expect, test } from 'vitest';
import { FAILURES } from '../failures.ts';
import { createRandomInteger } from '../groups/auto-split/random.ts';
import { mapStatuses } from '../signups/statuses.ts';
import {
	assignTestStatuses,
	createRandomPreferences,
	listMissingTestUsers,
	TEST_USER_LIST,
	testEventInput,
	testSignupInput,
} from './test-data.ts';
import * as texts from './texts.ts';

test('has thirty users with different names, some of them storytellers', () => {
	expect(new Set(TEST_USER_LIST.map(({ username }) => username)).size).toBe(30);
	expect(TEST_USER_LIST.filter(({ role }) => role === 'storyteller')).toHaveLength(4);
});

test.each([
	['none exist', 0, 30],
	['half of them exist', 15, 15],
	['all exist', 30, 0],
])('lists the missing test users: %s', (_, presentCount, missingCount) => {
	const present = TEST_USER_LIST.slice(0, presentCount).map(({ username }) => username);
	const added = listMissingTestUsers(present).map(({ username }) => username);
	expect(added).toHaveLength(missingCount);
	expect(new Set([...present, ...added]).size).toBe(30);
});

test('a renamed test user counts as one of the thirty', () => {
	const present = ['renamed', ...TEST_USER_LIST.slice(1, 20).map(({ username }) => username)];
	expect(listMissingTestUsers(present)).toHaveLength(10);
});

test('assigns exactly the requested number of each status', () => {
	const ids = Array.from({ length: 30 }, (_, index) => String(index));
	const counts = { ...mapStatuses(() => 0), confirmed: 10, tentative: 8, late: 5, declined: 7 };
	const assigned = assignTestStatuses(ids, counts);
	expect(new Set(assigned.map(({ userId }) => userId)).size).toBe(30);
	for (const [status, count] of Object.entries(counts)) {
		expect(assigned.filter((one) => one.status === status)).toHaveLength(count);
	}
	expect(assignTestStatuses(ids, { ...mapStatuses(() => 0), declined: 1 })).toEqual([
		{ userId: '0', status: 'declined' },
	]);
});

test('creates repeatable preferences among the test users, without duplicates or the user’s own id', () => {
	const users = TEST_USER_LIST.map(({ role }, index) => ({ id: String(index), role }));
	const preferences = createRandomPreferences(users, createRandomInteger(7));
	expect(preferences).toHaveLength(30);
	for (const { userId, players, storytellers } of preferences) {
		expect(players.length).toBeGreaterThan(0);
		expect(players.length).toBeLessThanOrEqual(5);
		expect(new Set(players).size).toBe(players.length);
		expect([...players, ...storytellers]).not.toContain(userId);
		expect(storytellers).toHaveLength(1);
		expect(['0', '1', '2', '3']).toContain(storytellers[0]);
	}
	expect(createRandomPreferences(users, createRandomInteger(7))).toEqual(preferences);
	expect(createRandomPreferences(users, createRandomInteger(8))).not.toEqual(preferences);
	expect(createRandomPreferences([{ id: '1', role: 'player' }], createRandomInteger(1))).toEqual([
		{ userId: '1', players: [], storytellers: [] },
	]);
});

test('the bodies have the spec’s defaults', () => {
	expect(testEventInput.parse({})).toMatchObject({ title: '', description: '', daysFromNow: 7 });
	expect(testSignupInput.parse({ eventId: 5 })).toMatchObject({
		eventId: '5',
		signupConfig: { confirmed: 10, tentative: 8, late: 5, declined: 7 },
	});
	expect(testSignupInput.parse({ eventId: '5', signupConfig: { late: 1 } }).signupConfig.late).toBe(1);
});

test.each<
	[
		string,
		{ safeParse: typeof testEventInput.safeParse } | { safeParse: typeof testSignupInput.safeParse },
		unknown,
		string,
	]
>([
	['half a day', testEventInput, { daysFromNow: 1.5 }, texts.TEST_TEXTS.noDays],
	['yesterday', testEventInput, { daysFromNow: -1 }, texts.TEST_TEXTS.noDays],
	['in two years', testEventInput, { daysFromNow: 730 }, texts.TEST_TEXTS.noDays],
	['a long title', testEventInput, { title: 'x'.repeat(201) }, 'A title can have at most 200 characters'],
	['no event', testSignupInput, {}, texts.TEST_TEXTS.noEvent],
	['an empty event', testSignupInput, { eventId: ' ' }, texts.TEST_TEXTS.noEvent],
	['below zero', testSignupInput, { eventId: '1', signupConfig: { late: -1 } }, texts.TEST_TEXTS.noCount],
	['a text', testSignupInput, { eventId: '1', signupConfig: { late: '1' } }, texts.TEST_TEXTS.noCount],
])('refused: %s', (_, schema, body, text) => {
	expect(schema.safeParse(body).error?.issues[0]?.message).toBe(text);
});

test('formats the texts', () => {
	expect(texts.TEST_TEXTS.confirmClear).toBe(
		'Are you sure you want to clear all test data? This cannot be undone.',
	);
	expect(texts.TEST_TEXTS.confirmRegenerate).toBe(
		'Are you sure you want to regenerate all preferences? This will clear existing preferences and create new ones.',
	);
	expect(
		Object.entries(FAILURES).flatMap(([intent, text]) =>
			intent.startsWith('testEnvironment.') ? [text] : [],
		),
	).toEqual([
		'Error loading status',
		'Error creating test users',
		'Error creating test event',
		'Error signing up users',
		'Error clearing test data',
		'Error adding preferences',
		'Error regenerating preferences',
	]);
	expect(texts.testEventTitle('Blood on the Clocktower')).toBe('Test Blood on the Clocktower Game');
	expect(texts.TEST_DESCRIPTION).toBe('A test game for development');
	expect(texts.describeCreatedUsers(0)).toBe('All 30 test users already exist');
	expect(texts.describeCreatedUsers(1)).toBe('Created 1 test user');
	expect(texts.describeCreatedEvent('T', '7')).toBe('Created test event "T" (ID 7)');
	const counts = { ...mapStatuses(() => 0), confirmed: 1, tentative: 2, late: 3 };
	expect(texts.describeSignups(counts)).toMatch(
		/^Signed up 6 test users: 1 confirmed, 3 late, 2 tentative, /,
	);
	expect(texts.describeTooMany(counts, 1)).toBe('You asked for 6 signups, but there is only 1 test user');
	expect(texts.describeCleared({ users: 30, events: 1 })).toBe('Cleared 30 test users and 1 test event');
	expect(texts.describeCleared({ users: 0, events: 0 })).toBe('There was no test data');
	expect(texts.describeAdded(0)).toBe('Every test user has preferences already');
	expect(texts.describeAdded(2)).toBe('Added preferences to 2 test users');
	expect(texts.describeRegenerated(30)).toBe('Regenerated preferences of 30 test users');
});
