import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { type Event, Setting, Signup, User } from '~/database/models/index.ts';
import { execute, one } from '~/database/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createEventRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { planReminders, sendNextMessage } from '~/server/operations/direct-messages/index.ts';
import { TEXT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
import { expectLockWaits } from '~/tests/support/lock-waits.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

const POST = 'POST /channels/{channel_id}/messages';
const LIST = 'GET /channels/{channel_id}/messages';
const MEMBERS = 'GET /guilds/{guild_id}/members';
const LONG_AGO = new Date('2025-01-01T00:00Z');

// The stand-in and the client of Discord use the same clock as the code under test.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-03-01T12:00Z') });
afterAll(() => vi.useRealTimers());
const now = () => new Date();
const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const minutesBefore = (minutes: number) => new Date(event.date.getTime() - minutes * MINUTE_MS);

let event: Event;
let threadId: string;

beforeEach(async () => {
	// Discord’s timestamps have whole seconds.
	vi.setSystemTime(Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS);
	await clearTables('users', 'events', 'settings', 'announcements');
	const date = new Date(Date.now() + 48 * HOUR_MS);
	event = await createEventRow({ title: 'Friday Clocktower', location: 'The Hearth', date });
	await Setting.create({ key: 'reminder_way', value: 'thread' });
	const announcement = state.channels.post(TEXT_CHANNEL_ID, { content: 'Friday Clocktower' });
	threadId = state.channels.addThread(announcement, 'Friday Clocktower').id;
	const place = { channelId: TEXT_CHANNEL_ID, messageId: announcement.id, threadId };
	await rowsOf('announcements').insert({
		...place,
		eventId: event.id,
		kind: 'event',
		state: 'posted',
		isDirty: false,
		dueAt: now(),
		updatedAt: now(),
	});
});

/** Creates members of the server who signed up long ago. */
async function createUsers(
	count: number,
	changes: Partial<User> = {},
	signup: Partial<Signup> = {},
): Promise<User[]> {
	const members = state.addMembers(count);
	const users = await User.bulkCreate(
		members.map(({ discordId, username }) => ({ discordId, username, ...changes })),
	);
	await Signup.bulkCreate(
		users.map(({ id }) => ({
			eventId: event.id,
			userId: id,
			status: 'confirmed' as const,
			signupSource: 'webapp' as const,
			createdAt: LONG_AGO,
			userSavedAt: LONG_AGO,
			...signup,
		})),
	);
	return users;
}
async function createUser(changes: Partial<User> = {}, signup: Partial<Signup> = {}): Promise<User> {
	const [user] = await createUsers(1, changes, signup);
	if (!user) throw new Error('There is no user.');
	return user;
}

const plan = () => planReminders(now());
async function send(): Promise<void> {
	while (await sendNextMessage({ now, pause: { until: 0 } })) wait(1);
}
/** Plans and sends all messages that are due at `time`, on two replicas at once. */
async function runAt(time: Date): Promise<void> {
	vi.setSystemTime(time);
	await plan();
	await Promise.all([send(), send()]);
}
const toTime = (instant: Date) => instant.toISOString().slice(11, 16);
/** Quiet hours that have just begun. */
const quietUntil = (end: Date) => ({ from: toTime(now()), to: toTime(end), timezone: 'UTC' });
const toIds = (users: readonly User[]) => users.map(({ discordId }) => discordId).sort();
const listPosts = () => state.channels.listMessages(threadId);
/** The Discord IDs of all who were mentioned, as often as they were. */
const listMentions = () =>
	listPosts()
		.flatMap(({ mentionedUserIds }) => mentionedUserIds)
		.sort();
const countDirect = ({ discordId }: User) =>
	state.channels.listMessages(state.channels.openDirectMessages(discordId ?? '').id).length;
const listStates = async () => (await rowsOf('direct_messages').list()).map((row) => row.state);

describe('reminders in the thread', () => {
	test('mention all at once, with the facts and the buttons of a reminder', async () => {
		await User.update({ messagesRefusedAt: LONG_AGO }, { where: {} });
		const users = await createUsers(60, { messagesRefusedAt: LONG_AGO });
		await runAt(minutesBefore(60));
		const [post, ...others] = listPosts();
		expect(others).toEqual([]);
		expect(listMentions()).toEqual(toIds(users));
		const seconds = event.date.getTime() / 1_000;
		const [first] = await rowsOf('direct_messages').list();
		const address = `${TEST_APP_URL}/events/${event.id}#message-${first?.id}`;
		expect(post?.content.split('\n')[0]).toBe(
			`[**Friday Clocktower**](<${address}>) starts <t:${seconds}:R>.`,
		);
		expect(post?.embeds[0]?.fields?.map(({ name }) => name)).toEqual(['When', 'Where']);
		const buttons = post?.components[0]?.components ?? [];
		expect(buttons.map(({ custom_id, url }) => custom_id ?? url)).toEqual([
			`signup:${event.id}:late`,
			`signup:${event.id}:declined`,
			address,
		]);
		// The server, the channel, the members and the post.
		expect(state.requests.map(({ route }) => route)).toHaveLength(4);
		expect(new Set(await listStates())).toEqual(new Set(['sent']));
		// That Discord accepts a mention says nothing about direct messages.
		expect(await User.count({ where: { messagesRefusedAt: LONG_AGO } })).toBe(60);
	});

	test('of 150 users are two posts, each user in one of them, with the facts and the buttons', async () => {
		const users = await createUsers(150);
		await runAt(minutesBefore(60));
		expect(listPosts().map(({ components, embeds }) => [components.length, embeds.length])).toEqual([
			[1, 1],
			[1, 1],
		]);
		expect(listMentions()).toEqual(toIds(users));
	});

	test('tell each who waits where they stand, after the others', async () => {
		await event.update({ capacity: 1 });
		const waiting = await createUsers(2, {}, { place: 'waiting', askedAt: LONG_AGO });
		const comes = await createUser({}, { place: 'placed', askedAt: LONG_AGO });
		await runAt(minutesBefore(60));
		const [, ...lines] = listPosts()[0]?.content.split('\n') ?? [];
		const hope = `A place can still become free before <t:${event.date.getTime() / 1_000}:t>.`;
		expect(lines).toEqual([
			`<@${comes.discordId}>`,
			...waiting.map(
				({ discordId }, index) => `<@${discordId}> You're number ${index + 1} on the waitlist. ${hope}`,
			),
		]);
	});

	test('ask for no members when everyone sees the channel', async () => {
		const users = await createUsers(3);
		const id = state.guild.guildId;
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { id, allow: ['VIEW_CHANNEL'] });
		await runAt(minutesBefore(60));
		expect([listMentions(), state.countRequests(MEMBERS)]).toEqual([toIds(users), 0]);
	});

	test('open an archived thread', async () => {
		const user = await createUser();
		const thread = state.channels.find(threadId);
		if (thread) thread.isArchived = true;
		await runAt(minutesBefore(60));
		expect([listMentions(), thread?.isArchived]).toEqual([toIds([user]), false]);
	});
});

