import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { AuditEntry, type User } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { AUTO_SPLIT_DEFAULTS } from '~/domain/groups/config.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { POLL_TEXTS } from '~/domain/polls/schema.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { createSeededRandom } from '~/seeds/random.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { deleteEvent, updateEvent } from '~/server/operations/events/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import { lockPoll } from '~/server/operations/kernel/poll-rows.ts';
import {
	choosePollTime,
	continuePolls,
	createPoll,
	listPolls,
	readPoll,
	readPollView,
	saveOwnVotes,
	saveVotes,
	updatePoll,
	withdrawPoll,
} from '~/server/operations/polls/index.ts';
import { putSignup } from '~/server/operations/signups/index.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { countLockWaits } from '~/tests/support/lock-waits.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2026-10-14T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
const FRIDAY = inDays(7);
const SATURDAY = inDays(8);
const ANSWER_BY = inDays(5);

let creator: User;
let player: User;
beforeEach(async () => {
	await clearTables(
		'polls',
		'events',
		'users',
		'audit_entries',
		'undos',
		'settings',
		'announcements',
		'discord_mirrors',
	);
	creator = await createUserRow({ role: 'creator' });
	player = await createUserRow({ role: 'player' });
});

const run = <Param extends string, Schema extends z.ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	params: Record<Param, string>,
	body: object = {},
	{ user = creator, at = now }: { user?: User; at?: Date } = {},
) => perform(operation, { actor: { id: user.id, role: user.role }, now: at }, { params, read: () => body });
const toTimes = (...dates: Date[]) => dates.map((date) => ({ date: date.toISOString(), duration: 180 }));
const create = (changes: object = {}) =>
	run(
		createPoll,
		{},
		{
			title: 'Autumn Fair',
			times: toTimes(FRIDAY, SATURDAY),
			answer_by: ANSWER_BY.toISOString(),
			...changes,
		},
	);
const read = (pollId: string, user = player) => run(readPollView, { pollId }, {}, { user });
type Answers = Record<string, 'yes' | 'if_needed' | 'no'>;
const vote = (pollId: string, answers: Answers, user = player, at = now) =>
	run(
		saveVotes,
		{ pollId },
		{ votes: Object.entries(answers).map(([time_id, answer]) => ({ time_id, answer })) },
		{ user, at },
	);
const refusalOf = (promise: Promise<unknown>) =>
	promise.then(
		() => 'done',
		(error) => {
			if (!(error instanceof Refusal)) throw error;
			return `${error.kind}: ${
				Object.values(error.fields ?? {})
					.flat()
					.join(' ') || error.message
			}`;
		},
	);
const undo = async (action: string) => {
	const entry = await AuditEntry.findOne({ where: { action }, order: [['id', 'DESC']], rejectOnEmpty: true });
	return run(undoChange, { entryId: String(entry.id) });
};
const putOwnSignup = (eventId: string, user: User) =>
	run(putSignup, { eventId }, { status: 'late' }, { user, at: inDays(0.01) });
/** Creates a poll and returns it with the ids of its two times, the earlier first. */
async function createTwoTimes() {
	const poll = await create();
	const [friday = '', saturday = ''] = poll.times.map(({ id }) => id);
	return { pollId: poll.id, friday, saturday };
}

