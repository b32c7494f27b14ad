import type { Transaction } from 'sequelize';
import { execute, insertMany } from '~/database/sql.ts';
import type { AuditedAction } from '~/domain/audit-sentences.ts';
import { DEFAULT_EVENT_TIME, DEFAULT_TIMEZONE, DURATION_MINUTES } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict, denied, invalid, Refusal } from '~/domain/refusal.ts';
import {
	assignTestStatuses,
	listMissingTestUsers,
	type TestStatus,
	testActionInput,
	testEventInput,
	testSignupInput,
} from '~/domain/test-environment/test-data.ts';
import * as texts from '~/domain/test-environment/texts.ts';
import { addDays } from '~/domain/time/day.ts';
import { getToday, wallTimeToInstant } from '~/domain/time/wall-time.ts';
import { config } from '../../config.ts';
import { insertEvent } from '../events/index.ts';
import { type AuditSubject, recordAudit } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { defineOperation } from '../kernel/operation.ts';
import { requireActiveEvent } from '../signups/index.ts';
import {
	changeTestData,
	createMissingPreferences,
	removeTestData,
	selectTestStatus,
	selectTestUsers,
} from './insert-test-data.ts';

type Message = { message: string };

/** The subjects of audit entries for changes of more than one row. */
const USERS = { type: 'test-data', id: 'users' } as const;
const PREFERENCES = { type: 'test-data', id: 'preferences' } as const;
const ALL_DATA = { type: 'test-data', id: 'all' } as const;

/**
 * Returns whether this deployment has the test panel: always outside production, in production only when
 * TEST_ENVIRONMENT_ENABLED is set (spec, section 6).
 */
export function hasTestEnvironment(): boolean {
	const { NODE_ENV, TEST_ENVIRONMENT_ENABLED } = config();
	return NODE_ENV !== 'production' || TEST_ENVIRONMENT_ENABLED;
}

/** Throws Refusal 'denied' when this deployment has no test panel. */
export function requireTestEnvironment(): void {
	if (!hasTestEnvironment()) throw denied(texts.TEST_TEXTS.blocked);
}

/**
 * Returns the state of the test data (GET /api/admin/test-environment/status). All operations of this file
 * throw Refusal 'denied' when this deployment has no test panel.
 */
export const readTestStatus = defineOperation({
	allow: 'testEnvironment.read',
	requireAvailable: requireTestEnvironment,
	handle: async (): Promise<TestStatus> => selectTestStatus(),
});

/**
 * Creates the missing test users, up to thirty (POST …/create-users). With an idempotency key, a repeat of
 * this or of an operation below changes nothing.
 */
export const createTestUsers = defineOperation({
	allow: 'testEnvironment.createUsers',
	requireAvailable: requireTestEnvironment,
	input: testActionInput,
	handle: (call): Promise<Message> =>
		changeOnce({ ...call, action: 'testEnvironment.createUsers' }, async (transaction, recordChange) => {
			const existing = await selectTestUsers(transaction);
			const missingUsers = listMissingTestUsers(existing.map(({ username }) => username));
			await insertMany(
				'users',
				missingUsers.map(({ username, role }) => ({ username, role, is_test_data: true })),
				transaction,
			);
			await recordChange(USERS, { created: missingUsers.length });
			return { message: texts.describeCreatedUsers(missingUsers.length) };
		}),
});

/**
 * Creates a test event at 20:30 Eastern Time, `daysFromNow` days from today, without signups and without a
 * mirror (POST …/create-event). Throws Refusal 'invalid' when the input is not valid, 'conflict' when the key
 * was used for another event.
 */
export const createTestEvent = defineOperation({
	allow: 'testEnvironment.createEvent',
	requireAvailable: requireTestEnvironment,
	input: testEventInput,
	async handle(call): Promise<Message> {
		const title = call.input.title || texts.testEventTitle(config().GAME_NAME);
		const { id } = await changeOnce(
			{ ...call, action: 'testEnvironment.createEvent' },
			async (transaction, recordChange) => {
				const { daysFromNow, description } = call.input;
				const eventId = await insertTestEvent({ title, daysFromNow, description }, call, transaction);
				await recordChange({ type: 'event', id: eventId });
				return { id: eventId };
			},
		);
		return { message: texts.describeCreatedEvent(title, id) };
	},
});

type TestEvent = { title: string; description: string; daysFromNow: number };

async function insertTestEvent(
	{ daysFromNow, ...fields }: TestEvent,
	{ actor, now }: { actor: Actor; now: Date },
	transaction: Transaction,
): Promise<string> {
	const timezone = DEFAULT_TIMEZONE;
	const day = addDays(getToday(timezone, now), daysFromNow);
	const at = wallTimeToInstant({ date: day, time: DEFAULT_EVENT_TIME, zone: timezone });
	if ('error' in at) throw invalid({ daysFromNow: [at.error] });
	const { eventId } = await insertEvent(
		{
			...fields,
			date: at.instant,
			duration: DURATION_MINUTES.default,
			timezone,
			location: '',
			storytellerIds: [],
			createDiscordEvent: false,
			announce: false,
			creatorId: actor.id,
			isTestData: true,
		},
		null,
		now,
		transaction,
	);
	return eventId;
}

