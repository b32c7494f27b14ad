import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { ErasedId, type Event, Signup, User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow } from '~/seeds/factories.ts';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { getErasedId } from '~/server/secrets.ts';
import { createMemberUser, listStoredSignups, useGateway } from './use-gateway.ts';

const discord = useGateway({
	COMMUNITY_NAME: 'Candlewick Society',
	COMMUNITY_JOIN_URL: 'https://candlewick.example/join',
});
const { state, connect } = discord;
const { player, secondPlayer, noRole } = PERSONAS;
const COMMANDS = '/applications/{application_id}/guilds/{guild_id}/commands';
const FIRST_RESPONSE = 'POST /interactions/{interaction_id}/{interaction_token}/callback';

let nextEvent: Event;
beforeEach(async () => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
	nextEvent = await createEventRow({ title: 'Wednesday Blood', date: new Date(Date.now() + DAY_MS) });
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBeGreaterThan(1);
});

type Options = Record<string, string>;
const invokeBotc = (subcommand: string, options: Options = {}, userId: string = player.discordId) =>
	state.invokeCommand({ userId, command: 'botc', subcommand, options });
const readReply = async (...args: Parameters<typeof invokeBotc>) => (await invokeBotc(...args)).content;
const readSignups = (event = nextEvent) => listStoredSignups(event.id);
const ownSignup = (status: string) => ({ discordId: player.discordId, status, source: 'botc_command' });

test('next shows title, time, place, counts, own signup and link, only to the member', async () => {
	const { id: userId } = await createMemberUser(player.discordId);
	await createSignupRow({ eventId: nextEvent.id, userId, status: 'late' });
	const reply = await vi.waitFor(async () => {
		const current = await invokeBotc('next');
		expect(current).toMatchObject({ isEphemeral: true, wasDeferred: false });
		expect(current.respondedAfterMs).toBeLessThan(3_000);
		return current;
	}, 20_000);
	const seconds = Math.floor(nextEvent.date.getTime() / 1000);
	for (const part of [
		'**Wednesday Blood**',
		`<t:${seconds}:F>`,
		'Town square',
		'1 late',
		'Your signup: Late',
		`<http://localhost:3000/events/${nextEvent.id}>`,
	])
		expect(reply.content).toContain(part);
});

test('events lists the next five active events with the member’s own signups, only to the member', async () => {
	const { id: userId } = await createMemberUser(player.discordId);
	for (const [title, days, status] of [
		['Third', 3, 'active'],
		['Second', 2, 'active'],
		['Cancelled', 2, 'cancelled'],
		['Started', -0.01, 'active'],
		['Fourth', 4, 'active'],
		['Sixth', 6, 'active'],
		['Fifth', 5, 'active'],
	] as const) {
		const event = await createEventRow({ title, status, date: new Date(Date.now() + days * DAY_MS) });
		if (title === 'Third') await createSignupRow({ eventId: event.id, userId, status: 'declined' });
	}
	const { content, isEphemeral } = await invokeBotc('events');
	expect(isEphemeral).toBe(true);
	const shown = content.split('\n\n').map((paragraph) => paragraph.split('\n'));
	const none = "You haven't signed up yet.";
	expect(shown.map(([title, , ownSignup]) => [title, ownSignup])).toEqual([
		['**Wednesday Blood**', none],
		['**Second**', none],
		['**Third**', 'Your signup: Declined'],
		['**Fourth**', none],
		['**Fifth**', none],
	]);
});

test('groups and next say where the member sits, and groups prefers events within the next 24 hours', async () => {
	const { id: userId } = await createMemberUser(player.discordId);
	const addGroup = async (event: Event, { isSeated = true } = {}) => {
		const group = await rowsOf('groups').insert({
			eventId: event.id,
			clientId: 'a',
			name: event.title,
			position: 0,
		});
		await createSignupRow({ eventId: event.id, userId });
		if (isSeated)
			await rowsOf('group_players').insert({ groupId: group.id, eventId: event.id, userId, position: 0 });
	};
	const createEvent = (title: string, hours: number, status: 'active' | 'cancelled' = 'active') =>
		createEventRow({ title, status, duration: 180, date: new Date(Date.now() + hours * HOUR_MS) });
	const readSeat = async () => (await readReply('groups')).split('\n').at(-2);
	await nextEvent.update({ date: new Date(Date.now() + 20 * HOUR_MS) });
	for (const ignored of [await createEvent('Ended', -4), await createEvent('Cancelled', 1, 'cancelled')]) {
		await addGroup(ignored);
	}
	await addGroup(await createEvent('Next month', 700));
	expect(await readSeat()).toBe('No groups are saved for **Wednesday Blood** yet.');
	expect(await readReply('next')).not.toContain('You are in');
	await addGroup(await createEvent('Full', 22), { isSeated: false });
	expect(await readSeat()).toBe('You have no seat in the groups for **Full**.');
	await addGroup(nextEvent);
	expect(await readSeat()).toBe('You are in **Wednesday Blood**, seat 1');
	expect(await readReply('next')).toContain('\nYou are in **Wednesday Blood**, seat 1\n<');
	await addGroup(await createEvent('Sooner, without a seat', 19), { isSeated: false });
	expect(await readSeat()).toBe('You are in **Wednesday Blood**, seat 1');
	await addGroup(await createEvent('Running', -2));
	const { content, isEphemeral } = await invokeBotc('groups');
	expect(isEphemeral).toBe(true);
	expect(content).toMatch(
		/^\*\*Running\*\*\n<t:\d+:F> \(<t:\d+:R>\)\nYou are in \*\*Running\*\*, seat 1\n<http/,
	);
	expect(await readReply('groups', {}, secondPlayer.discordId)).toContain(
		'You have no seat in the groups for',
	);
});

