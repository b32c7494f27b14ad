import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { database } from '~/database/connection.ts';
import { ErasedId, type Event, Signup, User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { makeEvent, makeSignup } from '~/seeds/factories.ts';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { erasedIdOf } from '~/server/discord/erased-id.ts';
import { listAnswers, makeMember, useGateway } from './use-gateway.ts';

const discord = useGateway({
	COMMUNITY_NAME: 'Candlewick Society',
	COMMUNITY_JOIN_URL: 'https://candlewick.example/join',
});
const { state, connect } = discord;
const { player, secondPlayer, noRole } = PERSONAS;
const COMMANDS = '/applications/{application_id}/guilds/{guild_id}/commands';
const FIRST_ANSWER = 'POST /interactions/{interaction_id}/{interaction_token}/callback';

let next: Event;
beforeEach(async () => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstAnswerMs = 20_000;
	next = await makeEvent({ title: 'Wednesday Blood', date: new Date(Date.now() + DAY_MS) });
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBe(1);
});

type Options = Record<string, string>;
const type = (subcommand: string, options: Options = {}, personId: string = player.discordId) =>
	state.invokeCommand({ personId, command: 'botc', subcommand, options });
const say = async (...typed: Parameters<typeof type>) => (await type(...typed)).content;
const answers = (event = next) => listAnswers(event.id);
const own = (status: string) => ({ discordId: player.discordId, status, source: 'botc_command' });

test('next: title, time, place, counts, own answer and link, seen by the member only', async () => {
	const { id: userId } = await makeMember(player.discordId);
	await makeSignup({ eventId: next.id, userId, status: 'late' });
	const reply = await vi.waitFor(async () => {
		const seen = await type('next');
		expect(seen).toMatchObject({ isEphemeral: true, wasDeferred: false });
		expect(seen.answeredAfterMs).toBeLessThan(3_000);
		return seen;
	}, 20_000);
	const seconds = Math.floor(next.date.getTime() / 1000);
	for (const part of [
		'**Wednesday Blood**',
		`<t:${seconds}:F>`,
		'Town square',
		'1 late',
		'Your answer: Late',
		`<http://localhost:3000/events/${next.id}>`,
	])
		expect(reply.content).toContain(part);
});

test('who only looks is not made known', async () => {
	expect(await say('next')).toContain('You have not answered yet');
	expect(await say('leave')).toBe('You have no answer for “Wednesday Blood”.');
	expect(await User.count()).toBe(0);
});

test('nothing planned', async () => {
	await next.destroy();
	for (const subcommand of ['next', 'signup', 'leave'])
		expect(await say(subcommand)).toBe('No game is planned yet.');
});

test('somebody who never signed in gets a row and an unlinked signup, twice the same one', async () => {
	expect(await say('signup')).toContain('Your answer for **Wednesday Blood**: Confirmed.');
	expect(await say('signup', { status: 'late', notes: '  after\u0000 work ' })).toContain('Late.');
	expect(await answers()).toEqual([own('late')]);
	const user = await User.findOne({ rejectOnEmpty: true });
	expect(user).toMatchObject({ discordId: player.discordId, role: 'player', firstSignedInAt: null });
	expect(await Signup.findOne()).toMatchObject({ notes: 'after work', linkedAt: null });
});

test('an answer of somebody who has signed in is linked, and replaces the one that they gave before', async () => {
	const { id: userId } = await makeMember(player.discordId);
	await makeSignup({ eventId: next.id, userId, notes: 'I bring cake', linkedAt: null });
	await say('signup', { status: 'tentative' });
	expect(await answers()).toEqual([own('tentative')]);
	const signup = await Signup.findOne({ rejectOnEmpty: true });
	expect(signup.notes).toBe('I bring cake');
	expect(signup.linkedAt).not.toBeNull();
});

test('leave takes the answer back', async () => {
	await say('signup');
	expect(await say('leave')).toContain('**Wednesday Blood** is taken back');
	expect(await answers()).toEqual([]);
});

test('an event is named by a part of its title or by its number', async () => {
	const later = await makeEvent({ title: 'Saturday Blood', date: new Date(Date.now() + 3 * DAY_MS) });
	await say('signup', { event: 'saturday' });
	expect(await answers(later)).toEqual([own('confirmed')]);
	await say('signup', { event: later.id, status: 'declined' });
	expect(await answers(later)).toEqual([own('declined')]);
	expect(await say('signup', { event: 'blood' })).toContain('“Wednesday Blood”, “Saturday Blood”');
	expect(await say('signup', { event: 'Sunday' })).toBe('No upcoming event is called “Sunday”.');
	await say('leave', { event: 'saturday' });
	expect([await answers(), await answers(later)]).toEqual([[], []]);
});

