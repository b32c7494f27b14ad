import { QueryTypes, type Transaction } from 'sequelize';
import { beforeEach, describe, expect, test } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { AuditEntry, DiscordMirror, Event, Signup, type User } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { deleteEvents, readSelectedEvents } from '~/server/operations/events/delete-events.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import {
	amendSignup,
	deleteSignups,
	readSelectedSignups,
	updateSignups,
} from '~/server/operations/signups/amend-signups.ts';
import { putSignup } from '~/server/operations/signups/put-signup.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs, listJobs } from '~/tests/support/jobs.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
let admin: User;
const buildContext = (role: 'admin' | 'creator' | 'player' = 'admin') => ({
	actor: { id: String(admin.id), role },
	now,
});
const setStatus = (signupIds: unknown, status: unknown = 'declined') =>
	perform(updateSignups, buildContext(), { read: () => ({ signupIds, status }) });
const bulkDeleteSignups = (signupIds: unknown) =>
	perform(deleteSignups, buildContext(), { read: () => ({ signupIds }) });
const bulkDeleteEvents = (eventIds: unknown, deleteDiscordEvents?: unknown) =>
	perform(deleteEvents, buildContext(), { read: () => ({ eventIds, deleteDiscordEvents }) });
const refusalOf = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => null,
		(reason: unknown) => reason,
	);
	return error instanceof Refusal ? { kind: error.kind, fields: error.fields } : error;
};

/**
 * Creates `eventCount` events, each with a signup of each of `userCount` users. Returns the ids in ascending order.
 */
async function insertSignups(
	eventCount: number,
	userCount: number,
): Promise<{ events: string[]; signups: string[] }> {
	const ids = async (sql: string, replacements: Record<string, unknown>) =>
		(await database().query<{ id: string }>(sql, { type: QueryTypes.SELECT, replacements })).map(
			({ id }) => id,
		);
	const users = await ids(
		`INSERT INTO users (username) SELECT 'crowd-' || n FROM generate_series(1, :userCount) n RETURNING id`,
		{ userCount },
	);
	const events = await ids(
		`INSERT INTO events (title, date) SELECT 'Crowded ' || n, now() FROM generate_series(1, :eventCount) n RETURNING id`,
		{ eventCount },
	);
	const signups: string[] = [];
	// The rows are inserted in parts, because no statement may take long.
	for (let i = 0; i < events.length; i += 10) {
		signups.push(
			...(await ids(
				`INSERT INTO signups (event_id, user_id, status, signup_source)
				SELECT e, u, 'confirmed', 'discord' FROM unnest(CAST(:events AS bigint[])) e, unnest(CAST(:users AS bigint[])) u
				RETURNING id`,
				{ events: `{${events.slice(i, i + 10)}}`, users: `{${users}}` },
			)),
		);
	}
	return { events, signups: signups.sort((a, b) => Number(a) - Number(b)) };
}

/**
 * Moves rows within the table by changing an indexed column, so that a statement without an order takes them
 * in another order than that of their ids.
 */
const shuffle = () =>
	database().query(
		`UPDATE signups SET status = 'late' WHERE id IN (SELECT id FROM signups WHERE id % 3 <> 0 ORDER BY md5(id::text))`,
	);

beforeEach(async () => {
	await clearTables('users', 'events', 'signups', 'discord_mirrors', 'audit_entries');
	await deleteJobs();
	admin = await createUserRow({ role: 'admin' });
});

