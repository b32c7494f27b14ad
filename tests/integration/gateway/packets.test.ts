import { beforeEach, expect, test } from 'vitest';
import {
	DiscordMirror,
	ErasedId,
	type Event,
	Session,
	Setting,
	Signup,
	User,
} from '~/database/models/index.ts';
import { one } from '~/database/sql.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import { createSignupRow } from '~/seeds/factories.ts';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { stopGateway } from '~/server/gateway/start-gateway.ts';
import { getErasedId } from '~/server/secrets.ts';
import { HIDDEN_CHANNEL_ID, TEXT_CHANNEL_ID, VOICE_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { MENTIONABLE_ROLE_ID } from '~/tests/mocks/discord/objects.ts';
import {
	countSignups,
	countUsers,
	createGatewaySession,
	createMemberUser,
	insertMirroredEvent,
	listStoredSignups,
	readMirror,
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
	({ event, discordEventId } = await insertMirroredEvent(discord));
});

const makeInterestPacket = (user_id: string, guild_scheduled_event_id = discordEventId) => ({
	guild_scheduled_event_id,
	user_id,
	guild_id: DEMO_GUILD.guildId,
});
const makeUpdatePacket = (status: number, id = discordEventId, guild_id: string = DEMO_GUILD.guildId) => ({
	id,
	guild_id,
	status,
	name: 'Another name',
	entity_type: 3,
	scheduled_start_time: event.date.toISOString(),
	scheduled_end_time: new Date(event.date.getTime() + 3 * HOUR_MS).toISOString(),
});
const sendThrice = (t: string, d: unknown) => {
	for (let time = 0; time < 3; time += 1) gateway.send(t, d);
};
const readSignups = () => listStoredSignups(event.id);
const countChanges = async () =>
	(
		await one<{ count: number }>(
			'SELECT count(*)::int AS count FROM event_changes WHERE event_id IN (0, :eventId)',
			{
				eventId: event.id,
			},
		)
	)?.count ?? 0;
const makeDiscordSignup = (discordId: string) => ({ discordId, status: 'confirmed', source: 'discord' });

/**
 * Waits until every packet so far was handled: sends one more, waits for its effect, and stops the gateway.
 */
async function handleAllAndStop(): Promise<void> {
	const marker = await insertMirroredEvent(discord);
	await createMemberUser(creator.discordId);
	gateway.send(ADD, makeInterestPacket(creator.discordId, marker.discordEventId));
	await expect.poll(() => listStoredSignups(marker.event.id)).toHaveLength(1);
	await stopGateway();
	await marker.event.destroy();
	await User.destroy({ where: { discordId: creator.discordId } });
}

test('repeated interest creates one signup and one user', async () => {
	await connect();
	sendThrice(ADD, makeInterestPacket(player.discordId));
	await handleAllAndStop();
	expect(await readSignups()).toEqual([makeDiscordSignup(player.discordId)]);
	const user = await User.findOne({ where: { discordId: player.discordId }, rejectOnEmpty: true });
	expect(user).toMatchObject({ username: player.username, role: 'player', firstSignedInAt: null });
	const [signup] = await Signup.findAll();
	expect(signup).toMatchObject({ notes: 'Signed up via Discord', linkedAt: null });
});

test('a known user is not looked up, and the signup is linked', async () => {
	await createMemberUser(player.discordId);
	await connect();
	sendThrice(ADD, makeInterestPacket(player.discordId));
	await handleAllAndStop();
	expect((await Signup.findOne({ rejectOnEmpty: true })).linkedAt).not.toBeNull();
	expect(state.countRequests('GET /guilds/{guild_id}/members/{user_id}')).toBe(0);
});

test('lost interest deletes the signup, even when repeated or sent first', async () => {
	await connect();
	sendThrice(REMOVE, makeInterestPacket(secondPlayer.discordId));
	sendThrice(ADD, makeInterestPacket(player.discordId));
	sendThrice(REMOVE, makeInterestPacket(player.discordId));
	await handleAllAndStop();
	expect(await readSignups()).toEqual([]);
});

test.each(['webapp', 'botc_command'] as const)(
	'a signup by %s is not changed by interest',
	async (source) => {
		const { id: userId } = await createMemberUser(player.discordId);
		await createSignupRow({ eventId: event.id, userId, status: 'declined', signupSource: source });
		await connect();
		sendThrice(ADD, makeInterestPacket(player.discordId));
		sendThrice(REMOVE, makeInterestPacket(player.discordId));
		await handleAllAndStop();
		expect(await readSignups()).toEqual([{ discordId: player.discordId, status: 'declined', source }]);
	},
);

