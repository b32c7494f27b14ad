import { QueryTypes } from 'sequelize';
import { expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { readGatewayState } from '~/server/discord/gateway-state.ts';
import { logFailedConnects } from '~/server/gateway/sharding.ts';
import { startGateway, stopGateway } from '~/server/gateway/start-gateway.ts';
import { listAnswers, makeMirrored, QUICK, useGateway } from './use-gateway.ts';

const discord = useGateway();
const { state, gateway, connect } = discord;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const start = (tempo = {}) =>
	startGateway({ url: discord.db.url, now: () => new Date(), tempo: { ...QUICK, ...tempo } });
const untilConnected = () =>
	expect.poll(() => gateway.sessions.length, { timeout: 10_000, interval: 20 }).toBe(1);
const BOT = 'GET /gateway/bot';

test.each([
	['refuses the token', { route: BOT, status: 401 }, 'token refused'],
	['answers 500', { route: BOT, status: 500 }, 'unreachable'],
	['is down', { route: '*', network: true as const }, 'unreachable'],
])(
	'while Discord %s we try again, ever more seldom, and connect when it lets us',
	async (_, failure, told) => {
		state.fail(failure);
		start({ pauseMs: 200, maxPauseMs: 400 });
		await expect.poll(readGatewayState).toBe(told);
		const asked = state.countRequests(BOT);
		await wait(1_500);
		expect(state.countRequests(BOT) - asked).toBeLessThanOrEqual(5);
		expect(gateway.identifies).toBe(0);
		state.recover();
		await untilConnected();
		await expect.poll(readGatewayState).toBe('connected');
	},
);

test('a gateway that takes nobody is left and asked again', async () => {
	gateway.isDown = true;
	start({ patienceMs: 600 });
	await expect.poll(readGatewayState).toBe('unreachable');
	gateway.isDown = false;
	await untilConnected();
});

test('without the members intent the rest goes on', async () => {
	state.grantsMembersIntent = false;
	const { event, discordEventId } = await makeMirrored(discord);
	await connect();
	await expect.poll(readGatewayState).toBe('connected without members');
	state.addInterest(discordEventId, PERSONAS.player.discordId);
	await expect.poll(() => listAnswers(event.id)).toHaveLength(1);
});

test.each([
	['the session is forgotten', () => gateway.forgetSessions()],
	['the session is invalidated', () => gateway.invalidate()],
	['a reconnect is asked for', () => gateway.requestReconnect()],
])('when %s there is one connection again, and packets arrive once', async (_, happen) => {
	const { event, discordEventId } = await makeMirrored(discord);
	await connect();
	happen();
	await expect.poll(() => gateway.identifies + gateway.resumes, { timeout: 20_000 }).toBe(2);
	await untilConnected();
	await expect.poll(readGatewayState).toBe('connected');
	state.addInterest(discordEventId, PERSONAS.player.discordId);
	await expect.poll(() => listAnswers(event.id)).toHaveLength(1);
	expect(state.countRequests('GET /guilds/{guild_id}/members/{user_id}')).toBe(1);
});

test('a stop between two tries leaves nobody behind who connects later', async () => {
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

test('a handshake that is cut after the stop ends nothing else', async () => {
	const uncaught: unknown[] = [];
	const note = (error: unknown) => uncaught.push(error);
	process.on('uncaughtException', note);
	try {
		gateway.isSilent = true;
		start();
		await expect.poll(() => gateway.unanswered).toBe(1);
		await stopGateway();
		gateway.cutHandshakes();
		await expect.poll(() => gateway.unanswered).toBe(0);
		// The other end notices it a moment later.
		await wait(300);
		expect(uncaught).toEqual([]);
	} finally {
		process.off('uncaughtException', note);
	}
});

test('a lock that is lost ends the connection at once; it is taken again with a new one', async () => {
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

test('begun again, as by a hot reload, it is still one connection', async () => {
	await connect();
	start();
	await expect.poll(() => gateway.identifies, { timeout: 20_000 }).toBe(2);
	await wait(300);
	expect(gateway.sessions).toHaveLength(1);
});

test('a database that is away holds nobody up: neither a start nor a stop', async () => {
	startGateway({ url: 'postgres://nobody@127.0.0.1:1/nowhere', now: () => new Date(), tempo: QUICK });
	await wait(400);
	const asked = performance.now();
	await stopGateway();
	expect(performance.now() - asked).toBeLessThan(3_500);
	expect(gateway.identifies).toBe(0);
});

test('stopped, it tells nobody that it is connected', async () => {
	await connect();
	await expect.poll(readGatewayState).toBe('connected');
	await stopGateway();
	// PostgreSQL releases the lock a moment after the connection has closed.
	await expect.poll(readGatewayState).toBeNull();
	// Stopping a gateway that is not running does nothing.
	await stopGateway();
});
