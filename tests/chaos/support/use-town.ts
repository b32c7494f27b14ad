import { afterAll, beforeAll, expect } from 'vitest';
import { expectInvariants } from './invariants.ts';
import type { Load } from './load.ts';
import { startTown, type Town, type TownOptions } from './town.ts';

/** A town for the tests of a file; read it while they run. */
export function useTown(options: TownOptions = {}): () => Town {
	let town: Town | undefined;
	beforeAll(async () => {
		town = await startTown(options);
	});
	afterAll(() => town?.stop());
	return () => {
		if (!town) throw new Error('The town runs while the tests run, not before.');
		return town;
	};
}

/** Ends a load, prints what it met, and checks every invariant. */
export async function finish(town: Town, load: Load, what: string): Promise<void> {
	await load.stop();
	console.log(`${what}: ${load.statistics}`);
	expect(load.statistics.faults).toEqual([]);
	await expectInvariants(town, load.ledger);
}