test('unknown users and events, other servers and malformed packets change nothing', async () => {
	await connect();
	sendThrice(ADD, makeInterestPacket(UNKNOWN));
	sendThrice(ADD, makeInterestPacket(player.discordId, UNKNOWN));
	sendThrice(ADD, makeInterestPacket(DEMO_GUILD.botUserId));
	sendThrice(ADD, { ...makeInterestPacket(player.discordId), guild_id: UNKNOWN });
	sendThrice(ADD, { guild_id: DEMO_GUILD.guildId });
	sendThrice(REMOVE, makeInterestPacket(UNKNOWN, UNKNOWN));
	sendThrice(UPDATE, makeUpdatePacket(4, UNKNOWN));
	sendThrice(UPDATE, makeUpdatePacket(4, discordEventId, UNKNOWN));
	sendThrice(UPDATE, makeUpdatePacket(7));
	sendThrice(DELETE, makeUpdatePacket(1, UNKNOWN));
	sendThrice(DELETE, makeUpdatePacket(1, discordEventId, UNKNOWN));
	sendThrice('GUILD_MEMBER_REMOVE', { guild_id: DEMO_GUILD.guildId, user: { id: UNKNOWN } });
	await handleAllAndStop();
	expect([await countUsers(), await countSignups()]).toEqual([0, 0]);
	expect(await event.reload()).toMatchObject({ status: 'active', discordEventId });
});

test('an erased user is not created again', async () => {
	await ErasedId.create({ discordIdHmac: getErasedId(player.discordId) });
	await connect();
	sendThrice(ADD, makeInterestPacket(player.discordId));
	await handleAllAndStop();
	expect([await countUsers(), await countSignups()]).toEqual([0, 0]);
});

test.each(['cancelled', 'completed'] as const)('interest does not change a %s event', async (status) => {
	const { id: userId } = await createMemberUser(secondPlayer.discordId);
	await createSignupRow({ eventId: event.id, userId, signupSource: 'discord' });
	await event.update({ status });
	await connect();
	sendThrice(ADD, makeInterestPacket(player.discordId));
	sendThrice(REMOVE, makeInterestPacket(secondPlayer.discordId));
	await handleAllAndStop();
	expect(await readSignups()).toEqual([makeDiscordSignup(secondPlayer.discordId)]);
	// No member is looked up needlessly either.
	expect(state.countRequests('GET /guilds/{guild_id}/members/{user_id}')).toBe(0);
});

test.each([
	[2, 'active', 1],
	[3, 'completed', 1],
	[4, 'cancelled', 2],
])('Discord status %i makes the event %s and changes no other field', async (remote, status, version) => {
	const { title, date } = event;
	await connect();
	sendThrice(UPDATE, makeUpdatePacket(remote));
	await handleAllAndStop();
	await event.reload();
	expect(event).toMatchObject({ status, version, title, date });
	expect(await readMirror(event.id)).toMatchObject({ discordStatus: remote, state: 'synced' });
});

test('ignores the end of another date of a repeating event', async () => {
	await connect();
	const other = { scheduled_start_time: '2031-01-01T00:00:00Z', recurrence_rule: {} };
	gateway.send(UPDATE, { ...makeUpdatePacket(4), ...other });
	await handleAllAndStop();
	expect((await event.reload()).status).toBe('active');
});

test.each([
	['the old date of a moved event', 3, { scheduled_start_time: '2026-01-01T20:00:00Z' }],
	['an event in an empty channel', 3, { entity_type: 2, channel_id: '900000000000000002' }],
	['an event in a channel that was not started', 4, { entity_type: 1, scheduled_end_time: null }],
])('does not end a running event with the end of %s', async (_, status, fields) => {
	await event.update({ date: new Date(Date.now() - HOUR_MS) });
	await connect();
	gateway.send(UPDATE, { ...makeUpdatePacket(status), ...fields });
	await handleAllAndStop();
	expect((await event.reload()).status).toBe('active');
	expect((await readMirror(event.id)).discordStatus).toBe(status);
});

test('ignores statuses after the end', async () => {
	await connect();
	for (const status of [4, 1, 2, 3]) gateway.send(UPDATE, makeUpdatePacket(status));
	await handleAllAndStop();
	expect((await event.reload()).status).toBe('cancelled');
	expect((await readMirror(event.id)).discordStatus).toBe(4);
});

test('a packet about our own change, or during a pending change, changes nothing', async () => {
	// The app cancelled the event, sent that to Discord, and reinstated it before the packet arrived.
	await DiscordMirror.update({ discordStatus: 4 }, { where: { eventId: event.id } });
	await connect();
	sendThrice(UPDATE, makeUpdatePacket(4));
	const other = await insertMirroredEvent(discord);
	await DiscordMirror.update({ state: 'pending' }, { where: { eventId: other.event.id } });
	sendThrice(UPDATE, makeUpdatePacket(3, other.discordEventId));
	await handleAllAndStop();
	expect((await event.reload()).status).toBe('active');
	expect((await other.event.reload()).status).toBe('active');
	expect((await readMirror(other.event.id)).discordStatus).toBe(1);
});

