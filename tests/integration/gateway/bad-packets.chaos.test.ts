import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { type Replica, startReplica } from './processes.ts';
import { insertMirroredEvent, listStoredSignups, useGateway } from './use-gateway.ts';

const discord = useGateway({ LOG_LEVEL: 'warn' });
const { state, gateway } = discord;

/** The names of the packets that discord.js 14 has a handler for. The package exports only its main file. */
const handlers = new URL('client/websocket/handlers/index.js', import.meta.resolve('discord.js'));
const NAMES = Object.keys(createRequire(import.meta.url)(handlers.pathname) as object);

const CONTENT = 'content-of-a-packet';
const guild_id = DEMO_GUILD.guildId;
/**
 * Packet data that Discord never sends. The last entries would remove the client's knowledge of the server: a
 * READY, and a deleted guild.
 */
const BAD_DATA: readonly unknown[] = [
	...[null, undefined, 7, CONTENT, true, [], [CONTENT], {}, { id: CONTENT }, { guild_id }, { guild_id: 7 }],
	...[
		{ guild_id, user: null },
		{ guild_id, user: CONTENT },
		{ guild_id, user: { id: 7 }, roles: CONTENT },
	],
	...[
		{ guild_id, member: {} },
		{ guild_id, members: CONTENT },
		{ guild_id, members: [null] },
	],
	...[{ guild_id, id: CONTENT, status: CONTENT, channel_id: CONTENT, user_id: null }],
	...[{ guild_id, role: null, emojis: 7, stickers: {}, sounds: null, threads: 1, channels: CONTENT }],
	...[2, 3, 4, 5, 9].flatMap((type) => [
		{ type },
		{ guild_id, type, data: CONTENT },
		{ guild_id, type, data: { type: 1, name: 'botc', options: [{ type: 99, name: 'next' }] } },
		{ guild_id, type, channel: 7, data: { type: 1, name: 'botc' }, user: { id: CONTENT } },
	]),
	...[
		{ guilds: null, user: null },
		{ guilds: [null], user: {} },
		{ id: guild_id, unavailable: CONTENT },
	],
];
/** Returns a command packet as Discord sends it, except for its options. */
const makeCommandPacket = (options: unknown) => ({
	id: '1',
	application_id: DEMO_GUILD.clientId,
	type: 2,
	token: 'x',
	version: 1,
	guild_id,
	channel_id: '1',
	app_permissions: '0',
	locale: 'en-US',
	entitlements: [],
	authorizing_integration_owners: {},
	context: 0,
	attachment_size_limit: 1,
	member: {
		user: { id: PERSONAS.player.discordId, username: 'x', discriminator: '0', avatar: null },
		roles: [DEMO_GUILD.requiredRoleId],
		joined_at: '2024-03-01T18:00:00.000Z',
		permissions: '0',
	},
	data: { id: '1', type: 1, name: 'botc', options },
});

let replica: Replica;
beforeEach(() => {
	replica = startReplica({});
});
afterEach(async () => {
	await replica.stop('SIGKILL');
	await expect.poll(() => gateway.sessions.length).toBe(0);
});
const waitUntilConnected = () =>
	expect.poll(() => gateway.sessions.length || replica.output(), { timeout: 30_000 }).toBe(1);

/** Checks that a valid packet is handled by the same process on the same connection. */
async function expectAlive(): Promise<void> {
	const { event, discordEventId } = await insertMirroredEvent(discord);
	state.addInterest(discordEventId, PERSONAS.player.discordId);
	await expect
		.poll(async () => replica.child.exitCode ?? (await listStoredSignups(event.id)).length, {
			timeout: 20_000,
		})
		.toBe(1);
	expect([replica.child.exitCode, gateway.identifies, gateway.resumes]).toEqual([null, 1, 0]);
}

/** Returns the packets that were logged as skipped, with the log level. */
const readSkipped = () =>
	replica
		.output()
		.split('\n')
		.filter((line) => line.includes('packet skipped'))
		.map((line) => JSON.parse(line) as { level: number; packet: string });

test('a bad packet is logged by name and skipped, and ends neither the process nor the connection', async () => {
	await waitUntilConnected();
	for (const t of NAMES) for (const d of BAD_DATA) gateway.send(t, d);
	for (const options of [null, 7, CONTENT, [null], [{ type: 1, name: 'signup', options: CONTENT }]])
		gateway.send('INTERACTION_CREATE', makeCommandPacket(options));
	for (const t of ['error', '__proto__', 'constructor', '__defineGetter__']) gateway.send(t, null);
	await expectAlive();
	// The process's output comes through a pipe, so its last lines may arrive after the signup.
	await expect.poll(() => readSkipped().map(({ packet }) => packet)).toContain('unknown');
	const skipped = readSkipped();
	expect(new Set(skipped.map(({ level }) => level))).toEqual(new Set([40]));
	const names = new Set(skipped.map(({ packet }) => packet));
	expect([...NAMES, 'unknown']).toEqual(expect.arrayContaining([...names]));
	expect([...names]).toEqual(
		expect.arrayContaining(['GUILD_MEMBER_UPDATE', 'INTERACTION_CREATE', 'READY', 'GUILD_CREATE', 'unknown']),
	);
	expect(replica.output()).not.toContain(CONTENT);
	expect(replica.output()).not.toContain('"level":60');
});

test('a bad packet that comes before the client is ready does not end the process either', async () => {
	gateway.earlyPackets = [
		{ t: 'GUILD_CREATE', d: null },
		{ t: 'GUILD_MEMBER_UPDATE', d: { guild_id } },
		{ t: 'INTERACTION_CREATE', d: { type: 2 } },
	];
	await waitUntilConnected();
	await expectAlive();
	await expect
		.poll(() => readSkipped().map(({ packet }) => packet))
		.toEqual(expect.arrayContaining(['GUILD_CREATE', 'GUILD_MEMBER_UPDATE', 'INTERACTION_CREATE']));
});