test('reading creates no user', async () => {
	expect(await readReply('next')).toContain("You haven't signed up yet");
	expect(await readReply('events')).toContain("You haven't signed up yet");
	expect(await readReply('groups')).toContain('No groups are saved for');
	expect(await readReply('leave')).toBe("You aren't signed up for “Wednesday Blood”.");
	expect(await readReply('signup', { event: 'no such event' })).toContain('No upcoming event matches');
	expect(await User.count()).toBe(0);
});

test('reports that no event is planned', async () => {
	await nextEvent.destroy();
	for (const subcommand of ['next', 'events', 'groups', 'signup', 'leave'])
		expect(await readReply(subcommand)).toBe('No games are planned yet.');
});

test('a new member gets a user and an unlinked signup, and only one of each', async () => {
	expect(await readReply('signup')).toContain('Your signup for **Wednesday Blood**: Confirmed.');
	const reply = await invokeBotc('signup', { status: 'late', notes: '  after\u0000 work ' });
	expect(reply.content).toContain('Late.');
	expect(reply.content).toContain('How late will you be?');
	expect(reply.components[0]?.components?.map(({ label }) => label)).toContain('15 minutes');
	expect(await readSignups()).toEqual([ownSignup('late')]);
	const user = await User.findOne({ rejectOnEmpty: true });
	expect(user).toMatchObject({ discordId: player.discordId, role: 'player', firstSignedInAt: null });
	expect(await Signup.findOne()).toMatchObject({ notes: 'after work', linkedAt: null });
});

test('a signup of a signed-in user is linked and replaces the earlier one', async () => {
	const { id: userId } = await createMemberUser(player.discordId);
	await createSignupRow({ eventId: nextEvent.id, userId, notes: 'I bring cake', linkedAt: null });
	await readReply('signup', { status: 'tentative' });
	expect(await readSignups()).toEqual([ownSignup('tentative')]);
	const signup = await Signup.findOne({ rejectOnEmpty: true });
	expect(signup.notes).toBe('I bring cake');
	expect(signup.linkedAt).not.toBeNull();
});

test('leave removes the signup', async () => {
	await readReply('signup');
	expect(await readReply('leave')).toContain("You're no longer signed up for **Wednesday Blood**");
	expect(await readSignups()).toEqual([]);
});

test('finds an event by a part of its title or by its id', async () => {
	const laterEvent = await createEventRow({
		title: 'Saturday Blood',
		date: new Date(Date.now() + 3 * DAY_MS),
	});
	await readReply('signup', { event: 'saturday' });
	expect(await readSignups(laterEvent)).toEqual([ownSignup('confirmed')]);
	await readReply('signup', { event: laterEvent.id, status: 'declined' });
	expect(await readSignups(laterEvent)).toEqual([ownSignup('declined')]);
	expect(await readReply('signup', { event: 'blood' })).toContain('“Wednesday Blood”, “Saturday Blood”');
	expect(await readReply('signup', { event: 'Sunday' })).toBe('No upcoming event matches “Sunday”.');
	await readReply('leave', { event: 'saturday' });
	expect([await readSignups(), await readSignups(laterEvent)]).toEqual([[], []]);
});

test('the list of matching events fits into a Discord message', async () => {
	for (let number = 0; number < 5; number += 1)
		await createEventRow({ title: `${number}${'*'.repeat(199)}`, date: new Date(Date.now() + DAY_MS) });
	expect(await readReply('signup', { event: '*' })).toMatch(
		/^Several upcoming events match: “0\\\*.*type more/,
	);
});