test('ignores packets about an earlier Discord event', async () => {
	const { discordEventId: laterId } = await insertMirroredEvent(discord).then(async (replacement) => {
		await replacement.event.destroy();
		await DiscordMirror.destroy({ where: { eventId: replacement.event.id } });
		return replacement;
	});
	await DiscordMirror.update({ discordEventId: laterId }, { where: { eventId: event.id } });
	await event.update({ discordEventId: laterId });
	await connect();
	sendThrice(ADD, makeInterestPacket(player.discordId));
	sendThrice(UPDATE, makeUpdatePacket(4));
	sendThrice(DELETE, makeUpdatePacket(4));
	await handleAllAndStop();
	expect(await readSignups()).toEqual([]);
	expect((await event.reload()).status).toBe('active');
	expect(await readMirror(event.id)).toMatchObject({ discordEventId: laterId, state: 'synced' });
});

test('an event deleted on Discord is unlinked and keeps its signups', async () => {
	const { id: userId } = await createMemberUser(player.discordId);
	await createSignupRow({ eventId: event.id, userId, signupSource: 'discord' });
	await connect();
	sendThrice(DELETE, makeUpdatePacket(1));
	gateway.send(REMOVE, makeInterestPacket(player.discordId));
	await handleAllAndStop();
	expect(await event.reload()).toMatchObject({ status: 'active', discordEventId: null });
	expect(await readMirror(event.id)).toMatchObject({
		state: 'deleted',
		error: 'Discord event was deleted',
		discordEventId: null,
	});
	expect(await readSignups()).toHaveLength(1);
});

test('our own deletion is not recorded as deleted on Discord', async () => {
	await DiscordMirror.update({ wanted: 'absent', state: 'pending' }, { where: { eventId: event.id } });
	await connect();
	sendThrice(DELETE, makeUpdatePacket(1));
	await handleAllAndStop();
	expect(await readMirror(event.id)).toMatchObject({ state: 'pending', discordEventId });
});

test('a member who loses the role or leaves is signed out at once; the preferred name stays', async () => {
	const [first, second, third] = [
		await createMemberUser(player.discordId),
		await createMemberUser(secondPlayer.discordId),
		await createMemberUser(PERSONAS.storyteller.discordId),
	];
	await third.update({ preferredUsername: 'Typed', preferredUsernameSource: 'owner' });
	for (const { id } of [first, second, third]) await createGatewaySession(id);
	await connect();
	state.setRoles(player.discordId, []);
	state.leaveGuild(secondPlayer.discordId);
	state.setNickname(PERSONAS.storyteller.discordId, 'Of the server');
	await handleAllAndStop();
	expect((await Session.findAll()).map(({ userId }) => userId)).toEqual([third.id]);
	expect((await first.reload()).membershipLostAt).not.toBeNull();
	expect(await third.reload()).toMatchObject({ preferredUsername: 'Typed', membershipLostAt: null });
	expect((await third.reload()).membershipCheckedAt).not.toBeNull();
});

test('a member’s new names and avatar on Discord are taken, and open pages follow; the preferred name stays', async () => {
	const user = await createMemberUser(player.discordId);
	await user.update({ preferredUsername: 'Typed', preferredUsernameSource: 'owner' });
	await createSignupRow({ eventId: event.id, userId: user.id });
	await connect();
	const renamed = {
		username: 'juniper_two',
		globalName: 'Juniper Two',
		avatar: 'f00dfeedf00dfeedf00dfeedf00dfeed',
	};
	const changesBefore = await countChanges();
	state.changeAccount(player.discordId, renamed);
	await expect.poll(async () => (await user.reload()).username).toBe('juniper_two');
	expect(await countChanges()).toBe(changesBefore + 1);
	// Neither a picture for the server alone nor a packet without names changes the account.
	const packet = { guild_id: DEMO_GUILD.guildId, roles: [DEMO_GUILD.requiredRoleId] };
	const { discordId: id, username, globalName: global_name, avatar } = state.getUser(player.discordId);
	const nick = 'Of the server';
	gateway.send('GUILD_MEMBER_UPDATE', {
		...packet,
		nick,
		avatar: 'a'.repeat(32),
		user: { id, username, global_name, avatar },
	});
	gateway.send('GUILD_MEMBER_UPDATE', { ...packet, user: { id } });
	await handleAllAndStop();
	expect(await user.reload()).toMatchObject({
		...renamed,
		preferredUsername: 'Typed',
		membershipLostAt: null,
	});
});

