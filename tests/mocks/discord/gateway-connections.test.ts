import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { listTypes, useRawClients } from './raw-gateway-clients.ts';
import { serveDiscordStandIn } from './serve.ts';
import { createDiscordStandIn } from './stand-in.ts';
import { useServedDiscord } from './use-served-discord.ts';

const { state, gateway } = useServedDiscord();
const { connect, identify, resume } = useRawClients(state);
const addEvent = () => state.addEvent({ name: 'An event', startsAt: new Date(Date.now() + 86_400_000) });

test('RESUME sends the missed packets, but not the packets lost in a pause', async () => {
	const before = await identify();
	await before.find('GUILD_CREATE');
	gateway.dropAll();
	expect(await before.closed).toBe(1006);
	expect(gateway.sessions).toEqual([]);
	const { id } = addEvent();
	gateway.pause();
	state.addInterest(id, PERSONAS.player.discordId);
	gateway.unpause();
	state.updateEvent(id, { status: 2 });
	const after = await resume(before.sessionId, 2);
	await after.find('RESUMED');
	expect(listTypes(after.messages)).toEqual([
		'GUILD_SCHEDULED_EVENT_CREATE',
		'GUILD_SCHEDULED_EVENT_UPDATE',
		'RESUMED',
	]);
	expect([gateway.identifies, gateway.resumes, gateway.sessions.length]).toEqual([1, 1, 1]);
});

test('RESUME fails for a deleted, ended or refused session, and for a sequence number in the future', async () => {
	const first = await identify();
	const wrong = await resume(first.sessionId, 99);
	expect(await wrong.closed).toBe(4007);
	gateway.refusesResume = true;
	expect((await (await resume(first.sessionId, 1)).find(9)).d).toBe(false);
	gateway.refusesResume = false;
	gateway.deleteSessions();
	expect((await (await resume(first.sessionId, 1)).find(9)).d).toBe(false);
	const second = await identify();
	second.close();
	await second.closed;
	expect((await (await resume(second.sessionId, 1)).find(9)).d).toBe(false);
});

test('RECONNECT, INVALID_SESSION and a gateway that is down', async () => {
	const client = await identify();
	gateway.requestReconnect();
	await client.find(7);
	gateway.invalidate();
	expect((await client.find(9)).d).toBe(false);
	expect(gateway.sessions).toEqual([]);
	gateway.isDown = true;
	await expect(connect()).rejects.toThrow();
	gateway.isDown = false;
	await identify();
});

test('members are sent when a client requests them', async () => {
	state.addMembers(1100);
	const client = await identify();
	client.send(8, { guild_id: DEMO_GUILD.guildId, user_ids: [PERSONAS.player.discordId, '1'] });
	expect((await client.find('GUILD_MEMBERS_CHUNK')).d).toMatchObject({
		members: [{ user: { id: PERSONAS.player.discordId } }],
		not_found: ['1'],
		chunk_count: 1,
	});
	const other = await identify();
	other.send(8, { guild_id: DEMO_GUILD.guildId, query: '', limit: 0 });
	expect((await other.find('GUILD_MEMBERS_CHUNK')).d).toMatchObject({ chunk_index: 0, chunk_count: 2 });
});

test('closing the server ends its connections, timers and hanging requests', async () => {
	const countOpen = () =>
		process.getActiveResourcesInfo().filter((kind) => ['TCPServerWrap', 'Timeout'].includes(kind)).length;
	const before = countOpen();
	const standIn = createDiscordStandIn();
	const served = await serveDiscordStandIn(standIn);
	standIn.state.fail({ route: '*', hangs: true });
	const hanging = fetch(`${served.url}/api/v10/gateway`).catch(() => 'ended');
	const socket = new WebSocket(standIn.state.gatewayUrl.concat('?v=10&encoding=json'));
	const closed = once(socket, 'close');
	await once(socket, 'message');
	expect(countOpen()).toBeGreaterThan(before);
	await served.close();
	expect(await hanging).toBe('ended');
	await closed;
	expect(countOpen()).toBeLessThanOrEqual(before);
});
