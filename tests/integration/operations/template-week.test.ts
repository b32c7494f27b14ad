import { QueryTypes } from 'sequelize';
import { beforeEach, describe, expect, test } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { AuditEntry, DiscordMirror, Event, User } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import {
	createTemplateWeek,
	findCreatedWeek,
	planTemplateWeek,
	readTemplateForm,
} from '~/server/operations/events/create-template-week.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { deleteJobs, listJobs } from '~/tests/support/jobs.ts';

useTestEnvironment({ GAME_NAME: 'Moonlit Town' });
useDatabase();

/** Wednesday, noon in New York. */
const now = new Date('2026-10-14T16:00:00Z');
type UserRef = { id: string; role: string };
let admin: UserRef;
beforeEach(async () => {
	await clearTables('users', 'events', 'discord_mirrors', 'idempotency_keys', 'audit_entries');
	await deleteJobs();
	admin = await createUserRow({ role: 'admin' });
});

const as = (user: UserRef, at = now) => ({
	actor: { id: String(user.id), role: user.role as 'admin' },
	now: at,
});
const day = (number: number, changes: object = {}) => ({ day: number, enabled: true, ...changes });
const WEEK = { startDate: '2026-10-19', location: 'The Hearth', events: [day(3), day(5), day(6)] };
const EXISTS_ERROR = 'An event with this title at this time already exists';
const create = (body: unknown, user = admin, at = now) =>
	perform(createTemplateWeek, as(user, at), { read: () => body });
const refusalOf = (work: Promise<unknown>) =>
	work.then(
		() => 'done',
		(error: unknown) => {
			if (error instanceof Refusal) return `${error.kind} ${error.message}`;
			throw error;
		},
	);
const titles = async () => (await Event.findAll({ order: [['date', 'ASC']] })).map(({ title }) => title);

describe('a week', () => {
	test('has three mirrored events of three hours, each in the audit trail', async () => {
		const result = await create({ ...WEEK, description: 'Come.' });
		expect(result).toMatchObject({ eventsCreated: 3, discordEventsCreated: 3, errors: [] });
		expect(result.events.map(({ title, date }) => [title, date])).toEqual([
			['Wednesday Moonlit Town', '2026-10-22T00:30:00.000Z'],
			['Friday Moonlit Town', '2026-10-24T00:30:00.000Z'],
			['Saturday Moonlit Town', '2026-10-25T00:30:00.000Z'],
		]);
		const events = await Event.findAll({ order: [['date', 'ASC']] });
		expect(events.map(({ id }) => String(id))).toEqual(result.events.map(({ id }) => id));
		for (const event of events) {
			expect(event).toMatchObject({
				duration: 180,
				location: 'The Hearth',
				description: 'Come.',
				timezone: 'America/New_York',
				status: 'active',
				creatorId: admin.id,
				isTestData: false,
			});
		}
		expect(await DiscordMirror.count({ where: { wanted: 'present', state: 'pending' } })).toBe(3);
		expect(await listJobs('events.mirror')).toHaveLength(3);
		const trail = await AuditEntry.findAll({ order: ['id'] });
		expect(trail.map(({ actorId, action, subjectId }) => [actorId, action, subjectId])).toEqual(
			result.events.map(({ id }) => [admin.id, 'events.createTemplateWeek', id]),
		);
	});

	test('without Discord there is no mirror', async () => {
		expect(await create({ ...WEEK, createDiscordEvents: false })).toMatchObject({
			eventsCreated: 3,
			discordEventsCreated: 0,
		});
		expect(await DiscordMirror.count()).toBe(0);
	});

	test('a global choice overwrites the days’ own', async () => {
		const [one, two] = [
			await createUserRow({ role: 'storyteller' }),
			await createUserRow({ role: 'creator' }),
		];
		await create({
			...WEEK,
			storytellerIds: [Number(two.id)],
			events: [day(3, { storytellerIds: [one.id] })],
		});
		expect((await rowsOf('event_storytellers').list()).map(({ userId }) => userId)).toEqual([two.id]);
	});

	test('each event has the places and the smallest number of players of the week', async () => {
		await create({ ...WEEK, capacity: 'storytellers', minimum_players: 7 });
		await create({ ...WEEK, startDate: '2026-10-26' });
		const limits = await Event.findAll({ attributes: ['capacity', 'minimumPlayers'], order: ['date'] });
		expect(limits.map((event) => [event.capacity, event.minimumPlayers])).toEqual([
			...Array(3).fill([0, 7]),
			...Array(3).fill([null, null]),
		]);
		await expect(create({ ...WEEK, capacity: 0 })).rejects.toMatchObject({
			fields: { capacity: [expect.stringContaining('1 to 500 places')] },
		});
	});

	test('says of events that repeat how many there are', async () => {
		const week = { ...WEEK, events: [day(3), day(5)], series: { interval_weeks: 1, until: '2026-11-05' } };
		const { eventsCreated, events } = await create(week);
		expect(eventsCreated).toBe(2);
		// The Friday of November 6 is after the last date.
		expect(events.map(({ seriesEvents }) => seriesEvents)).toEqual([3, 2]);
		expect(await Event.count()).toBe(5);
	});

	test('each day has its own name, time and storytellers', async () => {
		const storyteller = await createUserRow({ role: 'storyteller' });
		const { events } = await create({
			...WEEK,
			events: [
				day(5, { name: ' Fair ', time: '19:00', storytellerIds: [storyteller.id] }),
				{ day: 6, enabled: false },
			],
		});
		expect(events).toEqual([{ id: expect.any(String), title: 'Fair', date: '2026-10-23T23:00:00.000Z' }]);
		expect(await rowsOf('event_storytellers').count({ userId: storyteller.id })).toBe(1);
	});
});

