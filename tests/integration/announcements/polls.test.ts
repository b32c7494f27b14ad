import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { Event, Setting, type User } from '~/database/models/index.ts';
import { DAY_MS } from '~/domain/limits.ts';
import type { PollView } from '~/domain/polls/schema.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { announceNext } from '~/server/operations/announcements/index.ts';
import { updateEvent } from '~/server/operations/events/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import {
	choosePollTime,
	continuePolls,
	createPoll,
	saveOwnVotes,
	updatePoll,
	withdrawPoll,
} from '~/server/operations/polls/index.ts';
import { deleteUser } from '~/server/operations/users/index.ts';
import { TEXT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
let nowMs = Date.now();
const now = () => new Date(nowMs);
const { state } = useDiscord({ now });

const POST = 'POST /channels/{channel_id}/messages';
const EDIT = 'PATCH /channels/{channel_id}/messages/{message_id}';
/** The pause between two edits of one message. */
const PAUSE_MS = 3_000;
const BUTTON = 'When can you come?';

let creator: User;
let player: User;
beforeEach(async () => {
	await clearTables('polls', 'events', 'announcements', 'settings', 'users');
	nowMs = Date.now();
	creator = await createUserRow({ role: 'admin' });
	player = await createUserRow({ preferredUsername: 'Juniper' });
	await Setting.create({ key: 'announcement_channel_id', value: TEXT_CHANNEL_ID });
});

const run = <Param extends string, Schema extends z.ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	params: Record<Param, string>,
	body: object = {},
): Promise<Result> =>
	perform(
		operation,
		{ actor: { id: creator.id, role: creator.role }, now: now() },
		{ params, read: () => body },
	);
const inDays = (days: number) => new Date(Math.floor((nowMs + days * DAY_MS) / 1_000) * 1_000);
const toTimes = (...dates: Date[]) => dates.map((date) => ({ date: date.toISOString(), duration: 180 }));
const create = (changes: object = {}) =>
	run(
		createPoll,
		{},
		{
			title: 'Autumn Fair',
			times: toTimes(inDays(7), inDays(8)),
			answer_by: inDays(5).toISOString(),
			description: 'Bring *tea*.',
			location: 'The Mill',
			...changes,
		},
	);
const vote = (poll: PollView, answer: 'yes' | 'if_needed' | 'no', user = player) =>
	saveOwnVotes({
		actor: { id: user.id, role: user.role },
		pollId: poll.id,
		votes: [{ time_id: poll.times[0]?.id ?? '', answer }],
		source: 'webapp',
		now: now(),
	});
async function announce(): Promise<number> {
	let count = 0;
	while (await announceNext({ now })) count += 1;
	return count;
}
const announceLater = (milliseconds = PAUSE_MS) => {
	nowMs += milliseconds;
	return announce();
};
const listMessages = () => state.channels.listMessages(TEXT_CHANNEL_ID);
const readPolls = () =>
	listMessages().map(({ embeds: [embed], components }) => ({
		title: embed?.title,
		url: embed?.url,
		fields: Object.fromEntries((embed?.fields ?? []).map(({ name, value }) => [name, value])),
		buttons: components.flatMap(({ components: row = [] }) => row.map(({ label, url }) => url ?? label)),
	}));
const toTime = (date: Date, style = 'F') => `<t:${date.getTime() / 1_000}:${style}>`;
const toField = (date: Date) => `${toTime(date)}\n${toTime(date, 'R')}`;

test('is posted, and shows the numbers of answers without names within three seconds of a change', async () => {
	const poll = await create();
	const [friday, saturday] = [inDays(7), inDays(8)].map((date) => toTime(date));
	await announce();
	const url = `${TEST_APP_URL}/polls/${poll.id}`;
	expect(readPolls()).toEqual([
		{
			title: 'Find a date: Autumn Fair',
			url,
			fields: {
				Times: `${friday}\n${saturday}`,
				'Answer by': toField(inDays(5)),
				Where: 'The Mill',
			},
			buttons: [BUTTON, url],
		},
	]);
	await vote(poll, 'if_needed');
	await vote(poll, 'yes');
	await vote(poll, 'no', creator);
	// Changes within three seconds are written together.
	expect(await announce()).toBe(0);
	expect(await announceLater()).toBe(1);
	expect(readPolls()[0]?.fields.Times).toBe(`${friday}: 1 yes, 0 if need be, 1 no\n${saturday}`);
	expect(JSON.stringify(listMessages())).not.toContain('Juniper');
	await run(updatePoll, { pollId: poll.id }, { title: 'Winter Fair' });
	await announceLater();
	expect(readPolls()[0]?.title).toBe('Find a date: Winter Fair');
	await run(deleteUser, { userId: player.id });
	await announceLater();
	expect(readPolls()[0]?.fields.Times).toBe(`${friday}: 0 yes, 0 if need be, 1 no\n${saturday}`);
	expect([state.countRequests(POST), state.countRequests(EDIT)]).toEqual([1, 3]);
});