test.each([
	['cancelled', 'This event was cancelled, so signups are closed.'],
	['completed', 'This event is over, so signups are closed.'],
] as const)('a %s event refuses a signup, and lets a member leave', async (status, text) => {
	const closedEvent = await createEventRow({ title: 'Closed', status, date: new Date(Date.now() + HOUR_MS) });
	for (const event of ['closed', closedEvent.id]) {
		expect(await readReply('signup', { event })).toBe(text);
		expect(await readReply('leave', { event })).toBe("You aren't signed up for “Closed”.");
	}
	expect(await readSignups(closedEvent)).toEqual([]);
	const { id: userId } = await User.findOne({ rejectOnEmpty: true });
	await createSignupRow({ eventId: closedEvent.id, userId });
	expect(await readReply('leave', { event: 'closed' })).toContain(
		"You're no longer signed up for **Closed**",
	);
	expect(await readSignups(closedEvent)).toEqual([]);
});

test('without the required role the reply only says how to join', async () => {
	for (const subcommand of ['next', 'events', 'groups', 'signup', 'leave']) {
		const reply = await invokeBotc(subcommand, {}, noRole.discordId);
		expect(reply.isEphemeral).toBe(true);
		expect(reply.content).toBe(
			'Game nights are for the members of Candlewick Society. To join: <https://candlewick.example/join>',
		);
	}
	expect([await User.count(), await Signup.count()]).toEqual([0, 0]);
});

test('the role is checked at the time of the command', async () => {
	await readReply('next');
	state.setRoles(player.discordId, []);
	expect(await readReply('signup')).toContain('To join: <');
	state.setRoles(player.discordId, [DEMO_GUILD.requiredRoleId]);
	expect(await readReply('signup')).toContain('Confirmed');
});

test('an erased user is asked to sign in', async () => {
	await ErasedId.create({ discordIdHmac: getErasedId(player.discordId) });
	expect(await readReply('signup')).toContain(
		'Your account was deleted. To use this command again, sign in once at <http://localhost:3000>',
	);
	expect(await User.count()).toBe(0);
});

test('titles are escaped and mention no member', async () => {
	await nextEvent.update({ title: '**@everyone** <@1> [x](https://evil.example)' });
	const { content } = await invokeBotc('next');
	expect(content).toContain('\\*\\*@\u200beveryone\\*\\* \\<@1> \\[x\\](https:\\//evil.example)');
	expect(state.requests.some(({ route }) => route.startsWith('POST /interactions/'))).toBe(true);
});

test('ten members at once', async () => {
	const members = state.addMembers(10);
	await Promise.all(members.map(({ discordId }) => readReply('signup', {}, discordId)));
	expect(await readSignups()).toHaveLength(10);
});

test('with a slow database the reply is deferred within three seconds', async () => {
	const blocker = new pg.Client({ connectionString: discord.db.url });
	await blocker.connect();
	const signUpSlowly = async () => {
		await blocker.query('BEGIN; LOCK TABLE signups');
		const responseCount = state.countRequests(FIRST_RESPONSE);
		const pendingReply = invokeBotc('signup');
		await expect.poll(() => state.countRequests(FIRST_RESPONSE)).toBe(responseCount + 1);
		await blocker.query('COMMIT');
		return pendingReply;
	};
	try {
		// The machine may pause, so the command is sent again until one response is in time.
		const reply = await vi.waitFor(async () => {
			const current = await signUpSlowly();
			expect(current.respondedAfterMs).toBeLessThan(3_000);
			return current;
		}, 20_000);
		expect(reply).toMatchObject({ isEphemeral: true, wasDeferred: true });
		expect(reply.content).toContain('Confirmed');
	} finally {
		await blocker.end();
	}
});

test('an internal error is reported without details', async () => {
	await database().query('ALTER TABLE events RENAME COLUMN title TO heading');
	try {
		expect(await readReply('next')).toBe('Something went wrong on our side. Please try again.');
	} finally {
		await database().query('ALTER TABLE events RENAME COLUMN heading TO title');
	}
	expect(await readReply('next', {}, secondPlayer.discordId)).toContain('Wednesday Blood');
});

test('the command is registered once, and again when Discord’s copy differs', async () => {
	const countRegistrations = () => state.countRequests(`PUT ${COMMANDS}`);
	expect(countRegistrations()).toBe(1);
	discord.gateway.deleteSessions();
	await expect.poll(() => discord.gateway.identifies, { timeout: 20_000 }).toBe(2);
	await expect.poll(() => state.countRequests(`GET ${COMMANDS}`)).toBe(2);
	expect(countRegistrations()).toBe(1);
	const [command] = state.interactions.commands;
	if (command) command.description = 'Changed';
	discord.gateway.deleteSessions();
	await expect.poll(countRegistrations, { timeout: 20_000 }).toBe(2);
	expect(state.interactions.commands[0]?.description).not.toBe('Changed');
});
