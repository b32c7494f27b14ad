import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppProcess } from '~/tests/e2e/support/app-process.ts';
import { Load } from './support/load.ts';
import { ANSWER_MS } from './support/promises.ts';
import { findGatewayHolder } from './support/town.ts';
import { until } from './support/until.ts';
import { finish, useTown } from './support/use-town.ts';

const town = useTown({ replicas: 1 });
const MINUTE_MS = 60_000;
let folder = '';
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'townbell-clock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a replica with a wrong clock that jumps loses and doubles nothing, and ends no session', async () => {
	const file = path.join(folder, 'ahead');
	await writeFile(file, String(10 * MINUTE_MS));
	const module = new URL('./support/shifted-clock.mjs', import.meta.url).pathname;
	const wrong = await town().startReplica({ NODE_OPTIONS: `--import ${module}`, CHAOS_CLOCK: file });
	const isAhead = async (minutes: number) => Math.round((await readClock(wrong)) / MINUTE_MS) === minutes;
	await until('the clock is 10 minutes ahead', () => isAhead(10), 5_000);
	const load = await Load.start(town(), { mirrored: true });
	for (const minutes of [-10, 60, 0]) {
		await writeFile(file, String(minutes * MINUTE_MS));
		wrong.child.kill('SIGUSR2');
		await until(`the clock is ${minutes} minutes ahead`, () => isAhead(minutes), 5_000);
		await load.untilWrites(100);
		expect(town().discord.gateway.sessions).toHaveLength(1);
	}
	await findGatewayHolder(town());
	await finish(town(), load, 'clock 10 minutes ahead, then -10, +60 and right');
	expect(load.statistics.failed).toBe(0);
	expect(load.statistics.countOf('401')).toBe(0);
	expect(load.statistics.slowestMs).toBeLessThan(ANSWER_MS);
});

/** How many milliseconds a replica's clock is ahead, by the line that it logs about a request. */
async function readClock({ url, output }: AppProcess): Promise<number> {
	await fetch(`${url}/login`);
	const times = [...output().matchAll(/"time":(\d+)/g)];
	return Number(times.at(-1)?.[1]) - Date.now();
}