describe('a poll', () => {
	test('is created with its times in their order, and audited', async () => {
		const poll = await create({ location: 'Town Square', description: 'Bring snacks.' });
		expect(poll).toMatchObject({
			title: 'Autumn Fair',
			location: 'Town Square',
			timezone: 'America/New_York',
			status: 'open',
			version: 1,
			times: [FRIDAY, SATURDAY].map((date) => ({
				...{ date: date.toISOString(), duration: 180, yes: 0, if_needed: 0, no: 0 },
				playable_groups: 0,
			})),
			own_votes: [],
		});
		expect(await AuditEntry.findOne({ where: { action: 'polls.create' } })).toMatchObject({
			subjectId: poll.id,
		});
	});

	test('has an id that no event gets', async () => {
		const { id } = await create();
		const event = await createEventRow();
		expect(Number(event.id)).toBeGreaterThan(Number(id));
	});

	test('is created once with a key', async () => {
		const [first, second] = await Promise.all([
			create({ idempotencyKey: 'k' }),
			create({ idempotencyKey: 'k' }),
		]);
		expect(first.id).toBe(second.id);
		expect(await refusalOf(create({ idempotencyKey: 'k', title: 'Another' }))).toMatch(/^conflict/);
		expect(await one(`SELECT count(*)::int AS count FROM polls`)).toEqual({ count: 1 });
	});

	test.each<[string, object, string]>([
		['without a title', { title: ' ' }, 'invalid: Please enter a title'],
		['without times', { times: [] }, `invalid: ${POLL_TEXTS.noTime}`],
		['with times that are no list', { times: 'Friday' }, `invalid: ${POLL_TEXTS.noTime}`],
		[
			'with eleven times',
			{ times: toTimes(...Array.from({ length: 11 }, (_, index) => inDays(7 + index))) },
			`invalid: ${POLL_TEXTS.tooMany}`,
		],
		['with a time twice', { times: toTimes(FRIDAY, SATURDAY, FRIDAY) }, `invalid: ${POLL_TEXTS.twice}`],
		[
			'with a time that has passed',
			{ times: toTimes(inDays(-1), FRIDAY) },
			`invalid: ${POLL_TEXTS.hasPassed}`,
		],
		[
			'whose answers are due in the past',
			{ answer_by: now.toISOString() },
			`invalid: ${POLL_TEXTS.answersPassed}`,
		],
		[
			'whose answers are due after the first time',
			{ answer_by: inDays(7.5).toISOString() },
			`invalid: ${POLL_TEXTS.answersLate}`,
		],
		[
			'with a wrong length',
			{ times: [{ date: FRIDAY.toISOString(), duration: 25 }] },
			'invalid: Please enter 1 to 8',
		],
	])('%s is refused, and nothing is written', async (_, changes, text) => {
		expect(await refusalOf(create(changes))).toContain(text);
		expect(await one('SELECT count(*)::int AS count FROM polls')).toEqual({ count: 0 });
	});

	test('with times in the past and a late end names each', async () => {
		const error = await create({
			times: toTimes(FRIDAY, inDays(-1)),
			answer_by: inDays(20).toISOString(),
		}).catch((refusal) => refusal);
		expect(Object.keys(error.fields).sort()).toEqual(['answer_by', 'times.1.date']);
	});

	test('without a date comes before others in the list', async () => {
		const chosen = await createTwoTimes();
		await run(choosePollTime, { pollId: chosen.pollId }, { time_id: chosen.friday });
		const later = await create({ title: 'Later' });
		const sooner = await create({ title: 'Sooner', answer_by: inDays(2).toISOString() });
		const listed = await run(listPolls, {}, {}, { user: player });
		expect(listed.map(({ id }) => id)).toEqual([sooner.id, later.id, chosen.pollId]);
	});

	test.each(['0', 'x', '99999999', '99999999999999999999'])('“%s” does not exist', async (pollId) => {
		expect(await refusalOf(read(pollId))).toBe('missing: Poll not found');
		expect(await refusalOf(vote(pollId, { 1: 'yes' }))).toBe('missing: Poll not found');
		expect(await refusalOf(run(choosePollTime, { pollId }, { time_id: '1' }))).toBe(
			'missing: Poll not found',
		);
		expect(await refusalOf(run(withdrawPoll, { pollId }))).toBe('missing: Poll not found');
		expect(await refusalOf(run(updatePoll, { pollId }, { title: 'x' }))).toBe('missing: Poll not found');
	});
});

