import { QueryTypes } from 'sequelize';
import { expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { readGatewayState } from '~/server/discord/gateway-state.ts';
import { logFailedConnects } from '~/server/gateway/sharding.ts';
import { type GatewayTimings, startGateway, stopGateway } from '~/server/gateway/start-gateway.ts';
import { FAST_TIMINGS, insertMirroredEvent, listStoredSignups, useGateway } from './use-gateway.ts';

const discord = useGateway();
const { state, gateway, connect } = discord;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const start = (timings: Partial<GatewayTimings> = {}) =>
	startGateway({ url: discord.db.url, now: () => new Date(), timings: { ...FAST_TIMINGS, ...timings } });
const waitUntilConnected = () =>
	expect.poll(() => gateway.sessions.length, { timeout: 10_000, interval: 20 }).toBe(1);
const BOT = 'GET /gateway/bot';

test.each([
	['refuses the token', { route: BOT, status: 401 }, 'token refused'],
	['responds with 500', { route: BOT, status: 500 }, 'unreachable'],
	['is down', { route: '*', network: true as const }, 'unreachable'],
])(
	'while Discord %s the gateway retries with a growing pause, and connects afterwards',
	async (_, failure, expectedState) => {
		state.fail(failure);
		start({ retryDelayMs: 200, maxRetryDelayMs: 400 });
		await expect.poll(readGatewayState).toBe(expectedState);
		const requestCount = state.countRequests(BOT);
		await wait(1_500);
		expect(state.countRequests(BOT) - requestCount).toBeLessThanOrEqual(5);
		expect(gateway.identifies).toBe(0);
		state.recover();
		await waitUntilConnected();
		await expect.poll(readGatewayState).toBe('connected');
	},
);

test('retries a gateway that accepts no connection', async () => {
	gateway.isDown = true;
	start({ connectTimeoutMs: 600 });
	await expect.poll(readGatewayState).toBe('unreachable');
	gateway.isDown = false;
	await waitUntilConnected();
});

test('works without the members intent', async () => {
	state.grantsMembersIntent = false;
	const { event, discordEventId } = await insertMirroredEvent(discord);
	await connect();
	await expect.poll(readGatewayState).toBe('connected without members');
	state.addInterest(discordEventId, PERSONAS.player.discordId);
	await expect.poll(() => listStoredSignups(event.id)).toHaveLength(1);
});

test.each([
	['the session is forgotten', () => gateway.deleteSessions()],
	['the session is invalidated', () => gateway.invalidate()],
	['a reconnect is requested', () => gateway.requestReconnect()],
])('when %s there is one connection again, and packets arrive once', async (_, breakConnection) => {
	const { event, discordEventId } = await insertMirroredEvent(discord);
	await connect();
	breakConnection();
	await expect.poll(() => gateway.identifies + gateway.resumes, { timeout: 20_000 }).toBe(2);
	await waitUntilConnected();
	await expect.poll(readGatewayState).toBe('connected');
	state.addInterest(discordEventId, PERSONAS.player.discordId);
	await expect.poll(() => listStoredSignups(event.id)).toHaveLength(1);
	expect(state.countRequests('GET /guilds/{guild_id}/members/{user_id}')).toBe(1);
});

test('after a stop between two attempts nothing connects later', async () => {
	await connect();
	gateway.isDown = true;
	gateway.dropAll();
	await wait(700);
	await stopGateway();
	gateway.isDown = false;
	// discord.js waits five seconds between two logins.
	await wait(6_500);
	expect([gateway.sessions.length, gateway.identifies, gateway.resumes]).toEqual([0, 1, 0]);
});

test('a failed attempt to connect is logged and is no unhandled rejection', async () => {
	const shard = { internalConnect: () => Promise.reject(new Error('WebSocket is not open')) };
	logFailedConnects(shard);
	await expect(shard.internalConnect()).resolves.toBeUndefined();
});

test('a handshake that is cut after the stop causes no error', async () => {
	const uncaught: unknown[] = [];
	const recordError = (error: unknown) => uncaught.push(error);
	process.on('uncaughtException', recordError);
	try {
		gateway.isSilent = true;
		start();
		await expect.poll(() => gateway.pendingHandshakeCount).toBe(1);
		await stopGateway();
		gateway.cutHandshakes();
		await expect.poll(() => gateway.pendingHandshakeCount).toBe(0);
		// The other end notices it a moment later.
		await wait(300);
		expect(uncaught).toEqual([]);
	} finally {
		process.off('uncaughtException', recordError);
	}
});

test('a lost lock ends the connection at once; the next lock opens a new connection', async () => {
	await connect();
	await expect.poll(readGatewayState).toBe('connected');
	await database().query(
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE application_name LIKE 'townbell-gateway%' AND datname = current_database()`,
		{ type: QueryTypes.SELECT },
	);
	await expect.poll(() => gateway.identifies, { timeout: 20_000 }).toBe(2);
	expect(gateway.sessions).toHaveLength(1);
	await expect.poll(readGatewayState).toBe('connected');
});

test('a second start, as after a hot reload, keeps one connection', async () => {
	await connect();
	start();
	await expect.poll(() => gateway.identifies, { timeout: 20_000 }).toBe(2);
	await wait(300);
	expect(gateway.sessions).toHaveLength(1);
});

test('an unreachable database delays neither start nor stop', async () => {
	startGateway({
		url: 'postgres://nobody@127.0.0.1:1/nowhere',
		now: () => new Date(),
		timings: FAST_TIMINGS,
	});
	await wait(400);
	const startedAt = performance.now();
	await stopGateway();
	expect(performance.now() - startedAt).toBeLessThan(3_500);
	expect(gateway.identifies).toBe(0);
});

test('a stopped gateway has no state', async () => {
	await connect();
	await expect.poll(readGatewayState).toBe('connected');
	await stopGateway();
	// PostgreSQL releases the lock a moment after the connection has closed.
	await expect.poll(readGatewayState).toBeNull();
	// Stopping a gateway that is not running does nothing.
	await stopGateway();
});
