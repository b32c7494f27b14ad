import { QueryTypes, type Transaction } from 'sequelize';
import { beforeEach, describe, expect, test } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { AuditEntry, DiscordMirror, Event, Signup, type User } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { makeEvent, makeSignup, makeUser } from '~/seeds/factories.ts';
import { deleteEvents, describeEvents } from '~/server/operations/events/bulk-deletion.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { amendSignup, deleteSignups, updateSignups } from '~/server/operations/signups/admin.ts';
import { putSignup } from '~/server/operations/signups/signups.ts';
import { eraseUser } from '~/server/operations/users/erasure.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { forgetJobs, listJobs } from '~/tests/support/jobs.ts';
import { countWaiting } from '~/tests/support/waiting.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-15T12:00:00Z');
let admin: User;
const caller = (role: 'admin' | 'creator' | 'player' = 'admin') => ({
	actor: { id: String(admin.id), role },
	now,
});
const setStatus = (signupIds: unknown, status: unknown = 'declined') =>
	perform(updateSignups, caller(), { read: () => ({ signupIds, status }) });
const deleteThem = (signupIds: unknown) => perform(deleteSignups, caller(), { read: () => ({ signupIds }) });
const deleteNights = (eventIds: unknown, deleteDiscordEvents?: unknown) =>
	perform(deleteEvents, caller(), { read: () => ({ eventIds, deleteDiscordEvents }) });
const refusalOf = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => null,
		(reason: unknown) => reason,
	);
	return error instanceof Refusal ? { kind: error.kind, fields: error.fields } : error;
};

/**
 * Creates `nights` events, each with a signup of each of `people` users. Returns the ids in ascending order.
 */
async function fill(nights: number, people: number): Promise<{ events: string[]; signups: string[] }> {
	const ids = async (sql: string, replacements: Record<string, unknown>) =>
		(await database().query<{ id: string }>(sql, { type: QueryTypes.SELECT, replacements })).map(
			({ id }) => id,
		);
	const users = await ids(
		`INSERT INTO users (username) SELECT 'crowd-' || n FROM generate_series(1, :people) n RETURNING id`,
		{ people },
	);
	const events = await ids(
		`INSERT INTO events (title, date) SELECT 'Crowded ' || n, now() FROM generate_series(1, :nights) n RETURNING id`,
		{ nights },
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
	await database().query('TRUNCATE users, events, signups, discord_mirrors, audit_entries CASCADE');
	await forgetJobs();
	admin = await makeUser({ role: 'admin' });
});