describe('answers', () => {
	test('are counted, can be changed, and those that are left out stay', async () => {
		const { pollId, friday, saturday } = await createTwoTimes();
		await vote(pollId, { [friday]: 'yes', [saturday]: 'if_needed' });
		await vote(pollId, { [saturday]: 'no' });
		expect(await read(pollId)).toMatchObject({
			times: [
				{ id: friday, yes: 1, if_needed: 0, no: 0 },
				{ id: saturday, yes: 0, if_needed: 0, no: 1 },
			],
			own_votes: [
				{ time_id: friday, answer: 'yes' },
				{ time_id: saturday, answer: 'no' },
			],
		});
		expect(await read(pollId, creator)).toMatchObject({ own_votes: [] });
	});

	test('of a member who has left do not count, and names are those of members', async () => {
		const { pollId, friday } = await createTwoTimes();
		const gone = await createUserRow({ preferredUsername: 'Gone', leftAt: now, membershipLostAt: now });
		await player.update({ preferredUsername: 'Wren' });
		await vote(pollId, { [friday]: 'yes' }, gone);
		await vote(pollId, { [friday]: 'yes' });
		const poll = await run(readPoll, { pollId });
		expect(poll.times[0]).toMatchObject({ yes: 1, voters: { yes: ['Wren'], if_needed: [], no: [] } });
		const event = await run(choosePollTime, { pollId }, { time_id: friday });
		expect(event.confirmed_count).toBe(1);
	});

	test('of storytellers make groups', async () => {
		await execute(
			`INSERT INTO settings (key, value) VALUES ('auto_split_config', '{"minPlayersPerGroup": 2}')`,
		);
		const { pollId, friday, saturday } = await createTwoTimes();
		for (const role of ['storyteller', 'admin', 'player', 'player', 'player', 'player'] as const)
			await vote(pollId, { [saturday]: 'yes' }, await createUserRow({ role }));
		for (let count = 0; count < 7; count += 1) await vote(pollId, { [friday]: 'yes' }, await createUserRow());
		const { times } = await read(pollId);
		expect(times.map(({ id, yes, playable_groups }) => [id, yes, playable_groups])).toEqual([
			[saturday, 6, 2],
			[friday, 7, 0],
		]);
	});

	test.each<[string, (pollId: string, ids: { friday: string; saturday: string }) => object, string]>([
		['none', () => ({ votes: [] }), POLL_TEXTS.noAnswers],
		['no list', () => ({ votes: 'yes' }), POLL_TEXTS.noAnswers],
		[
			'one time twice',
			(_, { friday }) => ({
				votes: [
					{ time_id: friday, answer: 'yes' },
					{ time_id: friday, answer: 'no' },
				],
			}),
			'Each time can be answered once',
		],
		[
			'another word',
			(_, { friday }) => ({ votes: [{ time_id: friday, answer: 'maybe' }] }),
			'answer must be',
		],
		['a time that is no id', () => ({ votes: [{ time_id: 'x', answer: 'yes' }] }), POLL_TEXTS.otherTime],
	])('%s are refused', async (_, body, text) => {
		const { pollId, ...ids } = await createTwoTimes();
		expect(await refusalOf(run(saveVotes, { pollId }, body(pollId, ids), { user: player }))).toContain(text);
		expect(await read(pollId)).toMatchObject({ own_votes: [] });
	});

	test('to a time of another poll are refused, and none is saved', async () => {
		const { pollId, friday } = await createTwoTimes();
		const other = await createTwoTimes();
		expect(await refusalOf(vote(pollId, { [friday]: 'yes', [other.friday]: 'yes' }))).toBe(
			`invalid: ${POLL_TEXTS.otherTime}`,
		);
		expect(await read(pollId)).toMatchObject({ own_votes: [] });
	});

	test('are refused from the end on, after the choice and after the withdrawal', async () => {
		const { pollId, friday } = await createTwoTimes();
		const before = new Date(ANSWER_BY.getTime() - 1);
		await vote(pollId, { [friday]: 'yes' }, player, before);
		expect(await refusalOf(vote(pollId, { [friday]: 'no' }, player, ANSWER_BY))).toBe(
			`conflict: ${POLL_TEXTS.closed}`,
		);
		await run(withdrawPoll, { pollId });
		expect(await refusalOf(vote(pollId, { [friday]: 'no' }))).toBe(`conflict: ${POLL_TEXTS.withdrawn}`);
		const chosen = await createTwoTimes();
		await run(choosePollTime, { pollId: chosen.pollId }, { time_id: chosen.friday });
		expect(await refusalOf(vote(chosen.pollId, { [chosen.friday]: 'no' }))).toBe(
			`conflict: ${POLL_TEXTS.chosen}`,
		);
	});
});

