import { afterAll, beforeAll, expect } from 'vitest';
import { type Cluster, type ClusterOptions, type OwnCluster, startCluster } from './cluster.ts';
import { expectInvariants } from './invariants.ts';
import type { Load } from './load.ts';

/** Starts a cluster for the tests of a file. The returned function works only while the tests run. */
export function useCluster(options: ClusterOptions = {}): () => OwnCluster {
	let cluster: OwnCluster | undefined;
	beforeAll(async () => {
		cluster = await startCluster(options);
	});
	afterAll(() => cluster?.stop());
	return () => {
		if (!cluster) throw new Error('The cluster runs only while the tests run.');
		return cluster;
	};
}

/** Stops a load, prints its statistics and checks every invariant. */
export async function finishLoad(cluster: Cluster, load: Load, label: string): Promise<void> {
	await load.stop();
	console.log(`${label}: ${load.statistics}`);
	expect(load.statistics.violations).toEqual([]);
	await expectInvariants(cluster, load.ledger);
}