describe('a direct message instead', () => {
	test('goes to users who chose it or cannot see the channel, and none to those who want none', async () => {
		const mentioned = [await createUser(), await createUser({ reminderWay: 'thread' })];
		const chosen = await createUser({ reminderWay: 'direct' });
		const [withoutRole, denied] = await createUsers(2);
		state.setRoles(withoutRole?.discordId ?? '', []);
		state.channels.setOverwrite(TEXT_CHANNEL_ID, {
			id: denied?.discordId ?? '',
			type: 1,
			deny: ['VIEW_CHANNEL'],
		});
		const off = await createUser({ notifications: false });
		await runAt(minutesBefore(60));
		expect(listMentions()).toEqual(toIds(mentioned));
		const direct = [chosen, withoutRole, denied] as User[];
		expect([...mentioned, ...direct, off].map(countDirect)).toEqual([0, 0, 1, 1, 1, 0]);
	});

	test('goes to all while the community reminds directly, but for users who chose the thread', async () => {
		await Setting.update({ value: 'direct' }, { where: { key: 'reminder_way' } });
		const user = await createUser();
		const chosen = await createUser({ reminderWay: 'thread' });
		await runAt(minutesBefore(60));
		expect([listMentions(), countDirect(user), countDirect(chosen)]).toEqual([toIds([chosen]), 1, 0]);
	});

	test('goes to a user who chose it after the reminder was planned', async () => {
		const user = await createUser();
		vi.setSystemTime(minutesBefore(60));
		await plan();
		await user.update({ reminderWay: 'direct' });
		await send();
		expect([listPosts(), countDirect(user)]).toEqual([[], 1]);
	});

	test.each<[string, () => Promise<unknown> | unknown]>([
		['the event was not announced', () => rowsOf('announcements').delete()],
		['the announcement has no thread', () => rowsOf('announcements').update({ threadId: null })],
		['the thread was deleted', () => state.channels.remove(threadId)],
		['the channel was deleted', () => state.channels.remove(TEXT_CHANNEL_ID)],
		['the thread is locked', () => Object.assign(state.channels.find(threadId) ?? {}, { isLocked: true })],
		[
			'the bot may not write in threads',
			() => state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['SEND_MESSAGES_IN_THREADS'] }),
		],
		[
			'the bot does not see the channel',
			() => state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['VIEW_CHANNEL'] }),
		],
		['the bot may not list the members', () => Object.assign(state, { grantsMembersIntent: false })],
	])('goes to all when %s', async (_, change) => {
		const users = await createUsers(2);
		await change();
		await runAt(minutesBefore(60));
		expect(users.map(countDirect)).toEqual([1, 1]);
		expect([listPosts(), await listStates()]).toEqual([[], ['sent', 'sent']]);
	});

	test('goes to the user, not to the thread, after a reminder there', async () => {
		const user = await createUser();
		await runAt(minutesBefore(60));
		const times = { eventDate: event.date, dueAt: now(), createdAt: now() };
		await rowsOf('direct_messages').insert({ ...times, userId: user.id, eventId: event.id, kind: 'moved' });
		await send();
		expect([listPosts().length, countDirect(user)]).toEqual([1, 1]);
	});

	test('a thread that was deleted is noted, so that it is not tried again', async () => {
		await createUser();
		state.channels.remove(threadId);
		await runAt(minutesBefore(60));
		expect(await rowsOf('announcements').list()).toMatchObject([{ threadId: null }]);
	});
});

