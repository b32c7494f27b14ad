import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { AuditEntry, type User } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import {
	choosePollTime,
	continuePolls,
	createPoll,
	listPolls,
	readPoll,
	readPollView,
	saveVotes,
	updatePoll,
	withdrawPoll,
} from '~/server/operations/polls/index.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

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
	await clearTables('polls', 'events', 'users', 'audit_entries', 'undos', 'settings', 'announcements');
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
/** Creates a poll and returns it with the ids of its two times, the earlier first. */
async function createTwoTimes() {
	const poll = await create();
	const [friday = '', saturday = ''] = poll.times.map(({ id }) => id);
	return { pollId: poll.id, friday, saturday };
}

test('a poll is created, voted on, and its date chosen', async () => {
	const { pollId, friday, saturday } = await createTwoTimes();
	await vote(pollId, { [friday]: 'yes', [saturday]: 'if_needed' });
	expect(await read(pollId)).toMatchObject({
		status: 'open',
		event_id: null,
		times: [
			{ id: friday, yes: 1, if_needed: 0, no: 0, playable_groups: 0 },
			{ id: saturday, yes: 0, if_needed: 1, no: 0 },
		],
		own_votes: [
			{ time_id: friday, answer: 'yes' },
			{ time_id: saturday, answer: 'if_needed' },
		],
	});
	const event = await run(choosePollTime, { pollId }, { time_id: saturday });
	expect(event).toMatchObject({
		id: pollId,
		title: 'Autumn Fair',
		date: SATURDAY.toISOString(),
		tentative_count: 1,
	});
	expect(await read(pollId)).toMatchObject({ status: 'chosen', event_id: event.id });
	expect(await undo('polls.choose')).toMatchObject({ restored: { events: 1, signups: 1 } });
	expect(await read(pollId)).toMatchObject({ status: 'open', event_id: null });
});