describe('one signup', () => {
	const amend = (signupId: string, body: unknown, role: 'creator' | 'player' = 'creator') =>
		perform(amendSignup, buildContext(role), { params: { signupId }, read: () => body });

	test('can be corrected by a creator, even for an ended event, and the audit entry names the user', async () => {
		const event = await createEventRow({ status: 'completed', title: 'Long gone' });
		const signup = await createSignupRow({ eventId: event.id, notes: 'mine', signupSource: 'discord' });
		const result = await amend(String(signup.id), { status: 'late' });
		expect(result).toMatchObject({
			id: String(signup.id),
			status: 'late',
			notes: 'mine',
			signup_source: 'webapp',
			event_title: 'Long gone',
		});
		expect(await amend(String(signup.id), { status: 'late', notes: '' })).toMatchObject({ notes: null });
		const [entry] = await AuditEntry.findAll({ order: ['id'] });
		expect(entry).toMatchObject({
			action: 'signups.amend',
			subjectType: 'signup',
			subjectId: String(signup.id),
			detail: {
				userId: String(signup.userId),
				eventId: String(event.id),
				from: 'confirmed',
				to: 'late',
			},
		});
	});

	test('refuses a missing signup, an invalid status and a player', async () => {
		const signup = await createSignupRow();
		for (const id of ['999999', 'x', '0']) {
			expect(await refusalOf(amend(id, { status: 'late' }))).toMatchObject({ kind: 'missing' });
		}
		expect(await refusalOf(amend(String(signup.id), { status: 'maybe' }))).toMatchObject({ kind: 'invalid' });
		expect(await refusalOf(amend(String(signup.id), { status: 'late' }, 'player'))).toMatchObject({
			kind: 'denied',
		});
		expect([(await signup.reload()).status, await AuditEntry.count()]).toEqual(['confirmed', 0]);
	});
});

describe('a selection', () => {
	test.each([
		['update', () => setStatus([]), 'signupIds', 'Please select signups to update'],
		['update, left out', () => setStatus(undefined), 'signupIds', 'Please select signups to update'],
		['delete', () => bulkDeleteSignups([]), 'signupIds', 'Please select signups to delete'],
		['events', () => bulkDeleteEvents([]), 'eventIds', 'Please select events to delete'],
		['events, left out', () => bulkDeleteEvents(undefined), 'eventIds', 'Please select events to delete'],
	])('that is empty is refused with the spec’s text: %s', async (_, request, field, text) => {
		expect(await refusalOf(request())).toEqual({ kind: 'invalid', fields: { [field]: [text] } });
	});

	test.each(['999999999', 'x', '0', '-1', '1.5', '9'.repeat(30), ''])(
		'with an id that never existed, %j, changes nothing',
		async (unknownId) => {
			const { events, signups } = await insertSignups(2, 2);
			for (const request of [
				() => setStatus([...signups, unknownId]),
				() => bulkDeleteSignups([unknownId, ...signups]),
				() => bulkDeleteEvents([...events, unknownId]),
			]) {
				expect(await refusalOf(request())).toMatchObject({ kind: 'invalid' });
			}
			expect(await Signup.count({ where: { status: 'confirmed' } })).toBe(4);
			expect([await Event.count(), await AuditEntry.count()]).toEqual([2, 0]);
		},
	);

	test('selected signups are described before their deletion', async () => {
		const { signups } = await insertSignups(2, 4);
		const [first = '', ...others] = signups;
		await Signup.update({ status: 'late' }, { where: { id: first } });
		const describeSelection = (signupIds: string[]) =>
			perform(readSelectedSignups, buildContext(), { read: () => ({ signupIds }) });
		const described = await describeSelection([first, ...others.slice(0, 5), '999999', 'x']);
		expect(described).toMatchObject({
			count: 6,
			users: 4,
			eventCount: 2,
			statuses: [
				{ status: 'confirmed', count: 5 },
				{ status: 'late', count: 1 },
			],
		});
		expect(described.events.reduce((sum, event) => sum + event.signups, 0)).toBe(6);
		expect([described.names.length, new Set(described.names).size]).toEqual([4, 4]);
		expect(await describeSelection([])).toEqual({
			count: 0,
			users: 0,
			statuses: [],
			events: [],
			eventCount: 0,
			names: [],
		});
	});

	test('with deleted rows handles the rest and counts the deleted ones', async () => {
		const { events, signups } = await insertSignups(2, 3);
		const [first = '', second = ''] = signups;
		expect(await bulkDeleteSignups([first, first])).toEqual({ deleted: 1, alreadyDeleted: 0 });
		expect(await setStatus([first, second])).toEqual({ updated: 1, alreadyDeleted: 1 });
		expect(await bulkDeleteSignups(signups)).toEqual({ deleted: 5, alreadyDeleted: 1 });
		expect(await bulkDeleteSignups(signups)).toEqual({ deleted: 0, alreadyDeleted: 6 });
		expect(await bulkDeleteEvents([events[0]])).toEqual({
			deleted: 1,
			discordEventsDeleted: 0,
			alreadyDeleted: 0,
		});
		expect(await bulkDeleteEvents(events)).toEqual({
			deleted: 1,
			discordEventsDeleted: 0,
			alreadyDeleted: 1,
		});
		expect(await AuditEntry.count()).toBe(1 + 1 + 5 + 2);
	});

	test('accepts numbers and strings as ids', async () => {
		const { signups } = await insertSignups(1, 2);
		expect(await setStatus(signups.map(Number))).toEqual({ updated: 2, alreadyDeleted: 0 });
	});

	test('of 100,000 is accepted; one more is refused', async () => {
		const { signups } = await insertSignups(15, 1_000);
		const last = Number(signups.at(-1));
		// These ids were used once, but their rows are deleted, because writing to so many rows would take long.
		const deletedIds = Array.from({ length: 85_000 }, (_, i) => String(last + 1 + i));
		await database().query(`SELECT setval('signups_id_seq', ${deletedIds.at(-1)})`);
		const selected = [...signups, ...deletedIds];
		expect(await setStatus(selected)).toEqual({ updated: 15_000, alreadyDeleted: 85_000 });
		expect(await Signup.count({ where: { status: 'declined', signupSource: 'webapp' } })).toBe(15_000);
		const tooMany = await refusalOf(bulkDeleteSignups([...selected, '1']));
		expect(tooMany).toEqual({
			kind: 'invalid',
			fields: { signupIds: ['At most 100,000 can be selected at once. Please select fewer.'] },
		});
		expect(await bulkDeleteSignups(selected)).toEqual({ deleted: 15_000, alreadyDeleted: 85_000 });
		expect(await AuditEntry.count()).toBe(30_000);
	}, 60_000);
});