describe('nobody is told twice', () => {
	test('when two replicas send at once', async () => {
		const users = await createUsers(150);
		vi.setSystemTime(minutesBefore(60));
		await Promise.all([plan(), plan()]);
		await Promise.all([send(), send(), send()]);
		expect([listPosts().length, listMentions()]).toEqual([2, toIds(users)]);
	});

	test('while another statement has locked a row: its user is part of the same post', async () => {
		const users = await createUsers(3);
		vi.setSystemTime(minutesBefore(60));
		await plan();
		let sending = Promise.resolve();
		await inTransaction(async (transaction) => {
			const last = 'SELECT id FROM direct_messages ORDER BY id DESC LIMIT 1 FOR UPDATE';
			await one(last, {}, transaction);
			sending = send();
			await expectLockWaits(1);
		});
		await sending;
		expect([listPosts().length, listMentions()]).toEqual([1, toIds(users)]);
	});

	/** Simulates a process that died after Discord accepted its post. */
	const killAfterPost = () =>
		execute("UPDATE direct_messages SET state = 'pending', leased_until = :until WHERE state = 'sent'", {
			until: new Date(Date.now() + MINUTE_MS),
		});

	test.each([
		['after a minute, with the nonce', MINUTE_MS, 2],
		['after minutes, by looking for the post', 10 * MINUTE_MS, 1],
	])('by a process that died before it saved the post: %s', async (_, milliseconds, requests) => {
		const users = await createUsers(3);
		await runAt(minutesBefore(60));
		expect(await killAfterPost()).toBe(3);
		// Quiet hours that have begun meanwhile do not mention the user later.
		await users[0]?.update({ quietHours: quietUntil(minutesBefore(40)) });
		wait(milliseconds);
		await Promise.all([send(), send()]);
		expect([listMentions(), users.map(countDirect)]).toEqual([toIds(users), [0, 0, 0]]);
		expect([state.countRequests(POST), new Set(await listStates())]).toEqual([requests, new Set(['sent'])]);
	});

	test.each([
		['after seconds, with the nonce', 10_000, 3, 0],
		['after minutes, by looking for the post', 10 * MINUTE_MS, 2, 1],
	])('by a post whose response was lost: %s', async (_, milliseconds, posts, looks) => {
		const users = await createUsers(150);
		state.fail({ route: POST, losesResponse: true, times: 1 });
		await runAt(minutesBefore(60));
		wait(milliseconds);
		await Promise.all([send(), send()]);
		expect([listPosts().length, listMentions()]).toEqual([2, toIds(users)]);
		expect([state.countRequests(POST), state.countRequests(LIST)]).toEqual([posts, looks]);
		expect(listPosts().map(({ components }) => components.length)).toEqual([1, 1]);
	});

	test('by a lost response and a thread that is locked then', async () => {
		const users = await createUsers(2);
		state.fail({ route: POST, losesResponse: true, times: 1 });
		await runAt(minutesBefore(60));
		Object.assign(state.channels.find(threadId) ?? {}, { isLocked: true });
		wait(10_000);
		await send();
		expect([listMentions(), users.map(countDirect)]).toEqual([toIds(users), [0, 0]]);
		expect(await listStates()).toEqual(['sent', 'sent']);
	});

	test('by a lost response while the bot may not look for the post', async () => {
		const users = await createUsers(2);
		state.fail({ route: POST, losesResponse: true, times: 1 });
		await runAt(minutesBefore(60));
		state.channels.setOverwrite(TEXT_CHANNEL_ID, { deny: ['READ_MESSAGE_HISTORY'] });
		wait(10 * MINUTE_MS);
		await send();
		expect([listMentions(), users.map(countDirect)]).toEqual([toIds(users), [0, 0]]);
		expect(await listStates()).toEqual(['failed', 'failed']);
	});

	test('by a post that never reached Discord: it is sent later', async () => {
		const users = await createUsers(2);
		state.fail({ route: POST, network: true, times: 1 });
		await runAt(minutesBefore(60));
		expect(listPosts()).toEqual([]);
		wait(10 * MINUTE_MS);
		await send();
		expect([listPosts().length, listMentions()]).toEqual([1, toIds(users)]);
	});

	test.each([
		['the bot is limited', { route: POST, status: 429, retryAfter: 40 }, 0],
		['Discord has a problem', { route: POST, status: 500 }, 1],
		['the token is refused', { route: POST, status: 401 }, 0],
		['the token is refused from the start', { route: '*', status: 401 }, 0],
	])('while %s: the post waits, and is looked for only when it may exist', async (_, failure, looks) => {
		const users = await createUsers(2);
		state.fail(failure);
		await runAt(minutesBefore(60));
		expect([listPosts(), users.map(countDirect)]).toEqual([[], [0, 0]]);
		state.recover();
		wait(10 * MINUTE_MS);
		await send();
		expect([listPosts().length, listMentions(), users.map(countDirect)]).toEqual([1, toIds(users), [0, 0]]);
		expect(state.countRequests(LIST)).toBe(looks);
	});

	test('when quiet hours end later: a post of their own mentions these users', async () => {
		const users = await createUsers(2);
		const asleep = await createUser();
		vi.setSystemTime(minutesBefore(1_440));
		await plan();
		await asleep.update({ quietHours: quietUntil(minutesBefore(1_435)) });
		await send();
		expect(listMentions()).toEqual(toIds(users));
		wait(5 * MINUTE_MS);
		await send();
		expect(listPosts().map(({ mentionedUserIds }) => mentionedUserIds.length)).toEqual([2, 1]);
		expect(listMentions()).toEqual(toIds([...users, asleep]));
	});

	test('when an event is cancelled before the post is sent again: its users are dropped', async () => {
		await createUsers(2);
		state.fail({ route: POST, network: true, times: 1 });
		await runAt(minutesBefore(60));
		await event.update({ status: 'cancelled' });
		wait(10_000);
		await send();
		expect([listPosts(), await listStates()]).toEqual([[], ['dropped', 'dropped']]);
	});
});
