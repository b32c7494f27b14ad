import { beforeEach, describe, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { AuditEntry, Event, Signup, User } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { mapStatuses, SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { testStatusSchema } from '~/domain/test-environment/test-data.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import * as config from '~/server/config.ts';
import {
	addTestPreferences,
	clearTestData,
	createTestEvent,
	createTestUsers,
	readTestStatus,
	regenerateTestPreferences,
	signUpTestUsers,
} from '~/server/operations/admin/manage-test-environment.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { dumpTables } from './traces.ts';

useTestEnvironment();
useDatabase();

/** Wednesday, noon in New York. */
const now = new Date('2026-10-14T16:00:00Z');
let admin: User;
beforeEach(async () => {
	await clearTables('users', 'events', 'signups', 'player_preferences', 'idempotency_keys', 'audit_entries');
	admin = await createUserRow({ role: 'admin' });
});

// biome-ignore lint/suspicious/noExplicitAny: any of the seven
type AnyOperation = Operation<string, any, any>;
const call = (operation: AnyOperation, body: unknown = {}, user = admin, at = now) =>
	perform(operation, { actor: { id: String(user.id), role: user.role }, now: at }, {
		read: () => body,
	} as never);
const refusalOf = (work: Promise<unknown>) =>
	work.then(
		() => 'done',
		(error: unknown) => {
			if (error instanceof Refusal) return `${error.kind} ${error.message}`;
			throw error;
		},
	);
const status = () => call(readTestStatus);
const countStatuses = async (eventId: string) => {
	const found = await Signup.findAll({ where: { eventId } });
	return Object.fromEntries(
		SIGNUP_STATUSES.map((one) => [one, found.filter((signup) => signup.status === one).length]),
	);
};

const CALLS = [
	['status', readTestStatus],
	['create-users', createTestUsers],
	['create-event', createTestEvent],
	['signup-users', signUpTestUsers],
	['clear-data', clearTestData],
	['add-preferences', addTestPreferences],
	['regenerate-preferences', regenerateTestPreferences],
] as const satisfies [string, AnyOperation][];

describe('in production with the flag off', () => {
	test.each(CALLS)(
		'%s is refused, whatever is sent with it, and nothing is written',
		async (_, operation) => {
			const { config: readConfig } = config;
			vi.spyOn(config, 'config').mockReturnValue({ ...readConfig(), NODE_ENV: 'production' });
			for (const body of [{}, { eventId: [], daysFromNow: 'x' }]) {
				expect(await refusalOf(call(operation, body))).toMatch(
					/^denied Test environment features are disabled in production for security reasons\./,
				);
			}
			expect([await User.count(), await Event.count(), await AuditEntry.count()]).toEqual([1, 0, 0]);
		},
	);

	test('is available with the flag on', async () => {
		const { config: readConfig } = config;
		const flags = { NODE_ENV: 'production', TEST_ENVIRONMENT_ENABLED: true } as const;
		vi.spyOn(config, 'config').mockReturnValue({ ...readConfig(), ...flags });
		expect(await status()).toMatchObject({ testUsers: 0 });
	});
});

test.each(CALLS)('%s is for admins only', async (_, operation) => {
	for (const role of ['player', 'storyteller', 'creator'] as const) {
		expect(await refusalOf(call(operation, {}, await createUserRow({ role })))).toMatch(/^denied/);
	}
});

describe('users', () => {
	test('are thirty marked users, even after repeated requests', async () => {
		expect(await call(createTestUsers)).toEqual({ message: 'Created 30 test users' });
		expect(await call(createTestUsers)).toEqual({ message: 'All 30 test users already exist' });
		expect(await User.count({ where: { isTestData: true, discordId: null } })).toBe(30);
		expect(await User.count({ where: { isTestData: true, role: 'storyteller' } })).toBe(4);
	});

	test('are topped up', async () => {
		await call(createTestUsers);
		await database().query('DELETE FROM users WHERE id IN (SELECT max(id) FROM users)');
		expect(await call(createTestUsers)).toEqual({ message: 'Created 1 test user' });
		expect(await User.count({ where: { isTestData: true } })).toBe(30);
	});

	test('five presses at once make thirty', async () => {
		await Promise.all(Array.from({ length: 5 }, () => call(createTestUsers)));
		expect(await User.count({ where: { isTestData: true } })).toBe(30);
	});
});

describe('an event', () => {
	test('is the given number of days from today, at 20:30, without signups', async () => {
		const { message } = await call(createTestEvent, { title: 'Trial', description: 'x', daysFromNow: 2 });
		const event = await Event.findOne({ where: { isTestData: true } });
		expect(message).toBe(`Created test event "Trial" (ID ${event?.id})`);
		expect(event).toMatchObject({ title: 'Trial', description: 'x', creatorId: admin.id, duration: 180 });
		expect(event?.date).toEqual(new Date('2026-10-17T00:30:00Z'));
		expect(await Signup.count()).toBe(0);
	});

	test('has the placeholder’s title and seven days by default; the same key makes one', async () => {
		const [one, two] = [1, 2].map(() => call(createTestEvent, { idempotencyKey: 'k' }));
		expect(await one).toEqual(await two);
		const events = await Event.findAll();
		expect(events).toHaveLength(1);
		expect(events[0]).toMatchObject({ title: 'Test Blood on the Clocktower Game' });
		expect(events[0]?.date).toEqual(new Date('2026-10-22T00:30:00Z'));
	});
});

describe('signing up', () => {
	test('sets exactly the given counts, repeatedly, and changes no real signups', async () => {
		await call(createTestUsers);
		const event = await createEventRow();
		const realSignup = await createSignupRow({ eventId: event.id, status: 'declined', notes: 'mine' });
		await call(signUpTestUsers, { eventId: event.id });
		expect(await countStatuses(event.id)).toMatchObject({
			confirmed: 10,
			late: 5,
			tentative: 8,
			declined: 8,
		});
		const signupConfig = { ...mapStatuses(() => 0), confirmed: 1, late: 2 };
		const { message } = await call(signUpTestUsers, { eventId: Number(event.id), signupConfig });
		expect(message).toMatch(/^Signed up 3 test users: 1 confirmed, 2 late, 0 tentative, /);
		expect(await countStatuses(event.id)).toEqual({ ...signupConfig, declined: 1 });
		expect(await Signup.findByPk(realSignup.id)).toMatchObject({ status: 'declined', notes: 'mine' });
	});

	test.each([
		['an unknown event id', { eventId: '99999999' }, 'invalid There is no event with this ID'],
		['a malformed event id', { eventId: 'x' }, 'invalid There is no event with this ID'],
	])('%s', async (_, body, text) => {
		await call(createTestUsers);
		expect(await refusalOf(call(signUpTestUsers, body))).toBe(text);
	});

	test('refuses too many signups, no test users and an ended event', async () => {
		const event = await createEventRow();
		const body = { eventId: event.id };
		expect(await refusalOf(call(signUpTestUsers, body))).toBe(
			'conflict There are no test users yet. Please create them first.',
		);
		await call(createTestUsers);
		const signupConfig = { ...mapStatuses(() => 0), confirmed: 30, tentative: 1 };
		expect(await refusalOf(call(signUpTestUsers, { ...body, signupConfig }))).toBe(
			'conflict You asked for 31 signups, but there are only 30 test users',
		);
		await event.update({ status: 'cancelled' });
		expect(await refusalOf(call(signUpTestUsers, body))).toMatch(/^conflict This event was cancelled/);
		expect(await Signup.count()).toBe(0);
	});
});

describe('preferences', () => {
	test('are added to test users without any, regenerated for all, and never for real users', async () => {
		const [one, two] = [await createUserRow(), await createUserRow()];
		await rowsOf('player_preferences').insert({
			userId: one.id,
			kind: 'player',
			preferredUserId: two.id,
			position: 0,
		});
		await call(createTestUsers);
		expect(await call(addTestPreferences)).toEqual({ message: 'Added preferences to 30 test users' });
		expect(await status()).toMatchObject({ usersWithPlayerPrefs: 30, usersWithStorytellerPrefs: 30 });
		const before = await dumpTables(['player_preferences']);
		expect(await call(addTestPreferences)).toEqual({ message: 'Every test user has preferences already' });
		expect(await dumpTables(['player_preferences'])).toBe(before);
		const later = new Date(now.getTime() + 1);
		expect(await call(regenerateTestPreferences, {}, admin, later)).toEqual({
			message: 'Regenerated preferences of 30 test users',
		});
		expect(await dumpTables(['player_preferences'])).not.toBe(before);
		expect(await rowsOf('player_preferences').count({ userId: one.id, preferredUserId: two.id })).toBe(1);
	});
});

test('the status has the shape of the wire, and lists what there is', async () => {
	await call(createTestUsers);
	await call(addTestPreferences);
	const event = await createEventRow({ title: 'A real night' });
	await call(createTestEvent, { title: 'Trial' });
	const found = await status();
	expect(testStatusSchema.parse(found)).toEqual(found);
	expect(found).toMatchObject({ testUsers: 30, totalEvents: 2 });
	expect(found.events).toContainEqual({ id: String(event.id), title: 'A real night' });
	expect(found.sampleUsers).toHaveLength(5);
	const [sample] = found.sampleUsers;
	expect(JSON.parse(sample.preferences.preferred_players).length).toBeGreaterThan(0);
	expect(await User.findByPk(sample.preferences.preferred_storyteller)).toMatchObject({
		role: 'storyteller',
	});
});

test('clearing removes exactly the test data', async () => {
	const event = await createEventRow({ creatorId: admin.id });
	const [one, two] = [await createUserRow(), await createUserRow()];
	await createSignupRow({ eventId: event.id, userId: one.id });
	await rowsOf('player_preferences').insert({
		userId: one.id,
		kind: 'player',
		preferredUserId: two.id,
		position: 0,
	});
	const keptTables = ['users', 'events', 'signups', 'player_preferences', 'groups', 'group_players'];
	const before = await dumpTables(keptTables);

	await call(createTestUsers);
	await call(createTestEvent);
	await call(addTestPreferences);
	await call(signUpTestUsers, { eventId: event.id });
	const testEvent = await Event.findOne({ where: { isTestData: true } });
	await call(signUpTestUsers, { eventId: testEvent?.id });
	const testUser = await User.findOne({ where: { isTestData: true } });
	expect(await dumpTables(keptTables)).not.toBe(before);

	const group = await rowsOf('groups').insert({ eventId: event.id, clientId: 'a', name: 'Group 1' });
	await rowsOf('group_players').insert({
		eventId: event.id,
		groupId: group.id,
		userId: String(testUser?.id),
	});
	expect(await call(clearTestData)).toEqual({ message: 'Cleared 30 test users and 1 test event' });
	expect(await rowsOf('group_players').count()).toBe(0);
	expect((await event.reload()).groupsVersion).toBe(2);
	await rowsOf('groups').delete();
	await database().query('UPDATE events SET groups_version = 1');
	expect(await dumpTables(keptTables)).toBe(before);
	expect(await call(clearTestData)).toEqual({ message: 'There was no test data' });
});

test('every change of it is in the audit trail', async () => {
	await call(createTestUsers);
	await call(createTestEvent);
	const event = await Event.findOne();
	await call(signUpTestUsers, { eventId: event?.id });
	await call(addTestPreferences);
	await call(regenerateTestPreferences);
	await call(clearTestData);
	const trail = await AuditEntry.findAll({ order: ['id'] });
	expect(trail.map(({ action, subjectType, subjectId }) => [action, subjectType, subjectId])).toEqual([
		['testEnvironment.createUsers', 'test-data', 'users'],
		['testEnvironment.createEvent', 'event', String(event?.id)],
		['testEnvironment.signUpUsers', 'event', String(event?.id)],
		['testEnvironment.addPreferences', 'test-data', 'preferences'],
		['testEnvironment.regeneratePreferences', 'test-data', 'preferences'],
		['testEnvironment.clearData', 'test-data', 'all'],
	]);
	expect(trail.at(-1)?.detail).toEqual({ users: 30, events: 1 });
});
