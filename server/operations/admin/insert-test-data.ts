import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { execute, insertMany, one, rows } from '~/database/sql.ts';
import { createRandomInteger } from '~/domain/groups/auto-split/random.ts';
import { createRandomPreferences, type TestStatus } from '~/domain/test-environment/test-data.ts';
import type { Role } from '~/domain/users/roles.ts';
import { lockEvents } from '../kernel/lock-event.ts';

/** The number of events and users that the test panel lists. */
const TEST_STATUS_ROWS = { events: 50, users: 5 } as const;

/** The advisory lock for changes of test data ("test" and "data" in ASCII): a second change waits for the first. */
const TEST_DATA_LOCK = '1952805748, 1684108385';

/** Runs `work` in its own transaction. Only one of these transactions runs at a time in the whole deployment. */
export function changeTestData<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
	return inTransaction(async (transaction) => {
		await execute(`SELECT pg_advisory_xact_lock(${TEST_DATA_LOCK})`, {}, transaction);
		return work(transaction);
	});
}

export type TestUser = { id: string; username: string; role: Role };

/** Returns all test users by id. Their rows are locked, so that they cannot be deleted before the commit. */
export function selectTestUsers(transaction: Transaction): Promise<TestUser[]> {
	return rows<TestUser>(
		'SELECT id, username, role FROM users WHERE is_test_data ORDER BY id FOR KEY SHARE',
		{},
		transaction,
	);
}

/** Creates preferences for the test users without any, the same for the same `now`, and returns for how many. */
export async function createMissingPreferences(now: Date, transaction: Transaction): Promise<number> {
	const users = await selectTestUsers(transaction);
	const idsWithPreferences = new Set(
		(
			await rows<{ user_id: string }>(
				`SELECT DISTINCT p.user_id FROM player_preferences p JOIN users u ON u.id = p.user_id WHERE u.is_test_data`,
				{},
				transaction,
			)
		).map(({ user_id }) => user_id),
	);
	const created = createRandomPreferences(users, createRandomInteger(now.getTime())).filter(
		({ userId }) => !idsWithPreferences.has(userId),
	);
	const preferences = created.flatMap(({ userId, players, storytellers }) =>
		Object.entries({ player: players, storyteller: storytellers }).flatMap(([kind, ids]) =>
			ids.map((id, position) => ({ user_id: userId, kind, preferred_user_id: id, position })),
		),
	);
	await insertMany('player_preferences', preferences, transaction);
	return created.length;
}

/**
 * Deletes all test users and test events with everything that belongs to them, and returns how many they
 * were. Events are locked before users, each by id, as in every other operation. The groups version of other
 * events increases, so that open groups panels notice the change.
 */
export async function removeTestData(transaction: Transaction): Promise<{ users: number; events: number }> {
	const seats = `SELECT p.event_id FROM group_players p JOIN users u ON u.id = p.user_id WHERE u.is_test_data
		UNION SELECT g.event_id FROM groups g JOIN users u ON u.id = g.storyteller_id WHERE u.is_test_data
		UNION SELECT c.event_id FROM group_co_storytellers c JOIN users u ON u.id = c.user_id WHERE u.is_test_data`;
	await lockEvents(
		`e.is_test_data OR e.id IN (${seats}
				UNION SELECT s.event_id FROM signups s JOIN users u ON u.id = s.user_id WHERE u.is_test_data)
			OR e.creator_id IN (SELECT id FROM users WHERE is_test_data)`,
		{},
		transaction,
	);
	await execute('SELECT id FROM users WHERE is_test_data ORDER BY id FOR UPDATE', {}, transaction);
	await execute(
		`UPDATE events SET groups_version = groups_version + 1 WHERE NOT is_test_data AND id IN (${seats})`,
		{},
		transaction,
	);
	const events = await execute('DELETE FROM events WHERE is_test_data', {}, transaction);
	const users = await execute('DELETE FROM users WHERE is_test_data', {}, transaction);
	return { users, events };
}

/** Returns the current state that the test panel shows (spec, section 3). */
export async function selectTestStatus(): Promise<TestStatus> {
	return inTransaction(async (transaction) => {
		const counts = await one<Omit<TestStatus, 'events' | 'sampleUsers'>>(
			`SELECT count(*)::int AS "testUsers", (SELECT count(*)::int FROM events) AS "totalEvents",
				count(*) FILTER (WHERE ${buildPreferredIdsSql('player')} IS NOT NULL)::int AS "usersWithPlayerPrefs",
				count(*) FILTER (WHERE ${buildPreferredIdsSql('storyteller')} IS NOT NULL)::int AS "usersWithStorytellerPrefs"
			FROM users u WHERE u.is_test_data`,
			{},
			transaction,
		);
		const events = await rows<{ id: string; title: string }>(
			`SELECT id, title FROM events ORDER BY created_at DESC, id DESC LIMIT ${TEST_STATUS_ROWS.events}`,
			{},
			transaction,
		);
		const sample = await rows<SampleRow>(
			`SELECT u.id, u.username, ${buildPreferredIdsSql('player')} AS players, ${buildPreferredIdsSql('storyteller')} AS storytellers
			FROM users u WHERE u.is_test_data ORDER BY u.id LIMIT ${TEST_STATUS_ROWS.users}`,
			{},
			transaction,
		);
		return {
			...(counts ?? { testUsers: 0, totalEvents: 0, usersWithPlayerPrefs: 0, usersWithStorytellerPrefs: 0 }),
			events: events.map(({ id, title }) => ({ id, title })),
			sampleUsers: sample.map(({ id, username, players, storytellers }) => ({
				id,
				username,
				preferences: {
					preferred_players: JSON.stringify(players ?? []),
					preferred_storyteller: storytellers?.[0] ?? null,
				},
			})),
		};
	});
}

type SampleRow = { id: string; username: string; players: string[] | null; storytellers: string[] | null };

/** Returns SQL for the preferences of `users u` of one kind, in their order; null when there are none. */
const buildPreferredIdsSql = (kind: 'player' | 'storyteller') =>
	`(SELECT array_agg(p.preferred_user_id::text ORDER BY p.position) FROM player_preferences p
		WHERE p.user_id = u.id AND p.kind = '${kind}')`;
