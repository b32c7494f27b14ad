import { afterEach, expect, test } from 'vitest';
import type { TcpProxy } from '~/tests/support/tcp-proxy.ts';
import { waitUntilReady } from './support/cluster.ts';
import { MAX_RECOVERY_MS, MAX_RESPONSE_MS } from './support/limits.ts';
import { Load } from './support/load.ts';
import { finishLoad, useCluster } from './support/use-cluster.ts';
import { waitUntil } from './support/wait-until.ts';

const cluster = useCluster({ proxied: true });
const ROUNDS = 5;

const proxies = (): { databaseProxy: TcpProxy; discordProxy: TcpProxy } => {
	const { databaseProxy, discordProxy } = cluster();
	if (!databaseProxy || !discordProxy) throw new Error('This cluster has no proxies.');
	return { databaseProxy, discordProxy };
};
const restore = (proxy: TcpProxy) => {
	proxy.setLatency(0);
	proxy.unfreeze();
	proxy.closeBlackHole();
};
afterEach(() => {
	for (const proxy of Object.values(proxies())) {
		restore(proxy);
		proxy.closeDeadConnections();
	}
});

test('a slow connection to PostgreSQL fails no request', async () => {
	const load = await Load.start(cluster());
	proxies().databaseProxy.setLatency(100);
	await load.waitForWrites(50);
	restore(proxies().databaseProxy);
	await finishLoad(cluster(), load, 'PostgreSQL, latency 100 ms');
	expect(load.statistics.failed).toBe(0);
	expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
});

test.each([
	['resets', (proxy: TcpProxy) => proxy.reset()],
	['half-closes', (proxy: TcpProxy) => proxy.halfClose()],
])('%s of all connections to PostgreSQL lose no acknowledged write', async (label, breakConnections) => {
	const load = await Load.start(cluster());
	for (let round = 0; round < ROUNDS; round += 1) {
		breakConnections(proxies().databaseProxy);
		await load.waitForWrites(50);
	}
	await finishLoad(cluster(), load, `PostgreSQL, ${label} × ${ROUNDS}`);
	expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
});

test.each([
	['that is frozen', (proxy: TcpProxy) => proxy.freeze()],
	['that has become a black hole', (proxy: TcpProxy) => proxy.openBlackHole()],
])(
	'a connection to PostgreSQL %s delays no response beyond 5 s, and writes succeed again after it is restored',
	async (label, startFault) => {
		const load = await Load.start(cluster());
		startFault(proxies().databaseProxy);
		await load.waitForFailures(20);
		restore(proxies().databaseProxy);
		const restoredAt = performance.now();
		await waitUntilReady(cluster());
		await load.waitForWrites(50);
		const recoveryMs = Math.round(performance.now() - restoredAt);
		// PostgreSQL's keepalive closes connections of vanished clients, but the proxy's machine still acknowledges it.
		proxies().databaseProxy.closeDeadConnections();
		await finishLoad(
			cluster(),
			load,
			`PostgreSQL, a connection ${label}, 50 writes ${recoveryMs} ms after it was restored`,
		);
		expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
		expect(recoveryMs).toBeLessThan(MAX_RECOVERY_MS);
	},
);

test('latency, resets, half-closes and a black hole towards Discord fail no request, and afterwards every event is on Discord once', async () => {
	const { discordProxy } = proxies();
	const load = await Load.start(cluster(), { mirrored: true });
	discordProxy.setLatency(500);
	await load.waitForWrites(50);
	restore(discordProxy);
	for (let round = 0; round < ROUNDS; round += 1) {
		discordProxy.reset();
		await load.waitForWrites(20);
		discordProxy.halfClose();
		await load.waitForWrites(20);
	}
	discordProxy.openBlackHole();
	await waitUntil('a mirror waits for a retry', async () => (await countRetries()) > 0, 60_000);
	restore(discordProxy);
	await finishLoad(cluster(), load, 'Discord, latency, resets, half-closes, black hole');
	expect(load.statistics.failed).toBe(0);
	expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
});

async function countRetries(): Promise<number> {
	const { rows } = await cluster().pool.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM queue.job WHERE name = 'events.mirror' AND state = 'retry'`,
	);
	return rows[0]?.count ?? 0;
}
