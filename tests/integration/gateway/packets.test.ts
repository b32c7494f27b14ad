import { beforeEach, expect, test } from 'vitest';
import { DiscordMirror, ErasedId, type Event, Session, Signup, User } from '~/database/models/index.ts';
import { makeSignup } from '~/seeds/factories.ts';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { erasedIdOf } from '~/server/discord/erased-id.ts';
import { stopGateway } from '~/server/gateway/start-gateway.ts';
import {
	countPeople,
	countSignups,
	listAnswers,
	makeMember,
	makeMirrored,
	readMirror,
	startSession,
	useGateway,
} from './use-gateway.ts';

const discord = useGateway();
const { state, gateway, connect } = discord;
const { player, secondPlayer, creator } = PERSONAS;
const ADD = 'GUILD_SCHEDULED_EVENT_USER_ADD';
const REMOVE = 'GUILD_SCHEDULED_EVENT_USER_REMOVE';
const UPDATE = 'GUILD_SCHEDULED_EVENT_UPDATE';
const DELETE = 'GUILD_SCHEDULED_EVENT_DELETE';
const UNKNOWN = '900000000000000001';

let event: Event;
let discordEventId: string;
beforeEach(async () => {
	({ event, discordEventId } = await makeMirrored(discord));
});

const interest = (user_id: string, guild_scheduled_event_id = discordEventId) => ({
	guild_scheduled_event_id,
	user_id,
	guild_id: DEMO_GUILD.guildId,
});
const change = (status: number, id = discordEventId, guild_id: string = DEMO_GUILD.guildId) => ({
	id,
	guild_id,
	status,
	name: 'Another name',
	scheduled_start_time: '2031-01-01T00:00:00Z',
});
const thrice = (t: string, d: unknown) => {
	for (let time = 0; time < 3; time += 1) gateway.send(t, d);
};
const signups = () => listAnswers(event.id);
const fromDiscord = (discordId: string) => ({ discordId, status: 'confirmed', source: 'discord' });

/**
 * Waits until every packet so far was handled: sends one more, waits for its effect, and stops the gateway.
 */
async function settle(): Promise<void> {
	const marker = await makeMirrored(discord);
	await makeMember(creator.discordId);
	gateway.send(ADD, interest(creator.discordId, marker.discordEventId));
	await expect.poll(() => listAnswers(marker.event.id)).toHaveLength(1);
	await stopGateway();
	await marker.event.destroy();
	await User.destroy({ where: { discordId: creator.discordId } });
}

test('interest becomes a signup and a person, once, however often it is told', async () => {
	await connect();
	thrice(ADD, interest(player.discordId));
	await settle();
	expect(await signups()).toEqual([fromDiscord(player.discordId)]);
	const user = await User.findOne({ where: { discordId: player.discordId }, rejectOnEmpty: true });
	expect(user).toMatchObject({ username: player.username, role: 'player', firstSignedInAt: null });
	const [signup] = await Signup.findAll();
	expect(signup).toMatchObject({ notes: 'Signed up via Discord', linkedAt: null });
});

test('who is known is not asked after; their signup is their own', async () => {
	await makeMember(player.discordId);
	await connect();
	thrice(ADD, interest(player.discordId));
	await settle();
	expect((await Signup.findOne({ rejectOnEmpty: true })).linkedAt).not.toBeNull();
	expect(state.countRequests('GET /guilds/{guild_id}/members/{user_id}')).toBe(0);
});

test('interest that is lost takes the signup along; told thrice, and before it was told of', async () => {
	await connect();
	thrice(REMOVE, interest(secondPlayer.discordId));
	thrice(ADD, interest(player.discordId));
	thrice(REMOVE, interest(player.discordId));
	await settle();
	expect(await signups()).toEqual([]);
});

test.each(['webapp', 'botc_command'] as const)(
	'an answer by %s stays whatever Discord says',
	async (source) => {
		const { id: userId } = await makeMember(player.discordId);
		await makeSignup({ eventId: event.id, userId, status: 'declined', signupSource: source });
		await connect();
		thrice(ADD, interest(player.discordId));
		thrice(REMOVE, interest(player.discordId));
		await settle();
		expect(await signups()).toEqual([{ discordId: player.discordId, status: 'declined', source }]);
	},
);

