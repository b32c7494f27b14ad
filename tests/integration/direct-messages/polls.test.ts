import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import type { PollAnswer } from '~/domain/polls/poll.ts';
import type { PollView } from '~/domain/polls/schema.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { sendNextMessage } from '~/server/operations/direct-messages/index.ts';
import { type Operation, perform } from '~/server/operations/kernel/operation.ts';
import {
	choosePollTime,
	continuePolls,
	createPoll,
	saveVotes,
	updatePoll,
	withdrawPoll,
} from '~/server/operations/polls/index.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

// The stand-in and the client of Discord use the same clock as the code under test.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-03-01T12:00Z') });
afterAll(() => vi.useRealTimers());
const now = () => new Date();
const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

let startMs: number;
let creator: User;
beforeEach(async () => {
	// Noon of another day for each test.
	startMs = Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS + 12 * HOUR_MS;
	vi.setSystemTime(startMs);
	await clearTables('polls', 'users', 'events', 'settings');
	creator = await createMember({ role: 'creator' });
});
const inDays = (days: number) => new Date(startMs + days * DAY_MS);

/** Creates a member of the server. */
async function createMember(changes: Partial<User> = {}): Promise<User> {
	const [member] = state.addMembers(1);
	if (!member) throw new Error('There is no member.');
	return createUserRow({ discordId: member.discordId, username: member.username, ...changes });
}
/** Creates members who came to an event last week. */
async function createGuests(...changes: Partial<User>[]): Promise<User[]> {
	const event = await createEventRow({ date: inDays(-7), status: 'completed' });
	const guests: User[] = [];
	for (const change of changes) {
		const guest = await createMember(change);
		await createSignupRow({ eventId: event.id, userId: guest.id });
		guests.push(guest);
	}
	return guests;
}
const run = <Param extends string, Schema extends z.ZodType, Result>(
	operation: Operation<Param, Schema, Result>,
	params: Record<Param, string>,
	body: object = {},
	user = creator,
): Promise<Result> =>
	perform(operation, { actor: { id: user.id, role: user.role }, now: now() }, { params, read: () => body });
/** Creates a poll about two times, a week from now and a day later, whose answers are due in five days. */
const create = () =>
	run(
		createPoll,
		{},
		{
			title: 'Autumn Fair',
			location: 'The Mill',
			times: [7, 8].map((days) => ({ date: inDays(days).toISOString(), duration: 180 })),
			answer_by: inDays(5).toISOString(),
		},
	);
const vote = (poll: PollView, user: User, ...answers: PollAnswer[]) => {
	const votes = answers.map((answer, index) => ({ time_id: poll.times[index]?.id, answer }));
	return run(saveVotes, { pollId: poll.id }, { votes }, user);
};
/** Sends all that can be sent now, on two replicas at once. */
async function send(): Promise<void> {
	const sendAll = async () => {
		while (await sendNextMessage({ now, pause: { until: 0 } })) wait(200);
	};
	await Promise.all([sendAll(), sendAll()]);
}
/** Does and sends what is due some days after the start, on two replicas at once. */
async function runAfter(days: number): Promise<void> {
	vi.setSystemTime(inDays(days));
	await Promise.all([continuePolls(now()), continuePolls(now())]);
	await send();
}
const listMessages = ({ discordId }: User) =>
	state.channels.listMessages(state.channels.openDirectMessages(discordId ?? '').id);
const listTexts = (user: User) => listMessages(user).map(({ content }) => content);
const listStates = async () =>
	(await rowsOf('direct_messages').list()).map(({ kind, state: end }) => `${kind} ${end}`).sort();
const REMINDER = expect.stringMatching(
	/^\*\*Autumn Fair\*\* needs a date\. When can you come\? Please answer by <t:\d+:F>\.$/,
);
const CLOSED = '**Autumn Fair** is ready for you to choose its date: the time to answer is over.';

test('who came lately and has not answered is reminded once, a day before the end, with the button', async () => {
	const [guest, voter, other] = (await createGuests({}, {}, {})) as [User, User, User];
	const stranger = await createMember();
	const poll = await create();
	await vote(poll, voter, 'no');
	await runAfter(3.9);
	expect(await listStates()).toEqual([]);
	await runAfter(4);
	await runAfter(4.1);
	for (const user of [guest, other]) expect(listTexts(user)).toEqual([REMINDER]);
	for (const user of [voter, stranger, creator]) expect(listTexts(user)).toEqual([]);
	const [message] = listMessages(guest);
	const seconds = inDays(5).getTime() / 1_000;
	expect(message?.embeds[0]?.fields?.map(({ name, value }) => [name, value])).toEqual([
		['Answer by', `<t:${seconds}:F>\n<t:${seconds}:R>`],
		['Where', 'The Mill'],
	]);
	const buttons = message?.components[0]?.components ?? [];
	expect(buttons.map(({ custom_id, url }) => custom_id ?? url)).toEqual([
		`poll:${poll.id}`,
		expect.stringMatching(`^${TEST_APP_URL}/polls/${poll.id}#message-\\d+$`),
	]);
});

