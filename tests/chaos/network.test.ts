import { afterEach, expect, test } from 'vitest';
import type { TcpProxy } from '~/tests/support/tcp-proxy.ts';
import { Load } from './support/load.ts';
import { ANSWER_MS, RECOVERY_MS } from './support/promises.ts';
import { untilReady } from './support/town.ts';
import { until } from './support/until.ts';
import { finish, useTown } from './support/use-town.ts';

const town = useTown({ proxied: true });
const CUTS = 5;

const proxies = (): { toDatabase: TcpProxy; toDiscord: TcpProxy } => {
	const { toDatabase, toDiscord } = town();
	if (!toDatabase || !toDiscord) throw new Error('This town has no proxies.');
	return { toDatabase, toDiscord };
};
const heal = (proxy: TcpProxy) => {
	proxy.setLatency(0);
	proxy.thaw();
	proxy.closeBlackHole();
};
afterEach(() => {
	for (const proxy of Object.values(proxies())) heal(proxy);
});

test('a slow line to PostgreSQL fails no request', async () => {
	const load = await Load.start(town());
	proxies().toDatabase.setLatency(100);
	await load.untilWrites(50);
	heal(proxies().toDatabase);
	await finish(town(), load, 'PostgreSQL, latency 100 ms');
	expect(load.statistics.failed).toBe(0);
	expect(load.statistics.slowestMs).toBeLessThan(ANSWER_MS);
});

test.each([
	['resets', (proxy: TcpProxy) => proxy.reset()],
	['half-closes', (proxy: TcpProxy) => proxy.halfClose()],
])('%s of all connections to PostgreSQL lose no acknowledged write', async (what, cut) => {
	const load = await Load.start(town());
	for (let round = 0; round < CUTS; round += 1) {
		cut(proxies().toDatabase);
		await load.untilWrites(50);
	}
	await finish(town(), load, `PostgreSQL, ${what} × ${CUTS}`);
	expect(load.statistics.slowestMs).toBeLessThan(ANSWER_MS);
});

test.each([
	['that is frozen', (proxy: TcpProxy) => proxy.freeze()],
	['that has become a black hole', (proxy: TcpProxy) => proxy.openBlackHole()],
])(
	'a line to PostgreSQL %s delays no answer beyond 5 s, and writes go on once it is good',
	async (what, fault) => {
		const load = await Load.start(town());
		fault(proxies().toDatabase);
		await load.untilFailures(20);
		heal(proxies().toDatabase);
		const healed = performance.now();
		await untilReady(town());
		await load.untilWrites(50);
		const recovered = Math.round(performance.now() - healed);
		await finish(town(), load, `PostgreSQL, a line ${what}, 50 writes ${recovered} ms after it was good`);
		// PostgreSQL's keepalive would end them in time, but the proxy's machine goes on answering it.
		proxies().toDatabase.closeDeadConnections();
		expect(load.statistics.slowestMs).toBeLessThan(ANSWER_MS);
		expect(recovered).toBeLessThan(RECOVERY_MS);
	},
);

test('latency, resets, half-closes and a black hole towards Discord fail no request, and every event is on Discord once afterwards', async () => {
	const { toDiscord } = proxies();
	const load = await Load.start(town(), { mirrored: true });
	toDiscord.setLatency(500);
	await load.untilWrites(50);
	heal(toDiscord);
	for (let round = 0; round < CUTS; round += 1) {
		toDiscord.reset();
		await load.untilWrites(20);
		toDiscord.halfClose();
		await load.untilWrites(20);
	}
	toDiscord.openBlackHole();
	await until('a mirror waits for its next try', async () => (await countRetries()) > 0, 60_000);
	heal(toDiscord);
	await finish(town(), load, 'Discord, latency, resets, half-closes, black hole');
	expect(load.statistics.failed).toBe(0);
	expect(load.statistics.slowestMs).toBeLessThan(ANSWER_MS);
});

async function countRetries(): Promise<number> {
	const { rows } = await town().pool.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM queue.job WHERE name = 'events.mirror' AND state = 'retry'`,
	);
	return rows[0]?.count ?? 0;
}