describe('one signup', () => {
	const amend = (signupId: string, body: unknown, role: 'creator' | 'player' = 'creator') =>
		perform(amendSignup, caller(role), { params: { signupId }, read: () => body });

	test('is set right by a creator, also for a night that is over, and the trail says whose', async () => {
		const event = await makeEvent({ status: 'completed', title: 'Long gone' });
		const signup = await makeSignup({ eventId: event.id, notes: 'mine', signupSource: 'discord' });
		const answer = await amend(String(signup.id), { status: 'late' });
		expect(answer).toMatchObject({
			...{ id: String(signup.id), status: 'late', notes: 'mine', signup_source: 'webapp' },
			event_title: 'Long gone',
		});
		expect(await amend(String(signup.id), { status: 'late', notes: '' })).toMatchObject({ notes: null });
		const [entry] = await AuditEntry.findAll({ order: ['id'] });
		expect(entry).toMatchObject({
			...{ action: 'signups.amend', subjectType: 'signup', subjectId: String(signup.id) },
			detail: {
				...{ userId: String(signup.userId), eventId: String(event.id) },
				...{ from: 'confirmed', to: 'late' },
			},
		});
	});

	test('that is none, or is nobody’s business, is refused', async () => {
		const signup = await makeSignup();
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
		['delete', () => deleteThem([]), 'signupIds', 'Please select signups to delete'],
		['events', () => deleteNights([]), 'eventIds', 'Please select events to delete'],
		['events, left out', () => deleteNights(undefined), 'eventIds', 'Please select events to delete'],
	])('that is empty is refused with the spec’s text: %s', async (_, ask, field, text) => {
		expect(await refusalOf(ask())).toEqual({ kind: 'invalid', fields: { [field]: [text] } });
	});

	test.each(['999999999', 'x', '0', '-1', '1.5', '9'.repeat(30), ''])(
		'with an id that was never given, %j, does nothing at all',
		async (foreign) => {
			const { events, signups } = await fill(2, 2);
			for (const ask of [
				() => setStatus([...signups, foreign]),
				() => deleteThem([foreign, ...signups]),
				() => deleteNights([...events, foreign]),
			]) {
				expect(await refusalOf(ask())).toMatchObject({ kind: 'invalid' });
			}
			expect(await Signup.count({ where: { status: 'confirmed' } })).toBe(4);
			expect([await Event.count(), await AuditEntry.count()]).toEqual([2, 0]);
		},
	);

	test('with rows that are gone does the rest, and says how many', async () => {
		const { events, signups } = await fill(2, 3);
		const [first = '', second = ''] = signups;
		expect(await deleteThem([first, first])).toEqual({ deleted: 1, gone: 0 });
		expect(await setStatus([first, second])).toEqual({ updated: 1, gone: 1 });
		expect(await deleteThem(signups)).toEqual({ deleted: 5, gone: 1 });
		expect(await deleteThem(signups)).toEqual({ deleted: 0, gone: 6 });
		expect(await deleteNights([events[0]])).toEqual({ deleted: 1, discordEventsDeleted: 0, gone: 0 });
		expect(await deleteNights(events)).toEqual({ deleted: 1, discordEventsDeleted: 0, gone: 1 });
		expect(await AuditEntry.count()).toBe(1 + 1 + 5 + 2);
	});

	test('takes numbers as well as texts', async () => {
		const { signups } = await fill(1, 2);
		expect(await setStatus(signups.map(Number))).toEqual({ updated: 2, gone: 0 });
	});

	test('of 100,000 is dealt with, of one more it is refused', async () => {
		const { signups } = await fill(15, 1_000);
		const last = Number(signups.at(-1));
		// These ids were used once, but their rows are gone, because writing to so many rows would take long.
		const gone = Array.from({ length: 85_000 }, (_, i) => String(last + 1 + i));
		await database().query(`SELECT setval('signups_id_seq', ${gone.at(-1)})`);
		const selected = [...signups, ...gone];
		expect(await setStatus(selected)).toEqual({ updated: 15_000, gone: 85_000 });
		expect(await Signup.count({ where: { status: 'declined', signupSource: 'webapp' } })).toBe(15_000);
		const tooMany = await refusalOf(deleteThem([...selected, '1']));
		expect(tooMany).toEqual({
			kind: 'invalid',
			fields: { signupIds: ['At most 100,000 can be selected at once. Please select fewer.'] },
		});
		expect(await deleteThem(selected)).toEqual({ deleted: 15_000, gone: 85_000 });
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
		const { signups } = await fill(10, 100);
		expect(await setStatus(signups, 'late')).toEqual({ updated: 1_000, gone: 0 });
		expect(await readTrail()).toEqual([{ action: 'signups.setStatusMany', entries: 1_000, transactions: 1 }]);
		const [row] = await database().query<{ count: number }>(
			`SELECT count(DISTINCT xmin::text)::int AS count FROM signups WHERE status = 'late'`,
			{ type: QueryTypes.SELECT },
		);
		expect(row?.count).toBe(1);
	});

	test('deletion of events: what fails at its end undoes all of it', async () => {
		const { events } = await fill(1_000, 1);
		await database().query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN IF NEW.subject_id = '${events.at(-1)}' THEN RAISE 'the trail is full'; END IF; RETURN NEW; END $$`);
		await database().query(
			'CREATE TRIGGER full_trail BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse()',
		);
		try {
			await expect(deleteNights(events)).rejects.toThrow('the trail is full');
			expect([await Event.count(), await Signup.count(), await AuditEntry.count()]).toEqual([
				1_000, 1_000, 0,
			]);
		} finally {
			await database().query('DROP FUNCTION refuse CASCADE');
		}
		expect(await deleteNights(events)).toMatchObject({ deleted: 1_000 });
		expect(await readTrail()).toEqual([{ action: 'events.deleteMany', entries: 1_000, transactions: 1 }]);
		expect([await Event.count(), await Signup.count()]).toEqual([0, 0]);
	});
});

describe('two at once on overlapping selections', () => {
	test('count what each has done; together they did all of it, and nothing twice', async () => {
		for (let round = 0; round < 6; round += 1) {
			const { signups } = await fill(10, 30);
			const [one, two] = [signups.slice(0, 200), signups.slice(100).reverse()];
			const answers = await Promise.all([deleteThem(one), deleteThem(two)]);
			expect(answers.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(300);
			expect(answers.reduce((sum, { gone }) => sum + gone, 0)).toBe(100);
			expect(await Signup.count()).toBe(0);
		}
		expect(await AuditEntry.count()).toBe(6 * 300);
	});

	describe('each waits for the nights before it takes an answer', () => {
		/** Creates two signups of one user and moves the first one behind the second in the table. */
		async function makePair() {
			const { events, signups } = await fill(2, 1);
			const [first = '', second = ''] = signups;
			await database().query(`UPDATE signups SET status = 'late' WHERE id = ${first}`);
			const { userId } = await Signup.findByPk(first, { rejectOnEmpty: true });
			return { events, signups, first, second, userId: String(userId) };
		}
		const holdNights = (events: string[], transaction: Transaction) =>
			database().query(`SELECT FROM events WHERE id IN (${events}) ORDER BY id FOR NO KEY UPDATE`, {
				transaction,
			});
		const hold = (id: string, transaction: Transaction) =>
			database().query(`SELECT FROM signups WHERE id = ${id} FOR UPDATE`, { transaction });

		test('who leaves, for a bulk tool', async () => {
			const { events, first, second, userId } = await makePair();
			let leaving: Promise<unknown> = Promise.resolve();
			await inTransaction(async (transaction) => {
				await holdNights(events, transaction);
				await hold(first, transaction);
				leaving = inTransaction((own) => eraseUser(userId, own, now));
				leaving.catch(() => undefined);
				await expect.poll(countWaiting).toBe(1);
				await hold(second, transaction);
			});
			expect(await leaving).toBe(true);
		});

		test.each([
			['one status for many', setStatus],
			['the deletion of many', deleteThem],
		])('a bulk tool, for who leaves: %s', async (_, work) => {
			const { events, signups, first, second } = await makePair();
			let working: Promise<unknown> = Promise.resolve();
			await inTransaction(async (transaction) => {
				await holdNights(events, transaction);
				await hold(second, transaction);
				working = work(signups);
				working.catch(() => undefined);
				await expect.poll(countWaiting).toBe(1);
				await hold(first, transaction);
			});
			expect(await working).toMatchObject({ gone: 0 });
		});

		test('a deletion of events, for a bulk tool', async () => {
			const { events, first, second } = await makePair();
			let deleting: Promise<unknown> = Promise.resolve();
			await inTransaction(async (transaction) => {
				await holdNights(events, transaction);
				await hold(first, transaction);
				deleting = deleteNights([...events].reverse());
				deleting.catch(() => undefined);
				await expect.poll(countWaiting).toBe(1);
				await hold(second, transaction);
			});
			expect(await deleting).toMatchObject({ deleted: 2 });
		});
	});

	test('events, signups, a leaving person and an answer at the same time wait for each other, never in a circle', async () => {
		for (let round = 0; round < 6; round += 1) {
			const { events, signups } = await fill(12, 20);
			await shuffle();
			const [leaver] = await database().query<{ id: string }>(
				`SELECT id FROM users WHERE username LIKE 'crowd-%' ORDER BY id DESC LIMIT 1`,
				{ type: QueryTypes.SELECT },
			);
			const leave = () => inTransaction((transaction) => eraseUser(String(leaver?.id), transaction, now));
			const answer = () =>
				perform(putSignup, caller(), {
					params: { eventId: String(events[3]) },
					read: () => ({ status: 'late' }),
				}).catch((error: unknown) => {
					if (!(error instanceof Refusal)) throw error;
				});
			const outcomes = await Promise.all([
				setStatus([...signups].reverse()),
				deleteNights([...events].reverse().slice(0, 8)),
				deleteThem(signups.filter((_, i) => i % 3 === 0)),
				leave(),
				answer(),
				deleteNights(events.slice(0, 8)),
				setStatus(signups, 'tentative'),
			]);
			expect(await Event.count()).toBe(0);
			expect(await Signup.count()).toBe(0);
			const [, some, , , , others] = outcomes as { deleted: number }[];
			expect((some?.deleted ?? 0) + (others?.deleted ?? 0)).toBe(12);
			await database().query('TRUNCATE users CASCADE');
			admin = await makeUser({ role: 'admin' });
		}
	});
});

describe('events', () => {
	async function makeMirrored(discordEventId: string | null, state: 'synced' | 'pending' | 'deleted') {
		const event = await makeEvent({ discordEventId });
		await DiscordMirror.create({ eventId: event.id, discordEventId, state });
		return String(event.id);
	}

	test('go with Discord’s only when asked; counted is what will be deleted there', async () => {
		const make = () =>
			Promise.all([
				makeMirrored(`1000000000000000${10 + counter++}`, 'synced'),
				makeMirrored(`1000000000000000${10 + counter++}`, 'synced'),
				makeMirrored(null, 'deleted'),
				makeEvent().then(({ id }) => String(id)),
			]);
		let counter = 0;
		const kept = await make();
		expect(await deleteNights(kept, false)).toEqual({ deleted: 4, discordEventsDeleted: 0, gone: 0 });
		expect([await DiscordMirror.count(), await listJobs('events.mirror')]).toEqual([0, []]);
		const withdrawn = await make();
		expect(await deleteNights(withdrawn, true)).toEqual({ deleted: 4, discordEventsDeleted: 2, gone: 0 });
		const mirrors = await DiscordMirror.findAll({ order: ['eventId'] });
		expect(mirrors.map(({ eventId, wanted, state }) => [String(eventId), wanted, state])).toEqual(
			withdrawn
				.slice(0, 2)
				.map((id) => [id, 'absent', 'pending'])
				.sort(),
		);
		const jobs = (await listJobs('events.mirror')).map(({ key }) => key);
		expect(jobs.sort()).toEqual(withdrawn.slice(0, 2).sort());
	});

	test('are described before they go', async () => {
		const { events } = await fill(5, 4);
		const linked = await makeMirrored('100000000000000099', 'synced');
		const asked = (eventIds: string[]) => perform(describeEvents, caller(), { read: () => ({ eventIds }) });
		expect(await asked([...events, linked, '999999', 'x'])).toMatchObject({
			count: 6,
			linked: 1,
			signups: 20,
		});
		expect((await asked(events)).titles).toHaveLength(3);
		expect(await asked([])).toEqual({ count: 0, linked: 0, signups: 0, titles: [] });
	});
});