test('a reminder is dropped when its user has answered, has left, or wants no messages', async () => {
	const users = (await createGuests({}, {}, {}, {})) as [User, User, User, User];
	const [voter, left, off, guest] = users;
	const poll = await create();
	vi.setSystemTime(inDays(4));
	await continuePolls(now());
	expect(await listStates()).toEqual(Array(4).fill('poll pending'));
	await vote(poll, voter, 'if_needed');
	await left.update({ membershipLostAt: now() });
	await off.update({ notifications: false });
	await send();
	expect(users.map((user) => listTexts(user).length)).toEqual([0, 0, 0, 1]);
	expect(listTexts(guest)).toEqual([REMINDER]);
	expect(await listStates()).toEqual([...Array(3).fill('poll dropped'), 'poll sent']);
});

test('who had left or wanted none before is not even planned for', async () => {
	await createGuests({ notifications: false }, { membershipLostAt: inDays(-1) });
	await create();
	await runAfter(4);
	expect(await listStates()).toEqual([]);
});

test('a reminder waits for the end of quiet hours, and is dropped when the answers are due then', async () => {
	const timezone = 'UTC';
	const [early, late] = (await createGuests(
		{ quietHours: { from: '11:00', to: '18:00', timezone } },
		{ quietHours: { from: '13:00', to: '11:59', timezone } },
	)) as [User, User];
	await create();
	await runAfter(4);
	expect([listTexts(early), listTexts(late)]).toEqual([[], [REMINDER]]);
	await runAfter(4.25);
	expect(listTexts(early)).toEqual([REMINDER]);
	const [third] = (await createGuests({ quietHours: { from: '11:00', to: '10:00', timezone } })) as [User];
	vi.setSystemTime(startMs);
	await create();
	await runAfter(4);
	await runAfter(5.1);
	expect(listTexts(third)).toEqual([]);
});

test('the creator is told once at the end, and again only after the end of an extended poll', async () => {
	const poll = await create();
	await runAfter(5);
	await runAfter(5.1);
	expect(listTexts(creator)).toEqual([CLOSED]);
	const buttons = listMessages(creator)[0]?.components[0]?.components ?? [];
	expect(buttons.map(({ url }) => url)).toEqual([
		expect.stringMatching(`^${TEST_APP_URL}/polls/${poll.id}#message-\\d+$`),
	]);
	await run(updatePoll, { pollId: poll.id }, { answer_by: inDays(6).toISOString() });
	await runAfter(5.5);
	expect(listTexts(creator)).toHaveLength(1);
	await runAfter(6);
	expect(listTexts(creator)).toEqual([CLOSED, CLOSED]);
});

test('a later end leaves the reminder as it is, and drops what told of the end before', async () => {
	const quietHours = { from: '11:00', to: '20:00', timezone: 'UTC' };
	const [guest] = (await createGuests({ quietHours })) as [User];
	await creator.update({ quietHours });
	const poll = await create();
	const extend = (days: number) =>
		run(updatePoll, { pollId: poll.id }, { answer_by: inDays(days).toISOString() });
	await runAfter(4);
	await extend(5.1);
	await runAfter(4.4);
	expect(listTexts(guest)).toEqual([REMINDER]);
	await runAfter(5.1);
	await extend(6.5);
	await runAfter(5.5);
	expect(listTexts(creator)).toEqual([]);
	await runAfter(6.5);
	expect([listTexts(creator), listTexts(guest)]).toEqual([[CLOSED], [REMINDER]]);
	expect(await listStates()).toEqual(['poll sent', 'poll_closed dropped', 'poll_closed sent']);
});

test('who can come to the chosen time is told once that they are signed up', async () => {
	const users = (await createGuests({}, {}, {}, {}, { notifications: false })) as [
		User,
		User,
		User,
		User,
		User,
	];
	const [yes, ifNeeded, no, none, off] = users;
	const poll = await create();
	await vote(poll, yes, 'no', 'yes');
	await vote(poll, ifNeeded, 'yes', 'if_needed');
	await vote(poll, no, 'yes', 'no');
	await vote(poll, off, 'yes', 'yes');
	const choose = () => run(choosePollTime, { pollId: poll.id }, { time_id: poll.times[1]?.id });
	await choose();
	await choose();
	await send();
	const text = '**Autumn Fair** has a date, and your answer signed you up.';
	expect(users.map(listTexts)).toEqual([[text], [text], [], [], []]);
	const [message] = listMessages(ifNeeded);
	expect(message?.embeds[0]?.fields?.map(({ name, value }) => [name, value])).toEqual([
		['When', expect.stringContaining(`<t:${inDays(8).getTime() / 1_000}:F>`)],
		['Where', 'The Mill'],
		['Your signup', 'Tentative'],
	]);
	expect(message?.embeds[0]?.url).toMatch(`${TEST_APP_URL}/events/${poll.id}#message-`);
	expect([listTexts(creator), listTexts(none)]).toEqual([[], []]);
});

test('messages of a poll that was withdrawn, or has its date, are dropped', async () => {
	await createGuests({});
	const [withdrawn, chosen] = [await create(), await create()];
	vi.setSystemTime(inDays(4));
	await continuePolls(now());
	vi.setSystemTime(inDays(5));
	await continuePolls(now());
	await run(withdrawPoll, { pollId: withdrawn.id });
	await run(choosePollTime, { pollId: chosen.id }, { time_id: chosen.times[0]?.id });
	await send();
	expect(await listStates()).toEqual([
		...Array(2).fill('poll dropped'),
		...Array(2).fill('poll_closed dropped'),
	]);
	// Nothing more is planned for them.
	await runAfter(6);
	expect(await listStates()).toHaveLength(4);
});
