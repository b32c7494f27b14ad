import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { type Event, Signup, type User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { nudgeUsers, sendMessage, sendNextMessage } from '~/server/operations/direct-messages/index.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { eraseUser } from '~/server/operations/users/erase-user.ts';
import { TEXT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
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

let creator: User;
let event: Event;
beforeEach(async () => {
	// Noon of another day for each test.
	vi.setSystemTime(Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS + 12 * HOUR_MS);
	await clearTables('users', 'events', 'settings');
	creator = await createUserRow({ role: 'creator', username: 'priya', preferredUsername: 'Priya' });
	event = await createEventRow({ title: 'Friday Clocktower', date: new Date(Date.now() + 4 * HOUR_MS) });
});

async function addGuests(count: number, changes: Partial<User> = {}): Promise<User[]> {
	const guests: User[] = [];
	for (const { discordId, username } of state.addMembers(count)) {
		const user = await createUserRow({ discordId, username, ...changes });
		await createSignupRow({ eventId: event.id, userId: user.id });
		guests.push(user);
	}
	return guests;
}
async function addGuest(changes: Partial<User> = {}): Promise<User> {
	const [guest] = await addGuests(1, changes);
	if (!guest) throw new Error('There is no guest.');
	return guest;
}
const write = (text = 'Please bring a chair.', to: unknown = 'players', way = 'direct') =>
	perform(
		sendMessage,
		{ actor: { id: creator.id, role: creator.role }, now: now() },
		{ params: { eventId: event.id }, read: () => ({ to, text, way }) },
	);
/** Sends all that can be sent now, on two replicas at once. */
async function send(): Promise<void> {
	const run = async () => {
		while (await sendNextMessage({ now, pause: { until: 0 } })) wait(200);
	};
	await Promise.all([run(), run()]);
}
const listMessages = ({ discordId }: User) =>
	state.channels.listMessages(state.channels.openDirectMessages(discordId ?? '').id);
const listStates = async () => (await rowsOf('direct_messages').list()).map(({ state: end }) => end);

test('everyone gets it once, with the text as it was typed, its author and a link', async () => {
	const guests = await addGuests(20);
	expect(await write('Bring a **chair**.\n@everyone <@1> [x](https://evil.example)')).toEqual({
		recipients: 20,
	});
	await send();
	expect(guests.map((guest) => listMessages(guest).length)).toEqual(guests.map(() => 1));
	const [message] = listMessages(guests[0] as User);
	expect(message?.content).toBe('**Friday Clocktower** has a message for you from Priya.');
	const address = expect.stringContaining(`${TEST_APP_URL}/events/${event.id}#message-`);
	expect(message?.embeds).toMatchObject([
		{
			url: address,
			description: 'Bring a \\*\\*chair\\*\\*.\n@\u200beveryone \\<@1> \\[x\\](https:\\//evil.example)',
		},
	]);
	expect(message?.components).toMatchObject([{ components: [{ label: 'Open in Townbell', url: address }] }]);
});

test('quiet hours hold, and who has turned notifications off since gets none', async () => {
	const quietHours = { from: '11:00', to: '13:00', timezone: 'UTC' };
	const [sleeper, off, awake] = [await addGuest({ quietHours }), await addGuest(), await addGuest()];
	await write();
	await off.update({ notifications: false });
	await send();
	expect(await listStates()).toEqual(['pending', 'dropped', 'sent']);
	wait(58 * MINUTE_MS);
	await send();
	expect(listMessages(sleeper)).toHaveLength(0);
	wait(2 * MINUTE_MS);
	await send();
	expect([sleeper, off, awake].map((user) => listMessages(user).length)).toEqual([1, 0, 1]);
});

test.each<[string, (guest: User) => Promise<unknown>]>([
	['has declined', ({ id }) => Signup.update({ status: 'declined' }, { where: { userId: id } })],
	['has removed the signup', ({ id }) => Signup.destroy({ where: { userId: id } })],
	[
		'waits for a place now',
		({ id }) => Signup.update({ place: 'waiting', askedAt: now() }, { where: { userId: id } }),
	],
	[
		'runs the event now',
		({ id }) => rowsOf('event_storytellers').insert({ eventId: event.id, userId: id, position: 0 }),
	],
	['has left', (guest) => guest.update({ membershipLostAt: now(), leftAt: now() })],
	['would read of a cancelled event', () => event.update({ status: 'cancelled' })],
	['would read of an event that is over', () => event.update({ status: 'completed' })],
	[
		'would read an erased author',
		() => inTransaction((transaction) => eraseUser(creator.id, transaction, now())),
	],
])('who %s gets none', async (_, change) => {
	const guest = await addGuest();
	await write();
	await change(guest);
	await send();
	expect([listMessages(guest), await listStates()]).toEqual([[], ['dropped']]);
});

test('of a group: who sits in another one since gets none', async () => {
	const [stays, moves] = [await addGuest(), await addGuest()];
	const seats = { eventId: event.id, position: 0 };
	const [first, second] = [
		await rowsOf('groups').insert({ eventId: event.id, clientId: 'a', name: 'Owls' }),
		await rowsOf('groups').insert({ eventId: event.id, clientId: 'b', name: 'Foxes' }),
	];
	for (const { id: userId } of [stays, moves])
		await rowsOf('group_players').insert({ ...seats, groupId: first.id, userId });
	expect(await write('Hello', { group: 'a' })).toEqual({ recipients: 2 });
	await rowsOf('group_players').update({ groupId: second.id }, { userId: moves.id });
	await send();
	expect([stays, moves].map((user) => listMessages(user).length)).toEqual([1, 0]);
});

test('while the event goes on it is sent, also when its start has moved since', async () => {
	const guest = await addGuest();
	wait(5 * HOUR_MS);
	await write();
	await event.update({ date: new Date(event.date.getTime() + HOUR_MS) });
	await rowsOf('event_notices').update({ isDirty: false });
	await send();
	expect(listMessages(guest)).toHaveLength(1);
});

test('it counts for no limit of other messages', async () => {
	const earlier = await createEventRow({ date: new Date(Date.now() - DAY_MS), status: 'completed' });
	const guest = await addGuest();
	await createSignupRow({ eventId: earlier.id, userId: guest.id });
	for (let count = 0; count < 3; count += 1) await write();
	await send();
	expect(listMessages(guest)).toHaveLength(3);
	event = await createEventRow({ date: new Date(Date.now() + DAY_MS) });
	const context = { actor: { id: creator.id, role: creator.role }, now: now() };
	expect(await perform(nudgeUsers, context, { params: { eventId: event.id } })).toEqual({ recipients: 1 });
});

describe('in the thread of the event', () => {
	let threadId: string;
	beforeEach(async () => {
		const announcement = state.channels.post(TEXT_CHANNEL_ID, { content: 'Friday Clocktower' });
		threadId = state.channels.addThread(announcement, 'Friday Clocktower').id;
		await rowsOf('announcements').insert({
			eventId: event.id,
			kind: 'event',
			channelId: TEXT_CHANNEL_ID,
			messageId: announcement.id,
			threadId,
		});
	});
	const listPosts = () => state.channels.listMessages(threadId);
	const toIds = (users: readonly User[]) => users.map(({ discordId }) => discordId).sort();

	test('one post mentions all, each once, and two messages are two posts', async () => {
		const guests = await addGuests(20);
		await write('Bring *chairs*.', 'players', 'thread');
		await write('And tea.', 'players', 'thread');
		await send();
		const posts = listPosts();
		expect(posts.map(({ mentionedUserIds }) => mentionedUserIds.toSorted())).toEqual([
			toIds(guests),
			toIds(guests),
		]);
		// Two replicas may post them in either order.
		const texts = posts.map(({ embeds }) => embeds[0]?.description);
		expect(texts.sort()).toEqual(['And tea.', 'Bring \\*chairs\\*.']);
		expect(posts[0]?.content).toContain('has a message for you from Priya.');
		expect(guests.flatMap(listMessages)).toEqual([]);
		expect(new Set(await listStates())).toEqual(new Set(['sent']));
	});

	test('quiet hours hold, and who has declined since is not mentioned', async () => {
		const quietHours = { from: '11:00', to: '13:00', timezone: 'UTC' };
		const [sleeper, declines, awake] = [await addGuest({ quietHours }), await addGuest(), await addGuest()];
		await write('Hello', 'players', 'thread');
		await Signup.update({ status: 'declined' }, { where: { userId: declines.id } });
		await send();
		expect(listPosts().map(({ mentionedUserIds }) => mentionedUserIds)).toEqual([toIds([awake])]);
		wait(HOUR_MS);
		await send();
		expect(listPosts().map(({ mentionedUserIds }) => mentionedUserIds)).toEqual([
			toIds([awake]),
			toIds([sleeper]),
		]);
		expect(await listStates()).toEqual(['sent', 'dropped', 'sent']);
	});

	test('when the thread is gone, it is a direct message', async () => {
		const guest = await addGuest();
		await write('Hello', 'players', 'thread');
		await rowsOf('announcements').update({ threadId: null });
		await send();
		expect([listPosts().length, listMessages(guest).length]).toEqual([0, 1]);
	});
});