describe('a change', () => {
	test('keeps the answers to times that stay, and its undo brings back the others', async () => {
		const { pollId, friday, saturday } = await createTwoTimes();
		await vote(pollId, { [friday]: 'yes', [saturday]: 'if_needed' });
		const before = await read(pollId);
		const times = toTimes(SATURDAY, inDays(9)).map(({ date }) => ({ date, duration: 240 }));
		const changed = await run(updatePoll, { pollId }, { times, title: 'Winter Fair', version: 1 });
		expect(changed).toMatchObject({ title: 'Winter Fair', version: 2, location: '' });
		expect(await read(pollId)).toMatchObject({
			times: [{ id: saturday, duration: 240, if_needed: 1 }, { if_needed: 0 }],
			own_votes: [{ time_id: saturday, answer: 'if_needed' }],
		});
		await undo('polls.update');
		expect(await read(pollId)).toEqual({ ...before, version: 3 });
	});

	test('of an older version is refused, with the poll as it is', async () => {
		const { pollId } = await createTwoTimes();
		await run(updatePoll, { pollId }, { title: 'Second', version: 1 });
		const error = await run(updatePoll, { pollId }, { title: 'Third', version: 1 }).catch(
			(refusal) => refusal,
		);
		expect(error).toMatchObject({ kind: 'conflict', extra: { current: { title: 'Second', version: 2 } } });
	});

	test('with a later end opens a closed poll again', async () => {
		const { pollId, friday } = await createTwoTimes();
		await continuePolls(inDays(4.5));
		await continuePolls(ANSWER_BY);
		const at = inDays(5.1);
		expect(await run(readPollView, { pollId }, {}, { at })).toMatchObject({ status: 'closed' });
		await run(updatePoll, { pollId }, { answer_by: inDays(6).toISOString() }, { at });
		await vote(pollId, { [friday]: 'yes' }, player, at);
		expect(await one('SELECT closed_at FROM polls')).toEqual({ closed_at: null });
		// Members are reminded once, and its creator is told at the new end.
		expect(await continuePolls(inDays(5.9))).toBe(0);
		expect(await continuePolls(inDays(6))).toBe(1);
	});

	test.each([
		['with an end after its first time', { answer_by: inDays(7.5).toISOString() }, POLL_TEXTS.answersLate],
		['with a time that has passed', { times: toTimes(inDays(-1)) }, POLL_TEXTS.hasPassed],
		['without times', { times: [] }, POLL_TEXTS.noTime],
	])('%s is refused', async (_, body, text) => {
		const { pollId } = await createTwoTimes();
		const before = await read(pollId);
		expect(await refusalOf(run(updatePoll, { pollId }, body))).toContain(text);
		expect(await read(pollId)).toEqual(before);
	});

	test('after the choice or the withdrawal is refused', async () => {
		const { pollId, friday } = await createTwoTimes();
		await run(choosePollTime, { pollId }, { time_id: friday });
		expect(await refusalOf(run(updatePoll, { pollId }, { title: 'x' }))).toBe(
			`conflict: ${POLL_TEXTS.chosen}`,
		);
		expect(await refusalOf(run(withdrawPoll, { pollId }))).toBe(`conflict: ${POLL_TEXTS.chosen}`);
		const other = await createTwoTimes();
		await run(withdrawPoll, { pollId: other.pollId });
		expect(await refusalOf(run(updatePoll, { pollId: other.pollId }, { title: 'x' }))).toBe(
			`conflict: ${POLL_TEXTS.withdrawn}`,
		);
	});

	test('a withdrawal is audited once, and undone', async () => {
		const { pollId, friday } = await createTwoTimes();
		await run(withdrawPoll, { pollId });
		expect(await run(withdrawPoll, { pollId })).toMatchObject({ status: 'withdrawn' });
		expect(await AuditEntry.count({ where: { action: 'polls.withdraw' } })).toBe(1);
		await undo('polls.withdraw');
		await vote(pollId, { [friday]: 'yes' });
	});
});