test('people and events that nobody knows, packets of other servers and in other forms: nothing, and no crash', async () => {
	await connect();
	thrice(ADD, interest(UNKNOWN));
	thrice(ADD, interest(player.discordId, UNKNOWN));
	thrice(ADD, interest(DEMO_GUILD.botUserId));
	thrice(ADD, { ...interest(player.discordId), guild_id: UNKNOWN });
	thrice(ADD, { guild_id: DEMO_GUILD.guildId });
	thrice(REMOVE, interest(UNKNOWN, UNKNOWN));
	thrice(UPDATE, change(4, UNKNOWN));
	thrice(UPDATE, change(4, discordEventId, UNKNOWN));
	thrice(UPDATE, change(7));
	thrice(DELETE, change(1, UNKNOWN));
	thrice(DELETE, change(1, discordEventId, UNKNOWN));
	thrice('GUILD_MEMBER_REMOVE', { guild_id: DEMO_GUILD.guildId, user: { id: UNKNOWN } });
	await settle();
	expect([await countPeople(), await countSignups()]).toEqual([0, 0]);
	expect(await event.reload()).toMatchObject({ status: 'active', discordEventId });
});

test('who was erased is not brought back', async () => {
	await ErasedId.create({ discordIdHmac: erasedIdOf(player.discordId) });
	await connect();
	thrice(ADD, interest(player.discordId));
	await settle();
	expect([await countPeople(), await countSignups()]).toEqual([0, 0]);
});

test.each(['cancelled', 'completed'] as const)(
	'an event that is %s takes and loses nobody',
	async (status) => {
		const { id: userId } = await makeMember(secondPlayer.discordId);
		await makeSignup({ eventId: event.id, userId, signupSource: 'discord' });
		await event.update({ status });
		await connect();
		thrice(ADD, interest(player.discordId));
		thrice(REMOVE, interest(secondPlayer.discordId));
		await settle();
		expect(await signups()).toEqual([fromDiscord(secondPlayer.discordId)]);
		// No member is looked up needlessly either.
		expect(state.countRequests('GET /guilds/{guild_id}/members/{user_id}')).toBe(0);
	},
);

test.each([
	[2, 'active', 1],
	[3, 'completed', 1],
	[4, 'cancelled', 2],
])('status %i of Discord makes ours %s; nothing else flows in', async (remote, status, version) => {
	const { title, date } = event;
	await connect();
	thrice(UPDATE, change(remote));
	await settle();
	await event.reload();
	expect(event).toMatchObject({ status, version, title, date });
	expect(await readMirror(event.id)).toMatchObject({ discordStatus: remote, state: 'synced' });
});

test('statuses out of order: what ended stays ended', async () => {
	await connect();
	for (const status of [4, 1, 2, 3]) gateway.send(UPDATE, change(status));
	await settle();
	expect((await event.reload()).status).toBe('cancelled');
	expect((await readMirror(event.id)).discordStatus).toBe(4);
});

test('the echo of our own change, and one that comes while a change of ours is on its way, change nothing', async () => {
	// The app cancelled the event, sent that to Discord, and reinstated it before the packet arrived.
	await DiscordMirror.update({ discordStatus: 4 }, { where: { eventId: event.id } });
	await connect();
	thrice(UPDATE, change(4));
	const other = await makeMirrored(discord);
	await DiscordMirror.update({ state: 'pending' }, { where: { eventId: other.event.id } });
	thrice(UPDATE, change(3, other.discordEventId));
	await settle();
	expect((await event.reload()).status).toBe('active');
	expect((await other.event.reload()).status).toBe('active');
	expect((await readMirror(other.event.id)).discordStatus).toBe(1);
});