describe('an error of one day', () => {
	test('is reported for it, saves nothing of it, and stops no other', async () => {
		const player = await createUserRow();
		const result = await create({
			...WEEK,
			startDate: '2026-10-12',
			events: [day(1), day(3), day(5, { storytellerIds: [player.id] }), day(6)],
		});
		expect(result).toMatchObject({
			eventsCreated: 2,
			discordEventsCreated: 2,
			errors: [
				{ day: 1, error: 'The date cannot be before today' },
				{ day: 5, error: 'Please choose storytellers from the list' },
			],
		});
		expect(await titles()).toEqual(['Wednesday Moonlit Town', 'Saturday Moonlit Town']);
		expect(await DiscordMirror.count()).toBe(2);
		expect(await AuditEntry.count()).toBe(2);
	});
});

describe('a repeat', () => {
	const key = 'the-form-s-key';

	test('creates no second week and returns the same result', async () => {
		const first = await create({ ...WEEK, idempotencyKey: key });
		expect(await create({ ...WEEK, idempotencyKey: key })).toEqual(first);
		expect(await Event.count()).toBe(3);
	});

	test('ten at once make one week', async () => {
		const results = await Promise.all(
			Array.from({ length: 10 }, () => create({ ...WEEK, idempotencyKey: key })),
		);
		expect(results).toEqual(Array(10).fill(results[0]));
		expect(await Event.count()).toBe(3);
		expect(await AuditEntry.count()).toBe(3);
	});

	test('with another week under the same key is refused', async () => {
		await create({ ...WEEK, idempotencyKey: key });
		const other = { ...WEEK, startDate: '2026-10-26', idempotencyKey: key };
		expect(await refusalOf(create(other))).toMatch(/^conflict This form was already sent/);
		expect(await Event.count()).toBe(3);
	});

	test('without a key, also by another admin, reports that the events exist', async () => {
		await create(WEEK);
		const other = await createUserRow({ role: 'admin' });
		const errors = [3, 5, 6].map((number) => ({ day: number, error: EXISTS_ERROR }));
		for (const user of [admin, other]) {
			expect(await create(WEEK, user)).toEqual({
				eventsCreated: 0,
				discordEventsCreated: 0,
				events: [],
				errors,
			});
		}
		expect([await Event.count(), await AuditEntry.count()]).toEqual([3, 3]);
	});

	test('without a key creates the days that are not there yet', async () => {
		await create({ ...WEEK, events: [day(3)] });
		const result = await create({ ...WEEK, events: [day(3), day(5), day(6, { name: 'Fair' })] });
		expect(result).toMatchObject({ eventsCreated: 2, errors: [{ day: 3, error: EXISTS_ERROR }] });
		expect(await titles()).toEqual(['Wednesday Moonlit Town', 'Friday Moonlit Town', 'Fair']);
	});

	test('ten at once without a key create one week', async () => {
		const results = await Promise.all(Array.from({ length: 10 }, () => create(WEEK)));
		expect(results.map(({ eventsCreated }) => eventsCreated).sort()).toEqual([...Array(9).fill(0), 3]);
		expect(await Event.count()).toBe(3);
	});

	test('is reported before, in the confirmation', async () => {
		await create({ ...WEEK, events: [day(5)] });
		const plan = await perform(planTemplateWeek, as(admin), { read: () => WEEK });
		expect(plan.map(({ error }) => error)).toEqual([undefined, EXISTS_ERROR, undefined]);
	});
});

