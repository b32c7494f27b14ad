import { expect, test } from 'vitest';
import { Load } from './support/load.ts';
import { crashDatabase, stallDatabase } from './support/postgres-faults.ts';
import { ANSWER_MS } from './support/promises.ts';
import { untilReady } from './support/town.ts';
import { finish, useTown } from './support/use-town.ts';

const town = useTown();

test('five immediate stops of PostgreSQL under load lose no acknowledged write', async () => {
	const load = await Load.start(town());
	for (let round = 0; round < 5; round += 1) {
		await crashDatabase(town().database);
		await town().database.start();
		await untilReady(town());
		await load.untilWrites(100);
	}
	await finish(town(), load, 'immediate stop × 5');
	expect(load.statistics.slowestMs).toBeLessThan(ANSWER_MS);
});

test('while PostgreSQL is frozen every request is answered within 5 s, and writes go on when it wakes', async () => {
	const load = await Load.start(town());
	const wake = await stallDatabase(town().database.url);
	try {
		await load.untilFailures(20);
	} finally {
		wake();
	}
	await untilReady(town());
	await load.untilWrites(100);
	await finish(town(), load, 'freeze');
	expect(load.statistics.slowestMs).toBeLessThan(ANSWER_MS);
});