test('packets about an earlier event of Discord’s are not about ours', async () => {
	const { discordEventId: later } = await makeMirrored(discord).then(async (replacement) => {
		await replacement.event.destroy();
		await DiscordMirror.destroy({ where: { eventId: replacement.event.id } });
		return replacement;
	});
	await DiscordMirror.update({ discordEventId: later }, { where: { eventId: event.id } });
	await event.update({ discordEventId: later });
	await connect();
	thrice(ADD, interest(player.discordId));
	thrice(UPDATE, change(4));
	thrice(DELETE, change(4));
	await settle();
	expect(await signups()).toEqual([]);
	expect((await event.reload()).status).toBe('active');
	expect(await readMirror(event.id)).toMatchObject({ discordEventId: later, state: 'synced' });
});

test('an event deleted on Discord is unlinked and the night stays, with its signups', async () => {
	const { id: userId } = await makeMember(player.discordId);
	await makeSignup({ eventId: event.id, userId, signupSource: 'discord' });
	await connect();
	thrice(DELETE, change(1));
	gateway.send(REMOVE, interest(player.discordId));
	await settle();
	expect(await event.reload()).toMatchObject({ status: 'active', discordEventId: null });
	expect(await readMirror(event.id)).toMatchObject({
		state: 'deleted',
		error: 'Discord event was deleted',
		discordEventId: null,
	});
	expect(await signups()).toHaveLength(1);
});

test('one that we are deleting ourselves is not marked as deleted by others', async () => {
	await DiscordMirror.update({ wanted: 'absent', state: 'pending' }, { where: { eventId: event.id } });
	await connect();
	thrice(DELETE, change(1));
	await settle();
	expect(await readMirror(event.id)).toMatchObject({ state: 'pending', discordEventId });
});

test('who loses the role or leaves is signed out at once; names are not touched', async () => {
	const [first, second, third] = [
		await makeMember(player.discordId),
		await makeMember(secondPlayer.discordId),
		await makeMember(PERSONAS.storyteller.discordId),
	];
	await third.update({ preferredUsername: 'Typed', preferredUsernameSource: 'owner' });
	for (const { id } of [first, second, third]) await startSession(id);
	await connect();
	state.setRoles(player.discordId, []);
	state.leaveGuild(secondPlayer.discordId);
	state.setNickname(PERSONAS.storyteller.discordId, 'Of the server');
	await settle();
	expect((await Session.findAll()).map(({ userId }) => userId)).toEqual([third.id]);
	expect((await first.reload()).membershipLostAt).not.toBeNull();
	expect(await third.reload()).toMatchObject({ preferredUsername: 'Typed', membershipLostAt: null });
	expect((await third.reload()).membershipCheckedAt).not.toBeNull();
});

test('a role that comes back is known', async () => {
	const user = await makeMember(player.discordId);
	await user.update({ membershipLostAt: new Date() });
	state.setRoles(player.discordId, []);
	await connect();
	state.setRoles(player.discordId, [DEMO_GUILD.requiredRoleId]);
	await settle();
	expect((await user.reload()).membershipLostAt).toBeNull();
});

test('a burst of three hundred packets is carried out, with connections to spare', {
	timeout: 120_000,
}, async () => {
	const people = state.addMembers(300).map(({ discordId, username }) => ({ discordId, username }));
	await User.bulkCreate(people);
	await connect();
	for (const { discordId } of people) gateway.send(ADD, interest(discordId));
	const visits = Promise.all(Array.from({ length: 20 }, () => countPeople()));
	await expect.poll(countSignups, { timeout: 90_000 }).toBe(300);
	expect(await visits).toHaveLength(20);
});

test('a person whom Discord does not want to tell of just now is asked after again', async () => {
	state.fail({ route: 'GET /guilds/{guild_id}/members/{user_id}', status: 429, retryAfter: 1, times: 1 });
	await connect();
	gateway.send(ADD, interest(player.discordId));
	await expect.poll(signups).toEqual([fromDiscord(player.discordId)]);
});

test('a person whom Discord cannot be asked after is left to the next reconcile', async () => {
	state.fail({ route: 'GET /guilds/{guild_id}/members/{user_id}', status: 500 });
	await connect();
	thrice(ADD, interest(player.discordId));
	await settle();
	expect(await signups()).toEqual([]);
});