describe('the end', () => {
	test('of the answers takes the button away, and a later end brings it back', async () => {
		const poll = await create();
		await announce();
		nowMs = inDays(5).getTime() + 1_000;
		await continuePolls(now());
		await announceLater();
		const url = `${TEST_APP_URL}/polls/${poll.id}`;
		expect(readPolls()).toMatchObject([{ title: 'Closed: Autumn Fair', buttons: [url] }]);
		await run(updatePoll, { pollId: poll.id }, { answer_by: inDays(1).toISOString() });
		await announceLater();
		expect(readPolls()).toMatchObject([{ title: 'Find a date: Autumn Fair', buttons: [BUTTON, url] }]);
	});

	test('by a chosen date leads to the event, and follows its date', async () => {
		const poll = await create();
		await announce();
		const date = inDays(8);
		const [, saturday] = poll.times;
		await run(choosePollTime, { pollId: poll.id }, { time_id: saturday?.id });
		await announceLater();
		const url = `${TEST_APP_URL}/events/${poll.id}`;
		const chosen = { title: 'Date chosen: Autumn Fair', url, buttons: [url] };
		const fields = { When: toField(date), Where: 'The Mill' };
		const [message, ownMessage, ...others] = readPolls();
		expect(message).toEqual({ ...chosen, fields });
		// The event has its own message, and that of the poll stays.
		expect([ownMessage?.title, others]).toEqual(['Autumn Fair', []]);
		const moved = inDays(9);
		const body = { title: 'Autumn Fair', date: moved.toISOString() };
		await run(updateEvent, { eventId: poll.id }, body);
		await announceLater();
		expect(readPolls()[0]).toEqual({ ...chosen, fields: { When: toField(moved), Where: 'The Mill' } });
		await Event.destroy({ where: {} });
		await announceLater();
		expect(readPolls()).toMatchObject([{ title: chosen.title, url: `${TEST_APP_URL}/polls/${poll.id}` }]);
	});

	test('by a withdrawal says so, and a poll that was withdrawn before is not posted', async () => {
		const poll = await create();
		await announce();
		await run(withdrawPoll, { pollId: poll.id });
		await announceLater();
		const url = `${TEST_APP_URL}/polls/${poll.id}`;
		expect(readPolls()).toMatchObject([{ title: 'Withdrawn: Autumn Fair', buttons: [url] }]);
		await run(withdrawPoll, { pollId: (await create()).id });
		await announceLater();
		expect(readPolls()).toHaveLength(1);
	});
});

describe('when Discord fails', () => {
	test.each([
		['with the message history', []],
		['with the nonce alone', ['READ_MESSAGE_HISTORY'] as const],
	])('a post whose response is lost is not repeated: %s', async (_, deny) => {
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: [...deny] });
		state.fail({ route: POST, losesResponse: true, times: 1 });
		const poll = await create();
		await announce();
		await vote(poll, 'yes');
		await announceLater(60_000);
		expect(listMessages()).toHaveLength(1);
		const [row] = await rowsOf('announcements').list();
		expect(row).toMatchObject({ kind: 'poll', state: 'posted', messageId: listMessages()[0]?.id });
		await announceLater();
		expect(readPolls()[0]?.fields.Times).toContain('1 yes');
	});

	test('its message is not taken for that of the event with the same id', async () => {
		state.fail({ route: POST, losesResponse: true, times: 1 });
		const poll = await create();
		await announce();
		await run(choosePollTime, { pollId: poll.id }, { time_id: poll.times[0]?.id });
		await announce();
		await announceLater(60_000);
		expect(readPolls().map(({ title }) => title)).toEqual(['Date chosen: Autumn Fair', 'Autumn Fair']);
	});

	test('a message that was deleted on Discord is not posted again', async () => {
		const poll = await create();
		await announce();
		state.channels.removeMessage(listMessages()[0]?.id ?? '');
		await vote(poll, 'yes');
		await announceLater();
		await vote(poll, 'no');
		await announceLater();
		expect([listMessages(), state.countRequests(POST)]).toEqual([[], 1]);
		expect(await rowsOf('announcements').list()).toMatchObject([{ kind: 'poll', state: 'deleted' }]);
	});
});
