import { afterEach, beforeEach, expect, test } from 'vitest';
import type { User } from '~/database/models/index.ts';
import { execute, rows } from '~/database/sql.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { listUpcomingEvents, postAnnouncement } from '~/server/operations/events/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { createPoll, readPollPage, saveVotes, withdrawPoll } from '~/server/operations/polls/index.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2029-12-01T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
let creator: User;
let player: User;
beforeEach(async () => {
	creator = await createUserRow({ role: 'creator' });
	player = await createUserRow();
});
afterEach(() => clearTables('polls', 'events', 'users', 'announcements', 'audit_entries', 'undos'));

const asUser = ({ id, role }: User, at = now) => ({ actor: { id, role }, now: at });
const create = (title: string, answerInDays: number) =>
	perform(createPoll, asUser(creator), {
		read: () => ({
			title,
			times: [{ date: inDays(9).toISOString() }, { date: inDays(8).toISOString() }],
			answer_by: inDays(answerInDays).toISOString(),
		}),
	});
const list = async (user: User, at = now) =>
	(await perform(listUpcomingEvents, asUser(user, at))).polls.map(
		({ title, has_answered: hasAnswered }) => `${title}: ${hasAnswered}`,
	);

test('the list has open polls by their ends, with whether the viewer has answered, also just now', async () => {
	await create('Later', 6);
	const poll = await create('Sooner', 5);
	const withdrawn = await create('Withdrawn', 4);
	await perform(withdrawPoll, asUser(creator), { params: { pollId: withdrawn.id } });
	expect(await list(player)).toEqual(['Sooner: false', 'Later: false']);
	const votes = [{ time_id: poll.times[0]?.id, answer: 'no' }];
	await perform(saveVotes, asUser(player), { params: { pollId: poll.id }, read: () => ({ votes }) });
	expect(await list(player)).toEqual(['Sooner: true', 'Later: false']);
	expect(await list(creator)).toEqual(['Sooner: false', 'Later: false']);
});

test('a closed poll is listed for those who choose its date, as long as one can be chosen', async () => {
	await create('Fair', 5);
	expect(await list(player, inDays(5))).toEqual([]);
	expect(await list(creator, inDays(5))).toEqual(['Fair: false']);
	expect(await list(creator, inDays(8.5))).toEqual(['Fair: false']);
	expect(await list(creator, inDays(9))).toEqual([]);
});

test('the message of a poll is posted again while the poll is open', async () => {
	const { id: pollId } = await create('Fair', 5);
	const post = (eventId: string, at = now) =>
		perform(postAnnouncement, asUser(creator, at), { params: { eventId } });
	await expect(post(pollId)).rejects.toThrow('No announcement channel is set.');
	await execute(
		`INSERT INTO announcements (event_id, kind, state, error, due_at, updated_at)
		VALUES (:pollId, 'poll', 'failed', 'No access', :now, :now)`,
		{ pollId, now },
	);
	expect(await post(pollId)).toEqual({ state: 'pending' });
	const messages = await rows('SELECT kind, state, error FROM announcements WHERE event_id = :pollId', {
		pollId,
	});
	expect(messages).toEqual([{ kind: 'poll', state: 'pending', error: null }]);
	await expect(post(pollId, inDays(5))).rejects.toThrow('The time to answer is over.');
	await expect(post('999999999')).rejects.toThrow('Event not found');
});

test('only those who may post it see what is wrong with the message of a poll', async () => {
	const { id: pollId } = await create('Fair', 5);
	await execute(
		`INSERT INTO announcements (event_id, kind, state, error, due_at, updated_at)
		VALUES (:pollId, 'poll', 'failed', 'No access', :now, :now)`,
		{ pollId, now },
	);
	const read = (user: User) => perform(readPollPage, asUser(user), { params: { pollId } });
	expect((await read(creator)).announcement).toEqual({ state: 'failed', error: 'No access', url: null });
	expect((await read(player)).announcement).toBeNull();
	await expect(perform(readPollPage, asUser(player), { params: { pollId: '0' } })).rejects.toThrow(
		'Poll not found',
	);
});

test('a poll that has ended shows its message only if there is one', async () => {
	const { id: pollId } = await create('Fair', 5);
	await execute(
		`INSERT INTO announcements (event_id, kind, state, error, due_at, updated_at)
		VALUES (:pollId, 'poll', 'failed', 'This poll was withdrawn.', :now, :now)`,
		{ pollId, now },
	);
	await perform(withdrawPoll, asUser(creator), { params: { pollId } });
	const read = async () =>
		(await perform(readPollPage, asUser(creator), { params: { pollId } })).announcement;
	expect(await read()).toBeNull();
	await execute(
		`UPDATE announcements SET channel_id = '200000000000000001', message_id = '200000000000000002'
		WHERE event_id = :pollId`,
		{ pollId },
	);
	expect((await read())?.url).toMatch(/\/200000000000000001\/200000000000000002$/);
});