/**
 * Replaces the signups of all test users for an event; signups of other users do not change
 * (POST …/signup-users). Throws Refusal 'invalid' when no such event exists, 'conflict' when the event is not
 * active or there are not enough test users.
 */
export const signUpTestUsers = defineOperation({
	allow: 'testEnvironment.signUpUsers',
	requireAvailable: requireTestEnvironment,
	input: testSignupInput,
	handle: (call): Promise<Message> =>
		changeOnce({ ...call, action: 'testEnvironment.signUpUsers' }, async (transaction, recordChange) => {
			const { eventId, signupConfig: counts } = call.input;
			await requireActiveEvent(eventId, transaction).catch(rethrowAsBodyError);
			const testUsers = await selectTestUsers(transaction);
			if (testUsers.length === 0) throw conflict(texts.TEST_TEXTS.noUsers);
			if (texts.sumOf(counts) > testUsers.length)
				throw conflict(texts.describeTooMany(counts, testUsers.length));
			const ids = testUsers.map(({ id }) => id);
			await execute(
				`DELETE FROM signups WHERE id IN (SELECT id FROM signups
					WHERE event_id = :eventId AND user_id = ANY(:ids::bigint[]) ORDER BY id FOR UPDATE)`,
				{ eventId, ids },
				transaction,
			);
			const signups = assignTestStatuses(ids, counts).map(({ userId, status }) => ({
				event_id: eventId,
				user_id: userId,
				status,
				linked_at: call.now,
			}));
			await insertMany('signups', signups, transaction);
			await recordChange({ type: 'event', id: eventId }, counts);
			return { message: texts.describeSignups(counts) };
		}),
});

/** Deletes exactly what the panel created, with everything that belongs to its users (DELETE …/clear-data). */
export const clearTestData = defineOperation({
	allow: 'testEnvironment.clearData',
	requireAvailable: requireTestEnvironment,
	input: testActionInput,
	handle: (call): Promise<Message> =>
		changeOnce({ ...call, action: 'testEnvironment.clearData' }, async (transaction, recordChange) => {
			const deleted = await removeTestData(transaction);
			await recordChange(ALL_DATA, deleted);
			return { message: texts.describeCleared(deleted) };
		}),
});

/** Creates preferences among the test users for those who have none (POST …/add-preferences). */
export const addTestPreferences = defineOperation({
	allow: 'testEnvironment.addPreferences',
	requireAvailable: requireTestEnvironment,
	input: testActionInput,
	handle: (call): Promise<Message> =>
		changeOnce({ ...call, action: 'testEnvironment.addPreferences' }, async (transaction, recordChange) => {
			const users = await createMissingPreferences(call.now, transaction);
			await recordChange(PREFERENCES, { users });
			return { message: texts.describeAdded(users) };
		}),
});

/** Replaces the preferences of all test users, and of no others (POST …/regenerate-preferences). */
export const regenerateTestPreferences = defineOperation({
	allow: 'testEnvironment.regeneratePreferences',
	requireAvailable: requireTestEnvironment,
	input: testActionInput,
	handle: (call): Promise<Message> =>
		changeOnce(
			{ ...call, action: 'testEnvironment.regeneratePreferences' },
			async (transaction, recordChange) => {
				const ids = (await selectTestUsers(transaction)).map(({ id }) => id);
				await execute(
					'DELETE FROM player_preferences WHERE user_id = ANY(:ids::bigint[])',
					{ ids },
					transaction,
				);
				const users = await createMissingPreferences(call.now, transaction);
				await recordChange(PREFERENCES, { users });
				return { message: texts.describeRegenerated(users) };
			},
		),
});

type Change = {
	actor: Actor;
	now: Date;
	action: AuditedAction;
	input: { idempotencyKey?: string | undefined };
};
type RecordChange = (subject: AuditSubject, detail?: Record<string, unknown>) => Promise<void>;

/** Runs one change of the test data once per key. `recordChange` adds an audit entry in the same transaction. */
const changeOnce = <Result>(
	{ actor, now, action, input: { idempotencyKey: key, ...request } }: Change,
	work: (transaction: Transaction, recordChange: RecordChange) => Promise<Result>,
): Promise<Result> =>
	changeTestData((transaction) => {
		const context = { actor, now, transaction };
		return doOnce(action, { key, request }, context, () =>
			work(transaction, (subject, detail) => recordAudit(action, subject, context, detail)),
		);
	});

/** Throws Refusal 'invalid' for a missing event, because its id came in the body. Throws any other error unchanged. */
function rethrowAsBodyError(error: unknown): never {
	if (error instanceof Refusal && error.kind === 'missing') {
		throw invalid({ eventId: [texts.TEST_TEXTS.unknownEvent] });
	}
	throw error;
}