test.each([
	['cancelled', 'This event was cancelled; sign-up is closed.'],
	['completed', 'This event is over; sign-up is closed.'],
] as const)('an event that is %s answers with the refusal’s text', async (status, text) => {
	const closed = await makeEvent({ title: 'Closed', status, date: new Date(Date.now() + HOUR_MS) });
	for (const event of ['closed', closed.id]) {
		expect(await say('signup', { event })).toBe(text);
		expect(await say('leave', { event })).toBe(text);
	}
	expect(await answers(closed)).toEqual([]);
});

test('without the required role: how to join, and nothing else', async () => {
	for (const subcommand of ['next', 'signup', 'leave']) {
		const reply = await type(subcommand, {}, noRole.discordId);
		expect(reply.isEphemeral).toBe(true);
		expect(reply.content).toBe(
			'Game nights are for the members of Candlewick Society. This is how to join: <https://candlewick.example/join>',
		);
	}
	expect([await User.count(), await Signup.count()]).toEqual([0, 0]);
});

test('the role counts as it is in the moment of the command', async () => {
	await say('next');
	state.setRoles(player.discordId, []);
	expect(await say('signup')).toContain('how to join');
	state.setRoles(player.discordId, [DEMO_GUILD.requiredRoleId]);
	expect(await say('signup')).toContain('Confirmed');
});

test('an erased person is asked to sign in', async () => {
	await ErasedId.create({ discordIdHmac: erasedIdOf(player.discordId) });
	expect(await say('signup')).toContain(
		'Your account was deleted. Please sign in once at <http://localhost:3000>',
	);
	expect(await User.count()).toBe(0);
});

test('titles are shown as typed and mention nobody', async () => {
	await next.update({ title: '**@everyone** <@1> [x](https://evil.example)' });
	const { content } = await type('next');
	expect(content).toContain('\\*\\*@everyone\\*\\* \\<@1> \\[x\\](https:\\//evil.example)');
	expect(state.requests.some(({ route }) => route.startsWith('POST /interactions/'))).toBe(true);
});

test('ten members at once', async () => {
	const people = state.addMembers(10);
	await Promise.all(people.map(({ discordId }) => say('signup', {}, discordId)));
	expect(await answers()).toHaveLength(10);
});

test('a slow database: “thinking…” within Discord’s three seconds, then the answer', async () => {
	const blocker = new pg.Client({ connectionString: discord.db.url });
	await blocker.connect();
	const ask = async () => {
		await blocker.query('BEGIN; LOCK TABLE signups');
		const answered = state.countRequests(FIRST_ANSWER);
		const replied = type('signup');
		await expect.poll(() => state.countRequests(FIRST_ANSWER)).toBe(answered + 1);
		await blocker.query('COMMIT');
		return replied;
	};
	try {
		// The machine may pause, so the command is sent again until one response is in time.
		const reply = await vi.waitFor(async () => {
			const seen = await ask();
			expect(seen.answeredAfterMs).toBeLessThan(3_000);
			return seen;
		}, 20_000);
		expect(reply).toMatchObject({ isEphemeral: true, wasDeferred: true });
		expect(reply.content).toContain('Confirmed');
	} finally {
		await blocker.end();
	}
});

test('a fault of ours is told without its story', async () => {
	await database().query('ALTER TABLE events RENAME COLUMN title TO heading');
	try {
		expect(await say('next')).toBe('Something went wrong on our side. Please try again.');
	} finally {
		await database().query('ALTER TABLE events RENAME COLUMN heading TO title');
	}
	expect(await say('next', {}, secondPlayer.discordId)).toContain('Wednesday Blood');
});

test('the command is registered once, and again when Discord has another', async () => {
	const registered = () => state.countRequests(`PUT ${COMMANDS}`);
	expect(registered()).toBe(1);
	discord.gateway.forgetSessions();
	await expect.poll(() => discord.gateway.identifies, { timeout: 20_000 }).toBe(2);
	await expect.poll(() => state.countRequests(`GET ${COMMANDS}`)).toBe(2);
	expect(registered()).toBe(1);
	const [command] = state.interactions.commands;
	if (command) command.description = 'Changed';
	discord.gateway.forgetSessions();
	await expect.poll(registered, { timeout: 20_000 }).toBe(2);
	expect(state.interactions.commands[0]?.description).not.toBe('Changed');
});
