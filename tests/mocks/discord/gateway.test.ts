import { expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { GUILD_SCHEDULED_EVENTS, GUILDS } from './packets.ts';
import { createIdentify, listTypes, useRawClients } from './raw-gateway-clients.ts';
import { useServedDiscord } from './use-served-discord.ts';

const { state, gateway, call } = useServedDiscord();
const { connect, identify } = useRawClients(state);
const addEvent = () => state.addEvent({ name: 'An event', startsAt: new Date(Date.now() + 86_400_000) });

test('a session starts with HELLO, READY and GUILD_CREATE, which holds the events and only the bot as member', async () => {
	const open = addEvent();
	const { id } = addEvent();
	state.updateEvent(id, { status: 3 });
	const client = await identify();
	expect((await client.find(10)).d).toEqual({ heartbeat_interval: 41_250 });
	const ready = await client.find('READY');
	expect(ready).toMatchObject({ s: 1, d: { v: 10, user: { id: DEMO_GUILD.botUserId } } });
	expect(await client.find('GUILD_CREATE')).toMatchObject({
		s: 2,
		d: {
			members: [{ user: { id: DEMO_GUILD.botUserId } }],
			guild_scheduled_events: [{ id: open.id }],
			member_count: 7,
		},
	});
	expect(gateway.sessions).toHaveLength(1);
});

test.each([
	['a wrong token', { token: 'wrong' }, 4004],
	['no properties', { properties: undefined }, 4002],
	['no intents', { intents: undefined }, 4013],
	['an unknown intent', { intents: 1 << 18 }, 4013],
	['presences', { intents: GUILDS | (1 << 8) }, 4014],
	['message contents', { intents: GUILDS | (1 << 15) }, 4014],
])('IDENTIFY with %s closes the connection', async (_, changes, code) => {
	const client = await connect();
	client.send(2, createIdentify(changes));
	expect(await client.closed).toBe(code);
	expect(gateway.sessions).toEqual([]);
});

test('the members intent must be granted', async () => {
	state.grantsMembersIntent = false;
	const client = await connect();
	client.send(2, createIdentify());
	expect(await client.closed).toBe(4014);
	await identify({ intents: GUILDS | GUILD_SCHEDULED_EVENTS });
	expect(gateway.identifies).toBe(1);
});

test('a protocol error closes the connection', async () => {
	const early = await connect();
	early.send(8, {});
	expect(await early.closed).toBe(4003);
	const garbled = await connect();
	garbled.sendText('{');
	expect(await garbled.closed).toBe(4002);
	const twice = await identify();
	twice.send(2, createIdentify());
	expect(await twice.closed).toBe(4005);
	const unknownOpcode = await identify();
	unknownOpcode.send(99, {});
	expect(await unknownOpcode.closed).toBe(4001);
	await expect(connect('v=10&encoding=etf')).rejects.toThrow();
	expect(state.violations.splice(0)).toHaveLength(1);
});

test('a heartbeat is acknowledged, a missing heartbeat closes the connection, and a dead connection acknowledges nothing', async () => {
	const defaultMs = gateway.heartbeatMs;
	const client = await identify();
	gateway.heartbeatMs = 100;
	client.send(1, 1);
	await client.find(11);
	expect(await client.closed).toBe(4009);
	gateway.acknowledges = false;
	gateway.heartbeatMs = defaultMs;
	const unacknowledged = await identify();
	gateway.heartbeatMs = 100;
	unacknowledged.send(1, 1);
	expect(await unacknowledged.closed).toBe(4009);
	expect(unacknowledged.messages.map(({ op }) => op)).not.toContain(11);
});

test('each change is sent to the sessions with the required intent', async () => {
	const [allIntents, events, guilds] = [
		await identify(),
		await identify({ intents: GUILDS | GUILD_SCHEDULED_EVENTS }),
		await identify({ intents: GUILDS }),
	];
	const { player, stranger } = PERSONAS;
	const { id } = addEvent();
	state.addInterest(id, player.discordId);
	state.removeInterest(id, player.discordId);
	state.updateEvent(id, { status: 2 });
	state.deleteEvent(id);
	state.setRoles(player.discordId, []);
	state.setRoles(stranger.discordId, []);
	state.setNickname(player.discordId, 'June');
	state.leaveGuild(player.discordId);
	state.setPermissions([]);
	const start = ['READY', 'GUILD_CREATE'];
	const eventTypes = ['CREATE', 'USER_ADD', 'USER_REMOVE', 'UPDATE', 'DELETE'].map(
		(suffix) => `GUILD_SCHEDULED_EVENT_${suffix}`,
	);
	const memberTypes = ['UPDATE', 'ADD', 'UPDATE', 'REMOVE'].map((suffix) => `GUILD_MEMBER_${suffix}`);
	for (const client of [allIntents, events, guilds]) await client.find('GUILD_ROLE_UPDATE');
	const end = ['GUILD_ROLE_UPDATE'];
	expect(listTypes(allIntents.messages)).toEqual([...start, ...eventTypes, ...memberTypes, ...end]);
	expect(listTypes(events.messages)).toEqual([...start, ...eventTypes, ...end]);
	expect(listTypes(guilds.messages)).toEqual([...start, ...end]);
	const numbers = allIntents.messages.flatMap(({ s }) => s ?? []);
	expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('changes by REST requests are sent too', async () => {
	const client = await identify();
	const { id } = addEvent();
	const path = `/guilds/${DEMO_GUILD.guildId}/scheduled-events/${id}`;
	await call('PATCH', path, { name: 'Renamed' });
	expect((await client.find('GUILD_SCHEDULED_EVENT_UPDATE')).d).toMatchObject({ id, name: 'Renamed' });
	await call('DELETE', path);
	expect((await client.find('GUILD_SCHEDULED_EVENT_DELETE')).d).toMatchObject({ id });
});

test('a packet that breaks the schema is a violation, but a test may send any packet', async () => {
	const client = await identify({ intents: GUILDS });
	gateway.send('GUILD_SCHEDULED_EVENT_USER_ADD', { guild_scheduled_event_id: 'unknown' });
	expect((await client.find('GUILD_SCHEDULED_EVENT_USER_ADD')).d).toEqual({
		guild_scheduled_event_id: 'unknown',
	});
	state.announce('GUILD_MEMBER_UPDATE', { guild_id: DEMO_GUILD.guildId, nick: 'x' });
	expect(state.violations.splice(0)).toHaveLength(1);
});