describe('a thousand at once are one transaction', () => {
	/** Returns how many transactions wrote the audit entries, and how many entries there are, by action. */
	const readTrail = () =>
		database().query(
			'SELECT action, count(*)::int AS entries, count(DISTINCT xmin::text)::int AS transactions FROM audit_entries GROUP BY action',
			{ type: QueryTypes.SELECT },
		);

	test('status', async () => {
		const { signups } = await insertSignups(10, 100);
		expect(await setStatus(signups, 'late')).toEqual({ updated: 1_000, alreadyDeleted: 0 });
		expect(await readTrail()).toEqual([{ action: 'signups.setStatusMany', entries: 1_000, transactions: 1 }]);
		const [row] = await database().query<{ count: number }>(
			`SELECT count(DISTINCT xmin::text)::int AS count FROM signups WHERE status = 'late'`,
			{ type: QueryTypes.SELECT },
		);
		expect(row?.count).toBe(1);
	});

	test('deletion of events is undone when its last step fails', async () => {
		const { events } = await insertSignups(1_000, 1);
		await database().query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN IF NEW.subject_id = '${events.at(-1)}' THEN RAISE 'the trail is full'; END IF; RETURN NEW; END $$`);
		await database().query(
			'CREATE TRIGGER full_trail BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse()',
		);
		try {
			await expect(bulkDeleteEvents(events)).rejects.toThrow('the trail is full');
			expect([await Event.count(), await Signup.count(), await AuditEntry.count()]).toEqual([
				1_000, 1_000, 0,
			]);
		} finally {
			await database().query('DROP FUNCTION refuse CASCADE');
		}
		expect(await bulkDeleteEvents(events)).toMatchObject({ deleted: 1_000 });
		expect(await readTrail()).toEqual([{ action: 'events.deleteMany', entries: 1_000, transactions: 1 }]);
		expect([await Event.count(), await Signup.count()]).toEqual([0, 0]);
	});
});

describe('two concurrent changes of overlapping selections', () => {
	test('each count only their own changes, and together they change each row once', async () => {
		for (let round = 0; round < 6; round += 1) {
			const { signups } = await insertSignups(10, 30);
			const [one, two] = [signups.slice(0, 200), signups.slice(100).reverse()];
			const results = await Promise.all([bulkDeleteSignups(one), bulkDeleteSignups(two)]);
			expect(results.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(300);
			expect(results.reduce((sum, { alreadyDeleted }) => sum + alreadyDeleted, 0)).toBe(100);
			expect(await Signup.count()).toBe(0);
		}
		expect(await AuditEntry.count()).toBe(6 * 300);
	});

	describe('each locks the events before it locks a signup', () => {
		/** Creates two signups of one user and moves the first one behind the second in the table. */
		async function insertPair() {
			const { events, signups } = await insertSignups(2, 1);
			const [first = '', second = ''] = signups;
			await database().query(`UPDATE signups SET status = 'late' WHERE id = ${first}`);
			const { userId } = await Signup.findByPk(first, { rejectOnEmpty: true });
			return { events, signups, first, second, userId: String(userId) };
		}
		const lockEvents = (events: string[], transaction: Transaction) =>
			database().query(`SELECT FROM events WHERE id IN (${events}) ORDER BY id FOR NO KEY UPDATE`, {
				transaction,
			});
		const lockSignup = (id: string, transaction: Transaction) =>
			database().query(`SELECT FROM signups WHERE id = ${id} FOR UPDATE`, { transaction });

		test('an erasure waits for a bulk tool', async () => {
			const { events, first, second, userId } = await insertPair();
			let erasure: Promise<unknown> = Promise.resolve();
			await inTransaction(async (transaction) => {
				await lockEvents(events, transaction);
				await lockSignup(first, transaction);
				erasure = inTransaction((own) => eraseUser(userId, own, now));
				erasure.catch(() => undefined);
				await expect.poll(countLockWaits).toBe(1);
				await lockSignup(second, transaction);
			});
			expect(await erasure).toBe(true);
		});

		test.each([
			['one status for many', setStatus],
			['the deletion of many', bulkDeleteSignups],
		])('a bulk tool waits for an erasure: %s', async (_, work) => {
			const { events, signups, first, second } = await insertPair();
			let change: Promise<unknown> = Promise.resolve();
			await inTransaction(async (transaction) => {
				await lockEvents(events, transaction);
				await lockSignup(second, transaction);
				change = work(signups);
				change.catch(() => undefined);
				await expect.poll(countLockWaits).toBe(1);
				await lockSignup(first, transaction);
			});
			expect(await change).toMatchObject({ alreadyDeleted: 0 });
		});

		test('a deletion of events waits for a bulk tool', async () => {
			const { events, first, second } = await insertPair();
			let deletion: Promise<unknown> = Promise.resolve();
			await inTransaction(async (transaction) => {
				await lockEvents(events, transaction);
				await lockSignup(first, transaction);
				deletion = bulkDeleteEvents([...events].reverse());
				deletion.catch(() => undefined);
				await expect.poll(countLockWaits).toBe(1);
				await lockSignup(second, transaction);
			});
			expect(await deletion).toMatchObject({ deleted: 2 });
		});
	});

	test('concurrent changes of events, signups and a leaving user do not deadlock', async () => {
		for (let round = 0; round < 6; round += 1) {
			const { events, signups } = await insertSignups(12, 20);
			await shuffle();
			const [leavingUser] = await database().query<{ id: string }>(
				`SELECT id FROM users WHERE username LIKE 'crowd-%' ORDER BY id DESC LIMIT 1`,
				{ type: QueryTypes.SELECT },
			);
			const leave = () =>
				inTransaction((transaction) => eraseUser(String(leavingUser?.id), transaction, now));
			const signUp = () =>
				perform(putSignup, buildContext(), {
					params: { eventId: String(events[3]) },
					read: () => ({ status: 'late' }),
				}).catch((error: unknown) => {
					if (!(error instanceof Refusal)) throw error;
				});
			const outcomes = await Promise.all([
				setStatus([...signups].reverse()),
				bulkDeleteEvents([...events].reverse().slice(0, 8)),
				bulkDeleteSignups(signups.filter((_, i) => i % 3 === 0)),
				leave(),
				signUp(),
				bulkDeleteEvents(events.slice(0, 8)),
				setStatus(signups, 'tentative'),
			]);
			expect(await Event.count()).toBe(0);
			expect(await Signup.count()).toBe(0);
			const [, firstDeletion, , , , secondDeletion] = outcomes as { deleted: number }[];
			expect((firstDeletion?.deleted ?? 0) + (secondDeletion?.deleted ?? 0)).toBe(12);
			await clearTables('users');
			admin = await createUserRow({ role: 'admin' });
		}
	});
});

describe('events', () => {
	async function createMirrored(discordEventId: string | null, state: 'synced' | 'pending' | 'deleted') {
		const event = await createEventRow({ discordEventId });
		await DiscordMirror.create({ eventId: event.id, discordEventId, state });
		return String(event.id);
	}

	test('delete their Discord events only when requested, and count those', async () => {
		const createFour = () =>
			Promise.all([
				createMirrored(`1000000000000000${10 + counter++}`, 'synced'),
				createMirrored(`1000000000000000${10 + counter++}`, 'synced'),
				createMirrored(null, 'deleted'),
				createEventRow().then(({ id }) => String(id)),
			]);
		let counter = 0;
		const keptIds = await createFour();
		expect(await bulkDeleteEvents(keptIds, false)).toEqual({
			deleted: 4,
			discordEventsDeleted: 0,
			alreadyDeleted: 0,
		});
		expect([await DiscordMirror.count(), await listJobs('events.mirror')]).toEqual([0, []]);
		const deletedIds = await createFour();
		expect(await bulkDeleteEvents(deletedIds, true)).toEqual({
			deleted: 4,
			discordEventsDeleted: 2,
			alreadyDeleted: 0,
		});
		const mirrors = await DiscordMirror.findAll({ order: ['eventId'] });
		expect(mirrors.map(({ eventId, wanted, state }) => [String(eventId), wanted, state])).toEqual(
			deletedIds
				.slice(0, 2)
				.map((id) => [id, 'absent', 'pending'])
				.sort(),
		);
		const jobs = (await listJobs('events.mirror')).map(({ key }) => key);
		expect(jobs.sort()).toEqual(deletedIds.slice(0, 2).sort());
	});

	test('are described before the deletion', async () => {
		const { events } = await insertSignups(5, 4);
		const linkedId = await createMirrored('100000000000000099', 'synced');
		const describeSelection = (eventIds: string[]) =>
			perform(readSelectedEvents, buildContext(), { read: () => ({ eventIds }) });
		expect(await describeSelection([...events, linkedId, '999999', 'x'])).toMatchObject({
			count: 6,
			linked: 1,
			signups: 20,
		});
		const described = (await describeSelection(events)).events;
		expect(described.map(({ signups }) => signups)).toEqual([4, 4, 4, 4, 4]);
		expect(described.map(({ date }) => Date.parse(date))).toEqual(
			described.map(({ date }) => Date.parse(date)).toSorted((one, other) => one - other),
		);
		expect(await describeSelection([])).toEqual({ count: 0, linked: 0, signups: 0, events: [] });
	});
});
