import { expect, test } from 'vitest';
import { waitUntilReady } from './support/cluster.ts';
import { MAX_RESPONSE_MS } from './support/limits.ts';
import { Load } from './support/load.ts';
import { crashDatabase, freezeDatabase } from './support/postgres-faults.ts';
import { finishLoad, useCluster } from './support/use-cluster.ts';

const cluster = useCluster();

test('five immediate stops of PostgreSQL under load lose no acknowledged write', async () => {
	const load = await Load.start(cluster());
	for (let round = 0; round < 5; round += 1) {
		await crashDatabase(cluster().database);
		await cluster().database.start();
		await waitUntilReady(cluster());
		await load.waitForWrites(100);
	}
	await finishLoad(cluster(), load, 'immediate stop × 5');
	expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
});

test('while PostgreSQL is frozen every request gets a response within 5 s, and writes succeed again when it resumes', async () => {
	const load = await Load.start(cluster());
	const resume = await freezeDatabase(cluster().database.url);
	try {
		await load.waitForFailures(20);
	} finally {
		resume();
	}
	await waitUntilReady(cluster());
	await load.waitForWrites(100);
	await finishLoad(cluster(), load, 'freeze');
	expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
});