describe('the choice', () => {
	const listSignups = (eventId: string) =>
		rows<{ user_id: string; status: string; source: string }>(
			'SELECT user_id::text, status, signup_source AS source FROM signups WHERE event_id = :eventId ORDER BY created_at, id',
			{ eventId },
		);

	test('makes an event with the voters in the order of their first answers, told once', async () => {
		const { pollId, friday, saturday } = await createTwoTimes();
		const [last, first, second] = [await createUserRow(), await createUserRow(), await createUserRow()];
		const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
		await vote(pollId, { [saturday]: 'no' }, first, at(1));
		await saveOwnVotes({
			actor: { id: second.id, role: 'player' },
			...{ pollId, votes: [{ time_id: friday, answer: 'if_needed' }], source: 'botc_command', now: at(2) },
		});
		await vote(pollId, { [friday]: 'yes' }, last, at(3));
		await vote(pollId, { [friday]: 'yes' }, first, at(4));
		await vote(pollId, { [friday]: 'no' }, player, at(5));
		const event = await run(choosePollTime, { pollId }, { time_id: friday }, { at: at(6) });
		expect(event).toMatchObject({
			...{ id: pollId, title: 'Autumn Fair', date: FRIDAY.toISOString(), duration: 180, status: 'active' },
			...{ confirmed_count: 2, tentative_count: 1, declined_count: 0 },
		});
		expect(await listSignups(pollId)).toEqual([
			{ user_id: first.id, status: 'confirmed', source: 'webapp' },
			{ user_id: second.id, status: 'tentative', source: 'botc_command' },
			{ user_id: last.id, status: 'confirmed', source: 'webapp' },
		]);
		expect(
			await rows('SELECT user_id::text, kind FROM direct_messages WHERE event_id = :pollId ORDER BY id', {
				pollId,
			}),
		).toEqual([first, second, last].map(({ id }) => ({ user_id: id, kind: 'date_chosen' })));
		expect(await read(pollId)).toMatchObject({ status: 'chosen', event_id: pollId });
	});

	test('twice at once makes one event, and of two times one', async () => {
		const { pollId, friday, saturday } = await createTwoTimes();
		const choose = (time_id: string) => run(choosePollTime, { pollId }, { time_id });
		const results = await Promise.allSettled([choose(friday), choose(friday)]);
		expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
		expect(await refusalOf(choose(saturday))).toBe(`conflict: ${POLL_TEXTS.chosen}`);
		expect(await AuditEntry.count({ where: { action: 'polls.choose' } })).toBe(1);
	});

	test('is undone with its signups, and the next one works', async () => {
		const { pollId, friday, saturday } = await createTwoTimes();
		await vote(pollId, { [friday]: 'yes', [saturday]: 'if_needed' });
		const before = await read(pollId);
		await run(choosePollTime, { pollId }, { time_id: friday });
		expect(await undo('polls.choose')).toMatchObject({ restored: { events: 1, signups: 1 } });
		expect(await read(pollId)).toMatchObject({ status: 'open', event_id: null, times: before.times });
		expect(await run(choosePollTime, { pollId }, { time_id: saturday })).toMatchObject({
			...{ id: pollId, date: SATURDAY.toISOString(), tentative_count: 1 },
		});
	});

	test.each<[string, (pollId: string) => Promise<unknown>]>([
		['a voter has changed the signup', (eventId) => putOwnSignup(eventId, player)],
		['somebody else has signed up', async (eventId) => putOwnSignup(eventId, await createUserRow())],
		['the event was changed', (eventId) => run(updateEvent, { eventId }, { title: 'Moved' })],
	])('is not undone after %s', async (_, change) => {
		const { pollId, friday } = await createTwoTimes();
		await vote(pollId, { [friday]: 'yes' });
		await run(choosePollTime, { pollId }, { time_id: friday });
		await change(pollId);
		expect(await refusalOf(undo('polls.choose'))).toMatch(/^conflict: .*has changed since\.$/);
		expect(await read(pollId)).toMatchObject({ status: 'chosen', event_id: pollId });
	});

	test('stays when its event is deleted, and the event comes back', async () => {
		const { pollId, friday } = await createTwoTimes();
		await run(choosePollTime, { pollId }, { time_id: friday });
		await run(deleteEvent, { eventId: pollId });
		expect(await read(pollId)).toMatchObject({ status: 'chosen', event_id: null });
		await undo('events.delete');
		expect(await read(pollId)).toMatchObject({ status: 'chosen', event_id: pollId });
	});

	test('of a time that has passed, is no longer offered, or belongs to another poll is refused', async () => {
		const { pollId, friday } = await createTwoTimes();
		const other = await createTwoTimes();
		const choose = (time_id: string, at = now) => run(choosePollTime, { pollId }, { time_id }, { at });
		expect(await refusalOf(choose(friday, FRIDAY))).toBe(`invalid: ${POLL_TEXTS.hasPassed}`);
		expect(await refusalOf(choose(other.friday))).toBe(`invalid: ${POLL_TEXTS.otherTime}`);
		expect(await refusalOf(choose('x'))).toBe(`invalid: ${POLL_TEXTS.otherTime}`);
		expect(await one('SELECT count(*)::int AS count FROM events')).toEqual({ count: 0 });
	});

	test('makes an answer wait that comes meanwhile, which is refused then', async () => {
		const { pollId, friday } = await createTwoTimes();
		let answer: Promise<string> | undefined;
		await inTransaction(async (transaction) => {
			await lockPoll(pollId, 'UPDATE', { now, transaction });
			answer = refusalOf(vote(pollId, { [friday]: 'yes' }));
			await expect.poll(countLockWaits).toBe(1);
			await execute('UPDATE polls SET chosen_time_id = :friday', { friday }, transaction);
		});
		expect(await answer).toBe(`conflict: ${POLL_TEXTS.chosen}`);
	});

	test('waits for an answer that is being saved, and takes it', async () => {
		const { pollId, friday } = await createTwoTimes();
		let event: ReturnType<typeof choose> | undefined;
		const choose = () => run(choosePollTime, { pollId }, { time_id: friday });
		await inTransaction(async (transaction) => {
			await lockPoll(pollId, 'SHARE', { now, transaction });
			event = choose();
			await expect.poll(countLockWaits).toBe(1);
			await vote(pollId, { [friday]: 'yes' });
		});
		expect(await event).toMatchObject({ confirmed_count: 1 });
	});

	test('again after its undo takes the Discord event that is not deleted there yet', async () => {
		const { pollId, friday, saturday } = await createTwoTimes();
		await run(choosePollTime, { pollId }, { time_id: friday });
		const discordId = '100000000000000009';
		await execute('UPDATE discord_mirrors SET discord_event_id = :discordId, state = :state', {
			...{ discordId, state: 'synced' },
		});
		await undo('polls.choose');
		expect(await one('SELECT wanted FROM discord_mirrors')).toEqual({ wanted: 'absent' });
		expect(await run(choosePollTime, { pollId }, { time_id: saturday })).toMatchObject({
			discord_event_id: discordId,
		});
		expect(await one('SELECT wanted, state FROM discord_mirrors')).toEqual({
			wanted: 'present',
			state: 'pending',
		});
	});
});

