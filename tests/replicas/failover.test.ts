import { afterEach, expect, test } from 'vitest';
import {
	type Cluster,
	startClusterOn,
	waitForGatewayHolder,
	waitUntilReady,
} from '~/tests/chaos/support/cluster.ts';
import { expectInvariants } from '~/tests/chaos/support/invariants.ts';
import { MAX_RECOVERY_MS, MAX_RESPONSE_MS } from '~/tests/chaos/support/limits.ts';
import { Load } from '~/tests/chaos/support/load.ts';
import { finishLoad } from '~/tests/chaos/support/use-cluster.ts';
import { waitUntil } from '~/tests/chaos/support/wait-until.ts';
import { findFreePort } from '~/tests/e2e/support/app-process.ts';
import { startNginx } from '~/tests/support/nginx.ts';
import { startStreamingPair } from '~/tests/support/streaming-pair.ts';
import { startTcpProxy } from '~/tests/support/tcp-proxy.ts';

const MAX_TAKEOVER_MS = 30_000;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

test('a replica is killed and the database fails over under load: nothing acknowledged is lost, and all work continues without a restart', async () => {
	const { cluster, nginx, pair, address } = await startReplicas(3);
	const load = await Load.start(cluster, { mirrored: true, balancer: nginx });
	const { holder } = await waitForGatewayHolder(cluster);
	await cluster.stopReplica(holder, 'SIGKILL');
	await load.waitForWrites(50);
	const stream = await openStream(cluster, nginx.url);
	await pair.killPrimary();
	await load.waitForFailures(20);
	// The most difficult order: the address leads to the standby before it takes writes.
	address.setServer(pair.standbyUrl);
	await load.waitForFailures(20);
	await pair.promote();
	const promotedAt = performance.now();
	const changesBefore = stream.countChanges();
	await waitUntilReady(cluster);
	await load.waitForWrites(100);
	const recoveryMs = Math.round(performance.now() - promotedAt);
	await waitUntil(
		'an open page is told of changes',
		() => stream.countChanges() > changesBefore,
		MAX_RECOVERY_MS,
	);
	const isListening = async () => (await countListeners(cluster)) === cluster.replicas.length;
	await waitUntil('every replica is told of changes at once', isListening, MAX_RECOVERY_MS);
	await waitForGatewayHolder(cluster);
	const { sessions } = cluster.discord.gateway;
	await waitUntil('there is one gateway connection', () => sessions.length === 1, MAX_TAKEOVER_MS);
	await finishLoad(cluster, load, `fail-over, 100 writes ${recoveryMs} ms after the promotion`);
	expect(load.statistics.failed).toBe(load.statistics.countResponses('503'));
	expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
	expect(recoveryMs).toBeLessThan(MAX_RECOVERY_MS);
});

test('while the standby is down no write is acknowledged that a fail-over would lose', async () => {
	const { cluster, nginx, pair, address } = await startReplicas(2);
	const load = await Load.start(cluster, { balancer: nginx });
	await pair.stopStandby();
	await load.waitForFailures(20);
	await pair.killPrimary();
	await pair.startStandby();
	await pair.promote();
	address.setServer(pair.standbyUrl);
	await waitUntilReady(cluster);
	await load.waitForWrites(50);
	await finishLoad(cluster, load, 'fail-over to a standby that was down');
	expect(load.statistics.failed).toBe(load.statistics.countResponses('503'));
	expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
});

test('the checks find the acknowledged writes that a fail-over without synchronous replication loses', async () => {
	const { cluster, nginx, pair, address } = await startReplicas(2, { synchronous: false });
	const load = await Load.start(cluster, { balancer: nginx });
	await pair.stopStandby();
	await load.waitForWrites(50);
	await load.stop();
	await pair.killPrimary();
	await pair.startStandby();
	await pair.promote();
	address.setServer(pair.standbyUrl);
	await waitUntilReady(cluster);
	await expect(expectInvariants(cluster, load.ledger)).rejects.toThrow('differ from the acknowledged writes');
});

/** Starts a primary with its standby, an address that leads to the primary, and replicas behind nginx. */
async function startReplicas(replicas: number, { synchronous = true } = {}) {
	const pair = await startStreamingPair({ synchronous });
	cleanups.push(() => pair.close());
	const address = await startTcpProxy(pair.primaryUrl);
	cleanups.push(() => address.stop());
	const database = { url: address.url, remove: async () => undefined };
	const cluster = await startClusterOn(database, { replicas, env: { TRUST_PROXY_HOPS: '1' } });
	cleanups.push(() => cluster.stop());
	const ports = cluster.replicas.map(({ url }) => Number(new URL(url).port));
	const nginx = await startNginx(await findFreePort(), ports);
	cleanups.push(() => nginx.stop());
	return { cluster, nginx, pair, address };
}

/** Opens the stream of a page with the list of events. */
async function openStream(cluster: Cluster, url: string): Promise<{ countChanges: () => number }> {
	const { token } = await cluster.createUser();
	const aborted = new AbortController();
	cleanups.push(async () => aborted.abort());
	const response = await fetch(`${url}/live?list=1`, {
		headers: { Authorization: `Bearer ${token}` },
		signal: aborted.signal,
	});
	expect(response.status).toBe(200);
	let text = '';
	const read = async () => {
		for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
	};
	// The end of the test aborts it.
	void read().catch(() => undefined);
	return { countChanges: () => text.split('event: changed').length - 1 };
}

async function countListeners({ pool }: Cluster): Promise<number> {
	const { rowCount } = await pool.query(
		`SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'townbell-live%' AND query ~ '^(LISTEN|NOTIFY)'`,
	);
	return rowCount ?? 0;
}
