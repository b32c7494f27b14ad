import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '~/database/connection.ts';
import { type Event, Setting, Signup, User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import type { QuietHours } from '~/domain/users/reminders.ts';
import { createEventRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import type { RateLimitPause } from '~/server/discord/rate-limits.ts';
import { startMessaging, stopMessaging } from '~/server/jobs/start-messaging.ts';
import { log } from '~/server/log.ts';
import {
	deleteFinishedMessages,
	planReminders,
	sendNextMessage,
} from '~/server/operations/direct-messages/index.ts';
import { planMessage } from '~/server/operations/kernel/recipients.ts';
import { settleDueEvents } from '~/server/operations/places/index.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

const POST = 'POST /channels/{channel_id}/messages';
const OPEN = 'POST /users/@me/channels';
const LONG_AGO = new Date('2025-01-01T00:00Z');
/** Each message takes this long, because the client of Discord sends at most 50 requests per second. */
const SEND_MS = 200;

// The stand-in and the client of Discord use the same clock as the code under test.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-03-01T12:00Z') });
afterAll(() => vi.useRealTimers());
const now = () => new Date();
const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const minutesBefore = (minutes: number) => new Date(event.date.getTime() - minutes * MINUTE_MS);

let event: Event;

beforeEach(async () => {
	// Discord’s timestamps have whole seconds.
	vi.setSystemTime(Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS);
	await clearTables('users', 'events', 'settings');
	const date = new Date(Date.now() + 48 * HOUR_MS);
	event = await createEventRow({ title: 'Friday Clocktower', location: 'The Hearth', date });
});

type NewSignup = Partial<Pick<Signup, 'status' | 'notes' | 'createdAt' | 'userSavedAt'>>;

/** Creates members of the server who signed up long ago. */
async function createUsers(
	count: number,
	changes: Partial<User> = {},
	signup: NewSignup = {},
): Promise<User[]> {
	const members = state.addMembers(count);
	const users = await User.bulkCreate(
		members.map(({ discordId, username }) => ({ discordId, username, ...changes })),
	);
	await execute(
		`INSERT INTO signups (event_id, user_id, status, notes, created_at, user_saved_at, updated_at)
		-- As if an admin had changed each of them at the start: that tells the users nothing.
		SELECT :eventId, id, :status, :notes, :createdAt, :userSavedAt, :updatedAt FROM unnest(:userIds::bigint[]) AS users (id)`,
		{
			eventId: event.id,
			userIds: users.map(({ id }) => id),
			status: 'confirmed',
			notes: null,
			createdAt: LONG_AGO,
			userSavedAt: LONG_AGO,
			updatedAt: event.date,
			...signup,
		},
	);
	return users;
}

async function createUser(changes: Partial<User> = {}, signup: NewSignup = {}): Promise<User> {
	const [user] = await createUsers(1, changes, signup);
	if (!user) throw new Error('There is no user.');
	return user;
}

/** Sends all that can be sent now. */
async function send(pause: RateLimitPause = { until: 0 }): Promise<void> {
	while (await sendNextMessage({ now, pause })) wait(SEND_MS);
}
/** Plans and sends all messages that are due at `time`, on two replicas at once. */
async function runAt(time: Date): Promise<void> {
	vi.setSystemTime(time);
	await Promise.all([planReminders(now()), planReminders(now())]);
	await Promise.all([send(), send()]);
}
const addMessage = (user: User, changes: Record<string, unknown> = {}) =>
	rowsOf('direct_messages').insert({
		userId: user.id,
		eventId: event.id,
		kind: 'moved',
		eventDate: event.date,
		dueAt: now(),
		createdAt: now(),
		...changes,
	});
const listMessages = ({ discordId }: User) =>
	state.channels.listMessages(state.channels.openDirectMessages(discordId ?? '').id);
const listStates = async () =>
	(await rowsOf('direct_messages').list()).map(({ minutes, state: end }) => [minutes, end]);
const isRefused = async ({ id }: User) => (await User.findByPk(id))?.messagesRefusedAt !== null;
async function move(date: Date): Promise<void> {
	await event.update({ date });
	// Marks the change as told to the users.
	await rowsOf('event_notices').update({ isDirty: false });
}

describe('reminders', () => {
	test('500 users over a clock change, a crash and two replicas: each exactly once, not in quiet hours', {
		timeout: 90_000,
	}, async () => {
		// In New York, the clocks go forward at 7:00 UTC on this day; the game starts there at 10 in the morning.
		await move(new Date('2030-03-10T14:00Z'));
		const quiet = (from: string, to: string): QuietHours => ({ from, to, timezone: 'America/New_York' });
		const groups: [User[], string[]][] = [
			[await createUsers(100), ['2030-03-09T14:0', '2030-03-10T13:0']],
			[
				await createUsers(
					100,
					{ reminderMinutes: [1_440], quietHours: quiet('22:00', '09:30') },
					{ status: 'late' },
				),
				['2030-03-09T14:3'],
			],
			[
				await createUsers(100, { reminderMinutes: [60], quietHours: quiet('22:00', '10:00') }),
				['2030-03-10T02:5'],
			],
			[
				await createUsers(100, { reminderMinutes: [180, 60], quietHours: quiet('02:30', '09:10') }),
				['2030-03-10T13:1'],
			],
			[await createUsers(100, { reminderMinutes: [] }), []],
		];
		state.fail({ route: POST, losesResponse: true, after: 20, times: 3 });
		await runAt(new Date('2030-03-09T14:00Z'));
		// Simulates a process that died after Discord accepted its messages.
		const killed = await execute(
			`UPDATE direct_messages SET state = 'pending', leased_until = :until
			WHERE id IN (SELECT id FROM direct_messages WHERE state = 'sent' LIMIT 5)`,
			{ until: new Date(Date.now() + MINUTE_MS) },
		);
		expect(killed).toBe(5);
		await runAt(new Date('2030-03-09T14:01:30Z'));
		const hours = Array.from({ length: 23 }, (_, index) => new Date(Date.UTC(2030, 2, 9, 15 + index)));
		const others = ['2030-03-09T14:30Z', '2030-03-10T02:50Z', '2030-03-10T13:10Z'];
		const times = [...hours, ...others.map((text) => new Date(text))].sort(
			(a, b) => a.getTime() - b.getTime(),
		);
		for (const time of times) await runAt(time);

		for (const [group, expected] of groups) {
			const sentTimes = group.map((user) =>
				listMessages(user).map(({ createdAt }) => createdAt.toISOString().slice(0, '2030-03-09T14:3'.length)),
			);
			expect(sentTimes).toEqual(group.map(() => expected));
		}
		expect(await rowsOf('direct_messages').count({ state: 'sent' })).toBe(500);
		expect(await rowsOf('direct_messages').count()).toBe(500);
	});

	test('show the event and the user’s own signup, with buttons; neither notes nor preferences', async () => {
		await event.update({ title: '@everyone **come**', location: '[prize](https://evil.example)' });
		const user = await createUser({}, { notes: 'Allergic to cats' });
		await runAt(minutesBefore(60));
		const [message, ...others] = listMessages(user);
		expect(others).toEqual([]);
		const seconds = event.date.getTime() / 1_000;
		expect(message).toMatchObject({
			content: `**@\u200beveryone \\*\\*come\\*\\*** starts <t:${seconds}:R>.`,
			mentionsEveryone: false,
			embeds: [{ title: '@\u200beveryone \\*\\*come\\*\\*' }],
		});
		expect(message?.embeds[0]?.fields?.map(({ name, value }) => [name, value])).toEqual([
			['When', `<t:${seconds}:F>\n<t:${seconds}:R>`],
			['Where', '\\[prize\\](https:\\//evil.example)'],
			['Your signup', 'Confirmed'],
		]);
		const buttons = message?.components[0]?.components ?? [];
		expect(buttons.map(({ custom_id, url }) => custom_id ?? url)).toEqual([
			`signup:${event.id}:late`,
			`signup:${event.id}:declined`,
			expect.stringMatching(`^${TEST_APP_URL}/events/${event.id}#message-\\d+$`),
		]);
		expect(JSON.stringify(message)).not.toContain('cats');
	});

	test('go to members who will come and want messages, at the times of the site or their own', async () => {
		await Setting.create({ key: 'reminder_minutes', value: '180' });
		const reminded = [await createUser(), await createUser({}, { status: 'late' })];
		const weekBefore = await createUser({ reminderMinutes: [1_440] });
		const changes: Partial<User>[] = [
			{ notifications: false },
			{ membershipLostAt: LONG_AGO },
			{ isTestData: true },
			{ discordId: null },
			{ reminderMinutes: [60] },
		];
		for (const change of changes) await createUser(change);
		for (const status of ['tentative', 'declined'] as const) await createUser({}, { status });
		// A user who signs up after the time of a reminder knows about the event.
		await createUser({}, { createdAt: minutesBefore(179), userSavedAt: minutesBefore(179) });
		await createUser({}, { userSavedAt: minutesBefore(177) });
		await runAt(minutesBefore(1_440));
		expect((await rowsOf('direct_messages').list()).map(({ userId }) => userId)).toEqual([weekBefore.id]);
		await runAt(minutesBefore(176));
		const messages = await rowsOf('direct_messages').list({ minutes: 180 });
		expect(messages.map(({ userId, state: end }) => [userId, end])).toEqual(
			reminded.map(({ id }) => [id, 'sent']),
		);
		await rowsOf('direct_messages').delete();
		await event.update({ isTestData: true });
		expect(await planReminders(now())).toBe(0);
	});

	test('that places cause are planned about events, but not about test events', async () => {
		const { id: userId } = await createUser();
		const plan = () =>
			inTransaction((transaction) =>
				planMessage({ kind: 'placed', eventId: event.id, userIds: [userId], now: now() }, transaction),
			);
		await event.update({ isTestData: true });
		expect(await plan()).toBe(0);
		await event.update({ isTestData: false });
		expect(await plan()).toBe(1);
	});

	test('of a moved event come for its new time; a small move repeats none', async () => {
		const user = await createUser();
		await runAt(minutesBefore(1_440));
		await move(new Date(event.date.getTime() + 15 * MINUTE_MS));
		await runAt(minutesBefore(1_440));
		expect(listMessages(user)).toHaveLength(1);
		await move(new Date(event.date.getTime() + 2 * DAY_MS));
		await runAt(minutesBefore(1_441));
		expect(listMessages(user)).toHaveLength(1);
		for (const minutes of [1_440, 60]) await runAt(minutesBefore(minutes));
		expect(listMessages(user)).toHaveLength(3);
	});

	test.each([
		['moved', 'new time'],
		['reinstated', 'back on'],
	] as const)('do not follow the message that the event was %s at once', async (kind, text) => {
		const user = await createUser();
		await event.update({ date: new Date(event.date.getTime() + DAY_MS) });
		await runAt(minutesBefore(1_435));
		await addMessage(user, { kind });
		await move(event.date);
		await runAt(minutesBefore(1_430));
		const [told, ...others] = listMessages(user).map(({ content }) => content);
		expect(told).toContain(text);
		expect(others).toEqual([]);
	});

	test('that could not be sent are sent later if still useful, each once', async () => {
		const user = await createUser({ reminderMinutes: [1_440, 180, 60] });
		state.fail({ route: '*', status: 500 });
		await runAt(minutesBefore(1_440));
		await runAt(minutesBefore(900));
		state.recover();
		await runAt(minutesBefore(890));
		state.fail({ route: '*', status: 500 });
		await runAt(minutesBefore(180));
		await runAt(minutesBefore(60));
		await runAt(minutesBefore(30));
		state.recover();
		await runAt(minutesBefore(20));
		expect(listMessages(user)).toHaveLength(2);
		expect(await listStates()).toEqual([
			[1_440, 'sent'],
			[180, 'dropped'],
			[60, 'sent'],
		]);
		// While no process runs, reminders are not planned: one of many hours ago is left out.
		await move(new Date(event.date.getTime() + 3 * DAY_MS));
		await runAt(minutesBefore(1_000));
		expect(await rowsOf('direct_messages').count()).toBe(3);
	});

	test('of an outage that lasts until the start are dropped', async () => {
		const user = await createUser();
		state.fail({ route: '*', status: 500 });
		await runAt(minutesBefore(60));
		state.recover();
		await runAt(event.date);
		expect([listMessages(user), await listStates()]).toEqual([[], [[60, 'dropped']]]);
	});
});

describe('a message', () => {
	test('to a user who accepts none stops no other, and the user is marked until one is accepted', async () => {
		const users = await createUsers(3);
		const [first, refusing, last] = users as [User, User, User];
		state.channels.refusesDirectMessages.add(refusing.discordId ?? '');
		for (const user of users) await addMessage(user);
		await send();
		expect(users.map((user) => listMessages(user).length)).toEqual([1, 0, 1]);
		expect(await Promise.all([first, refusing, last].map(isRefused))).toEqual([false, true, false]);
		expect(await listStates()).toEqual([
			[null, 'sent'],
			[null, 'refused'],
			[null, 'sent'],
		]);
		state.channels.refusesDirectMessages.clear();
		// A message that is dropped says nothing about that.
		await addMessage(refusing, { kind: 'cancelled' });
		await send();
		expect([(await listStates()).at(-1), await isRefused(refusing)]).toEqual([[null, 'dropped'], true]);
		await addMessage(refusing, { kind: 'reinstated' });
		await send();
		expect([listMessages(refusing).length, await isRefused(refusing)]).toEqual([1, false]);
	});

	test('that Discord refuses for another reason is not repeated; the log holds no names', async () => {
		const info = vi.spyOn(log(), 'info').mockImplementation(() => undefined);
		const [lost, unknown] = [await createUser(), await createUser({ discordId: '799999999999999999' })];
		state.leaveGuild(lost.discordId ?? '');
		for (const user of [lost, unknown]) await addMessage(user, { kind: 'nudge' });
		await Signup.destroy({ where: {} });
		await send();
		wait(HOUR_MS);
		await send();
		expect([state.countRequests(POST), state.countRequests(OPEN)]).toEqual([1, 2]);
		expect(await listStates()).toEqual([
			[null, 'failed'],
			[null, 'failed'],
		]);
		expect(info.mock.calls.map(([details]) => Object.keys(details as object))).toEqual([
			['messageId', 'eventId', 'problem'],
			['messageId', 'eventId', 'problem'],
		]);
		expect(info.mock.calls.map(([details]) => (details as { problem: string }).problem)).toEqual([
			'Discord responded with 403',
			'status 400, code 50033',
		]);
		info.mockRestore();
	});

	test.each([
		['the token', { status: 401 }],
		['too many new conversations', { status: 403, code: 40_003 }],
		['an unknown reason', { status: 403, code: 0 }],
	])('that Discord refuses because of %s is kept; a question comes last', async (_, failure) => {
		const warn = vi.spyOn(log(), 'warn').mockImplementation(() => undefined);
		const [asked, told] = (await createUsers(2)) as [User, User];
		await Signup.destroy({ where: { userId: asked.id } });
		await addMessage(asked, { kind: 'nudge' });
		wait(1);
		await addMessage(told);
		state.fail({ route: OPEN, ...failure, times: 1 });
		await send();
		expect(state.countRequests(OPEN)).toBe(1);
		expect(warn.mock.calls.map(([details]) => Object.keys(details as object))).toEqual([
			['messageId', 'eventId', 'problem'],
		]);
		warn.mockRestore();
		wait(MINUTE_MS);
		await sendNextMessage({ now });
		expect([listMessages(asked).length, listMessages(told).length]).toEqual([0, 1]);
		await send();
		expect(listMessages(asked)).toHaveLength(1);
	});

	test('whose channel is limited waits, and the messages of other members are sent', async () => {
		const [limited, other] = [await createUser(), await createUser()];
		for (const user of [limited, other]) await addMessage(user);
		const { id } = state.channels.openDirectMessages(limited.discordId ?? '');
		state.fail({ route: POST, status: 429, retryAfter: 600, times: 1, id });
		const pause = { until: 0 };
		await send(pause);
		expect([limited, other].map((user) => listMessages(user).length)).toEqual([0, 1]);
		wait(599_000);
		await send(pause);
		expect(listMessages(limited)).toHaveLength(0);
		wait(1_000);
		await send(pause);
		expect([listMessages(limited).length, state.countRequests(POST)]).toEqual([1, 3]);
	});

	test('that is dropped while it is being sent is not posted', async () => {
		await addMessage(await createUser());
		state.fail({ route: OPEN, status: 429, retryAfter: 1, times: 1 });
		const sending = send();
		await vi.waitFor(() => expect(state.countRequests(OPEN)).toBe(1), 15_000);
		await rowsOf('direct_messages').update({ state: 'dropped' });
		await sending;
		expect([state.countRequests(POST), await listStates()]).toEqual([0, [[null, 'dropped']]]);
	});

	test.each([
		['after seconds, with its nonce', 5_000, 2],
		['after minutes, by looking for it', 10 * MINUTE_MS, 1],
	])('whose response was lost is not sent twice: %s', async (_, milliseconds, posts) => {
		const user = await createUser();
		await addMessage(user, { kind: 'cancelled' });
		await addMessage(user);
		await event.update({ status: 'cancelled' });
		state.fail({ route: POST, losesResponse: true, times: 1 });
		await send();
		expect([state.countRequests(OPEN), await rowsOf('direct_messages').count({ state: 'dropped' })]).toEqual([
			0, 0,
		]);
		await rowsOf('event_notices').update({ isDirty: false });
		await send();
		expect(await listStates()).toEqual([
			[null, 'pending'],
			[null, 'pending'],
		]);
		wait(milliseconds);
		await Promise.all([send(), send()]);
		expect(listMessages(user).map(({ content }) => content)).toEqual([
			'**Friday Clocktower** was cancelled.',
		]);
		expect(state.countRequests(POST)).toBe(posts);
		expect(await listStates()).toEqual([
			[null, 'sent'],
			[null, 'dropped'],
		]);
	});

	test('that never reached Discord is sent again some minutes later', async () => {
		const user = await createUser();
		await addMessage(user, { previousDate: LONG_AGO });
		state.fail({ route: POST, network: true, times: 1 });
		await send();
		wait(10 * MINUTE_MS);
		await send();
		expect(listMessages(user).map(({ embeds }) => embeds[0]?.fields?.[0]?.name)).toEqual(['Old time']);
	});

	test('waits for the end of quiet hours and for a rate limit; its channel is opened once', async () => {
		const from = now().toISOString().slice(11, 16);
		const to = new Date(Date.now() + HOUR_MS).toISOString().slice(11, 16);
		const user = await createUser({ quietHours: { from, to, timezone: 'UTC' } });
		await addMessage(user);
		await send();
		wait(59 * MINUTE_MS);
		await send();
		expect(state.countRequests(OPEN)).toBe(0);
		wait(MINUTE_MS);
		state.fail({ route: POST, status: 429, retryAfter: 1, times: 1 });
		await send();
		wait(1_000);
		await addMessage(user);
		await send();
		expect([listMessages(user).length, state.countRequests(OPEN)]).toEqual([2, 1]);
		// A channel that Discord no longer knows is opened again.
		state.channels.remove(state.channels.openDirectMessages(user.discordId ?? '').id);
		await addMessage(user);
		await send();
		expect([listMessages(user).length, state.countRequests(OPEN)]).toEqual([1, 2]);
	});

	test('a start is not reminded of twice after the event was moved to the past and back', async () => {
		const user = await createUser({ reminderMinutes: [60] });
		const start = event.date;
		await runAt(minutesBefore(60));
		expect(listMessages(user)).toHaveLength(1);
		await move(new Date(start.getTime() - 365 * DAY_MS));
		expect(await deleteFinishedMessages(now())).toBe(0);
		await move(start);
		await runAt(minutesBefore(50));
		expect(listMessages(user)).toHaveLength(1);
	});

	test('news of an event comes at most three times an hour, and the last state is told', async () => {
		const user = await createUser();
		await addMessage(user, { state: 'sent', sentAt: now() });
		wait(MINUTE_MS);
		for (const minutes of [1, 2])
			await addMessage(user, { state: 'sent', sentAt: new Date(Date.now() + minutes) });
		await addMessage(user);
		await send();
		expect(listMessages(user)).toHaveLength(0);
		wait(59 * MINUTE_MS);
		await send();
		expect(listMessages(user)).toHaveLength(1);
	});

	test('is kept until a week after the start', async () => {
		const user = await createUser();
		await addMessage(user, { state: 'sent' });
		const pending = await addMessage(user);
		expect(await deleteFinishedMessages(minutesBefore(-7 * 1_440))).toBe(0);
		expect(await deleteFinishedMessages(minutesBefore(-7 * 1_440 - 1))).toBe(1);
		expect((await rowsOf('direct_messages').list()).map(({ id }) => id)).toEqual([pending.id]);
	});

	test('that waits for a rate limit is left to another process when this one stops', async () => {
		const user = await createUser();
		await addMessage(user);
		state.fail({ route: OPEN, status: 429, retryAfter: 10, times: 1 });
		startMessaging({ now, pollMs: 5 });
		await vi.waitFor(() => expect(state.countRequests(OPEN)).toBe(1), 15_000);
		await stopMessaging(5_000);
		await send();
		expect(listMessages(user)).toHaveLength(1);
	});
});

describe('places', () => {
	const settle = async () => {
		await settleDueEvents(now());
		await send();
	};
	const lastText = (user: User) => listMessages(user).at(-1)?.content;

	test('who gets a place is told, with a way to give it up', async () => {
		await event.update({ capacity: 1 });
		const [first, second] = (await createUsers(2)) as [User, User];
		await settle();
		expect(listMessages(second)).toEqual([]);
		await Signup.destroy({ where: { userId: first.id } });
		await settle();
		expect(lastText(second)).toBe('**Friday Clocktower** has a place for you now.');
		const labels = listMessages(second)[0]?.components[0]?.components?.map(({ label }) => label);
		expect(labels).toEqual(['Give it up', 'Open in Townbell']);
		await settle();
		expect(listMessages(second)).toHaveLength(1);
	});

	test('an offer is sent to the first who is awake, and to the next when it ends', async () => {
		const quietHours = { from: '00:00', to: '23:00', timezone: 'UTC' };
		await event.update({ capacity: 1 });
		const [holder] = await createUsers(1);
		const [asleep] = await createUsers(1, { quietHours });
		const [off] = await createUsers(1, { notifications: false });
		const [first, second] = await createUsers(2);
		const [one, two] = [first as User, second as User];
		await settle();
		vi.setSystemTime(minutesBefore(5 * 60));
		await Signup.destroy({ where: { userId: holder?.id } });
		await settle();
		expect(lastText(one)).toMatch(
			/^\*\*Friday Clocktower\*\* has a free place. It is kept for you until <t:\d+:t>\.$/,
		);
		expect(listMessages(one)[0]?.components[0]?.components?.map(({ label }) => label)).toEqual([
			...['Take the place', 'No, thanks', 'Open in Townbell'],
		]);
		for (const user of [asleep, off, two]) expect(listMessages(user as User)).toEqual([]);
		wait(30 * MINUTE_MS);
		await settle();
		expect(lastText(two)).toContain('It is kept for you');
		const labelsOf = (user: User) =>
			listMessages(user).map(({ components }) => components[0]?.components?.map(({ label }) => label));
		expect(lastText(one)).toBe(
			"**Friday Clocktower** This offer has ended. You're number 4 on the waitlist.",
		);
		expect(labelsOf(one)).toEqual([['Open in Townbell']]);
		await Signup.update({ place: 'placed', offerExpiresAt: null }, { where: { userId: two.id } });
		await settle();
		expect(lastText(two)).toBe('**Friday Clocktower** You took the place.');
		expect(labelsOf(two)).toEqual([['Open in Townbell']]);
		expect(await rowsOf('direct_messages').count({ state: 'ended' })).toBe(2);
		expect([asleep, off].flatMap((user) => listMessages(user as User))).toEqual([]);
	});

	test('an offer at the time of another event that the user comes to says so', async () => {
		await event.update({ capacity: 1 });
		const [holder, waiting] = (await createUsers(2)) as [User, User];
		const other = await createEventRow({ title: 'Owls', date: event.date });
		await Signup.create({
			eventId: other.id,
			userId: waiting.id,
			status: 'confirmed',
			signupSource: 'webapp',
		});
		await settle();
		vi.setSystemTime(minutesBefore(5 * 60));
		await Signup.destroy({ where: { userId: holder.id } });
		await settle();
		expect(lastText(waiting)).toMatch(/until <t:\d+:t>\. You also come to \*\*Owls\*\* at the same time\.$/);
	});

	test('an offer that is gone before it is sent is dropped', async () => {
		await event.update({ capacity: 1 });
		const [holder, waiting] = (await createUsers(2)) as [User, User];
		await settle();
		vi.setSystemTime(minutesBefore(5 * 60));
		await Signup.destroy({ where: { userId: holder.id } });
		await settleDueEvents(now());
		await Signup.update({ status: 'declined' }, { where: { userId: waiting.id } });
		await send();
		expect(listMessages(waiting)).toEqual([]);
		expect(await rowsOf('direct_messages').list()).toMatchObject([{ kind: 'offered', state: 'dropped' }]);
	});
});