describe('a process that dies in the middle of a week', () => {
	/** Returns the process id of a backend that waits for a locked row, or null. */
	const findWaitingPid = async () => {
		const [row] = await database().query<{ pid: number }>(
			`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
			{ type: QueryTypes.SELECT },
		);
		return row?.pid ?? null;
	};

	test('leaves nothing behind, and the same form creates the whole week', async () => {
		const storyteller = await createUserRow({ role: 'storyteller' });
		const week = {
			...WEEK,
			idempotencyKey: 'the-form-s-key',
			events: [day(3), day(5), day(6, { storytellerIds: [storyteller.id] })],
		};
		await inTransaction(async (transaction) => {
			await User.findByPk(storyteller.id, { transaction, lock: transaction.LOCK.UPDATE });
			const creating = create(week).catch((error: unknown) => error);
			// Saturday waits for its storyteller; Wednesday and Friday are already written.
			await expect.poll(findWaitingPid).not.toBeNull();
			await database().query('SELECT pg_terminate_backend(:pid)', {
				replacements: { pid: await findWaitingPid() },
			});
			expect(await creating).toBeInstanceOf(Error);
		});
		expect([await Event.count(), await AuditEntry.count()]).toEqual([0, 0]);
		expect((await create(week)).eventsCreated).toBe(3);
	});
});

describe('the result of a form', () => {
	const findWeek = (key: string, user = admin, at = now) =>
		perform(findCreatedWeek, as(user, at), { read: () => ({ key }) });

	test('is found by its key, for a day and for its admin only', async () => {
		const result = await create({ ...WEEK, idempotencyKey: 'k' });
		const entry = await AuditEntry.findOne({ order: ['id'], rejectOnEmpty: true });
		expect(await findWeek('k')).toEqual({ result, undo: entry.id });
		expect(await findWeek('k', await createUserRow({ role: 'admin' }))).toBeNull();
		expect(await findWeek('k', admin, new Date(now.getTime() + 24 * 3_600_000))).toBeNull();
		await perform(undoChange, as(admin), { params: { entryId: entry.id } });
		expect(await findWeek('k')).toEqual({ result, undo: null });
	});

	test.each(['unknown', '', '\0', 'x'.repeat(300)])('is nothing for the key %j', async (key) => {
		expect(await findWeek(key)).toBeNull();
	});
});

test.each([
	['player', 'denied'],
	['storyteller', 'denied'],
	['creator', 'denied'],
	['admin', 'done'],
] as const)('%s: %s', async (role, outcome) => {
	const user = await createUserRow({ role });
	expect(await refusalOf(create(WEEK, user))).toMatch(outcome);
	expect(await Event.count()).toBe(outcome === 'done' ? 3 : 0);
});

test.each([
	[{ ...WEEK, startDate: '' }, 'invalid Please select a start date'],
	[{ ...WEEK, events: [] }, 'invalid Please enable at least one event day'],
])('an invalid form writes nothing', async (body, text) => {
	expect(await refusalOf(create(body))).toBe(text);
	expect(await Event.count()).toBe(0);
});

test('the form opens on the Monday after three days past the latest event, with all users who may run a game', async () => {
	const readForm = () => perform(readTemplateForm, as(admin));
	expect((await readForm()).form.startDate).toBe('2026-10-19');
	const storyteller = await createUserRow({ role: 'storyteller' });
	await createUserRow();
	await createEventRow({ date: new Date('2026-10-25T00:30:00Z'), status: 'cancelled' });
	const { form, storytellers } = await readForm();
	expect(form.startDate).toBe('2026-11-02');
	expect(storytellers.map(({ id }) => id).sort()).toEqual([String(admin.id), String(storyteller.id)].sort());
});