test('the deletion of a channel or thread is noted, that of another server is not', async () => {
	const at = { channelId: TEXT_CHANNEL_ID, messageId: UNKNOWN, state: 'posted', isDirty: false } as const;
	const announcements = rowsOf('announcements');
	await announcements.insert({
		eventId: event.id,
		dueAt: new Date(),
		updatedAt: new Date(),
		...at,
	});
	const message = state.channels.post(TEXT_CHANNEL_ID, { content: 'Game night' });
	const thread = state.channels.addThread(message, 'Game night');
	await announcements.update({ threadId: thread.id });
	await connect();
	const send = (id: string, guild_id: string) =>
		gateway.send('THREAD_DELETE', { id, guild_id, parent_id: TEXT_CHANNEL_ID, type: 11 });
	send(TEXT_CHANNEL_ID, UNKNOWN);
	send(HIDDEN_CHANNEL_ID, DEMO_GUILD.guildId);
	await handleAllAndStop();
	expect(await announcements.find()).toMatchObject({ ...at, threadId: thread.id });
	await connect();
	state.channels.remove(thread.id);
	await expect.poll(async () => (await announcements.find())?.threadId).toBeNull();
	expect(await announcements.find()).toMatchObject({
		...at,
		error: expect.stringContaining('thread was deleted'),
	});
	state.channels.remove(TEXT_CHANNEL_ID);
	await expect.poll(async () => (await announcements.find())?.state).toBe('deleted');
	expect(await announcements.find()).toMatchObject({
		messageId: null,
		error: expect.stringContaining('channel no longer exists'),
	});
});

test('the voice channels follow a new name and a deletion on our server', async () => {
	const readChannels = async () => (await Setting.findByPk('voice_channels'))?.value ?? '';
	await Setting.destroy({ where: { key: 'voice_channels' } });
	await connect();
	const packet = { id: VOICE_CHANNEL_ID, type: 2, name: 'Elsewhere' };
	gateway.send('CHANNEL_UPDATE', { ...packet, guild_id: UNKNOWN });
	await handleAllAndStop();
	expect(await readChannels()).toBe('');
	await connect();
	state.channels.renameChannel(VOICE_CHANNEL_ID, 'The Well');
	await expect.poll(readChannels).toContain('The Well');
	state.channels.remove(VOICE_CHANNEL_ID);
	await expect.poll(readChannels).toBe('[]');
});

test('the deletion of the role to mention is noted, that of other roles and servers is not', async () => {
	await Setting.create({ key: 'announcement_role_id', value: MENTIONABLE_ROLE_ID });
	const readNote = async () => (await Setting.findByPk('announcement_deleted_role'))?.value ?? null;
	await connect();
	const packet = { guild_id: DEMO_GUILD.guildId, role_id: MENTIONABLE_ROLE_ID };
	gateway.send('GUILD_ROLE_DELETE', { ...packet, guild_id: UNKNOWN });
	gateway.send('GUILD_ROLE_DELETE', { ...packet, role_id: UNKNOWN });
	await handleAllAndStop();
	expect(await readNote()).toBeNull();
	await connect();
	state.deleteRole(MENTIONABLE_ROLE_ID);
	await expect.poll(readNote).toBe(MENTIONABLE_ROLE_ID);
	await Setting.destroy({ where: {} });
});

test('records a role that is given back', async () => {
	const user = await createMemberUser(player.discordId);
	await user.update({ membershipLostAt: new Date() });
	state.setRoles(player.discordId, []);
	await connect();
	state.setRoles(player.discordId, [DEMO_GUILD.requiredRoleId]);
	await handleAllAndStop();
	expect((await user.reload()).membershipLostAt).toBeNull();
});

test('handles a burst of three hundred packets without using every connection', {
	timeout: 120_000,
}, async () => {
	const users = state.addMembers(300).map(({ discordId, username }) => ({ discordId, username }));
	await User.bulkCreate(users);
	await connect();
	for (const { discordId } of users) gateway.send(ADD, makeInterestPacket(discordId));
	const counts = Promise.all(Array.from({ length: 20 }, () => countUsers()));
	await expect.poll(countSignups, { timeout: 90_000 }).toBe(300);
	expect(await counts).toHaveLength(20);
});

test('retries a rate-limited member lookup', async () => {
	state.fail({ route: 'GET /guilds/{guild_id}/members/{user_id}', status: 429, retryAfter: 1, times: 1 });
	await connect();
	gateway.send(ADD, makeInterestPacket(player.discordId));
	await expect.poll(readSignups).toEqual([makeDiscordSignup(player.discordId)]);
});

test('leaves a failed member lookup to the next reconciliation', async () => {
	state.fail({ route: 'GET /guilds/{guild_id}/members/{user_id}', status: 500 });
	await connect();
	sendThrice(ADD, makeInterestPacket(player.discordId));
	await handleAllAndStop();
	expect(await readSignups()).toEqual([]);
});