test('60 members answer ten times in two replicas, some of them late: the order and the signups follow', async () => {
	const dates = Array.from({ length: 10 }, (_, index) => inDays(7 + index));
	const { id: pollId, times } = await create({ times: toTimes(...dates) });
	const members = await Promise.all(
		Array.from({ length: 60 }, (_, index) =>
			createUserRow({ role: index % 7 === 0 ? 'storyteller' : 'player' }),
		),
	);
	const random = createSeededRandom(57);
	const answers = new Map<string, Map<string, 'yes' | 'if_needed' | 'no'>>();
	// Each member answers twice, in any order; every tenth request comes after the end.
	const requests = random.sample([...members, ...members], 120).map(async (member, index) => {
		const chosen = Object.fromEntries(
			times
				.filter(() => random.integer(0, 3) > 0)
				.map(({ id }) => [id, random.pick(['yes', 'if_needed', 'no'] as const)]),
		);
		if (Object.keys(chosen).length === 0) return;
		const isLate = index % 10 === 9;
		const result = await refusalOf(vote(pollId, chosen, member, isLate ? ANSWER_BY : now));
		expect(result).toBe(isLate ? `conflict: ${POLL_TEXTS.closed}` : 'done');
	});
	await Promise.all(requests);
	for (const { time, user, answer } of await rows<{
		time: string;
		user: string;
		answer: 'yes' | 'if_needed' | 'no';
	}>('SELECT time_id::text AS time, user_id::text AS user, answer FROM poll_votes'))
		answers.set(time, (answers.get(time) ?? new Map()).set(user, answer));
	const { minPlayersPerGroup, maxGroups } = AUTO_SPLIT_DEFAULTS;
	const isStoryteller = new Map(members.map(({ id, role }) => [id, role === 'storyteller']));
	const count = (timeId: string, wanted: string) =>
		[...(answers.get(timeId) ?? [])].filter(([, answer]) => answer === wanted);
	const expected = times
		.map(({ id, date }) => {
			const yes = count(id, 'yes');
			const leaders = yes.filter(([user]) => isStoryteller.get(user)).length;
			let groups = 0;
			// One group more, as long as there are a leader and enough others for each.
			while (
				groups < Math.min(maxGroups, leaders) &&
				yes.length - (groups + 1) >= (groups + 1) * minPlayersPerGroup
			)
				groups += 1;
			return { id, key: [groups, yes.length, count(id, 'if_needed').length, -Date.parse(date)] };
		})
		.sort((a, b) => {
			const at = a.key.findIndex((value, index) => value !== b.key[index]);
			return (b.key[at] ?? 0) - (a.key[at] ?? 0);
		});
	const poll = await read(pollId);
	expect(poll.times.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
	expect(poll.times.map(({ playable_groups, yes, if_needed }) => [playable_groups, yes, if_needed])).toEqual(
		expected.map(({ key }) => key.slice(0, 3)),
	);
	const best = expected[0]?.id ?? '';
	const event = await run(choosePollTime, { pollId }, { time_id: best });
	expect(event).toMatchObject({
		confirmed_count: count(best, 'yes').length,
		tentative_count: count(best, 'if_needed').length,
	});
});

describe('the job', () => {
	const listMessages = () =>
		rows<{ user: string; kind: string }>(
			'SELECT user_id::text AS user, kind FROM direct_messages ORDER BY id',
		);

	test('reminds once, a day before the end, those who took part lately and have not answered', async () => {
		const { pollId, friday } = await createTwoTimes();
		const event = await createEventRow({ date: inDays(-3), status: 'completed' });
		const [silent, voted, muted] = [
			await createUserRow(),
			player,
			await createUserRow({ notifications: false }),
		];
		const gone = await createUserRow({ leftAt: now, membershipLostAt: now });
		for (const { id } of [silent, voted, muted, gone])
			await createSignupRow({ eventId: event.id, userId: id, status: 'declined' });
		await createUserRow();
		await vote(pollId, { [friday]: 'no' }, voted);
		expect(await continuePolls(new Date(ANSWER_BY.getTime() - 25 * HOUR_MS))).toBe(0);
		const due = new Date(ANSWER_BY.getTime() - 24 * HOUR_MS);
		await Promise.all([continuePolls(due), continuePolls(due)]);
		expect(await continuePolls(inDays(4.5))).toBe(0);
		expect(await listMessages()).toEqual([{ user: silent.id, kind: 'poll' }]);
	});

	test('reminds halfway of a poll that is shorter than two days', async () => {
		await create({ answer_by: inDays(1).toISOString() });
		expect(await continuePolls(inDays(0.49))).toBe(0);
		expect(await continuePolls(inDays(0.5))).toBe(1);
	});

	test('tells the creator once when the answers are in', async () => {
		const { pollId } = await createTwoTimes();
		await continuePolls(inDays(4.5));
		expect(await continuePolls(new Date(ANSWER_BY.getTime() - 1))).toBe(0);
		await Promise.all([continuePolls(ANSWER_BY), continuePolls(ANSWER_BY)]);
		expect(await listMessages()).toEqual([{ user: creator.id, kind: 'poll_closed' }]);
		expect(
			await one('SELECT count(*)::int AS count FROM event_changes WHERE event_id = :pollId', { pollId }),
		).not.toEqual({
			count: 0,
		});
	});

	test('leaves decided polls alone', async () => {
		const { pollId, friday } = await createTwoTimes();
		await run(choosePollTime, { pollId }, { time_id: friday });
		const other = await createTwoTimes();
		await run(withdrawPoll, { pollId: other.pollId });
		expect(await continuePolls(inDays(6))).toBe(0);
	});
});

test('an erased member leaves no answers, also not for an undo, and an erased creator no name', async () => {
	const { pollId, friday, saturday } = await createTwoTimes();
	await vote(pollId, { [friday]: 'yes', [saturday]: 'no' });
	await run(updatePoll, { pollId }, { times: toTimes(SATURDAY) });
	const countKept = () => one(`SELECT count(*)::int AS count FROM undo_rows WHERE table_name = 'poll_votes'`);
	expect(await countKept()).toEqual({ count: 1 });
	await inTransaction((transaction) => eraseUser(player.id, transaction, now));
	expect(await countKept()).toEqual({ count: 0 });
	expect(await one('SELECT count(*)::int AS count FROM poll_votes')).toEqual({ count: 0 });
	await inTransaction((transaction) => eraseUser(creator.id, transaction, now));
	expect(await one('SELECT creator_id FROM polls')).toEqual({ creator_id: null });
});

test('the erasure of a creator waits for an answer of theirs that is being saved', async () => {
	const { pollId, friday } = await createTwoTimes();
	let erasure: Promise<boolean> | undefined;
	await inTransaction(async (transaction) => {
		await lockPoll(pollId, 'SHARE', { now, transaction });
		erasure = inTransaction((own) => eraseUser(creator.id, own, now));
		await expect.poll(countLockWaits).toBe(1);
		// As the foreign key of an answer does. It must not wait for the erasure, which waits for this transaction.
		await execute('SELECT FROM users WHERE id = :id FOR KEY SHARE', { id: creator.id }, transaction);
	});
	expect(await erasure).toBe(true);
	expect(await read(pollId)).toMatchObject({ times: [{ id: friday }, {}] });
});

test('the undo of a choice waits for its poll before it locks users', async () => {
	const { pollId, friday } = await createTwoTimes();
	await vote(pollId, { [friday]: 'yes' });
	await run(choosePollTime, { pollId }, { time_id: friday });
	let undone: Promise<unknown> | undefined;
	await inTransaction(async (transaction) => {
		await lockPoll(pollId, 'UPDATE', { now, transaction });
		undone = undo('polls.choose');
		await expect.poll(countLockWaits).toBe(1);
		// As an erasure does after it has locked the poll.
		await execute('SELECT FROM users WHERE id = :id FOR UPDATE NOWAIT', { id: player.id }, transaction);
	});
	expect(await undone).toMatchObject({ restored: { events: 1 } });
});
