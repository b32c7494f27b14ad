import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppProcess } from '~/tests/e2e/support/app-process.ts';
import { waitForGatewayHolder } from './support/cluster.ts';
import { MAX_RESPONSE_MS } from './support/limits.ts';
import { Load } from './support/load.ts';
import { finishLoad, useCluster } from './support/use-cluster.ts';
import { waitUntil } from './support/wait-until.ts';

const cluster = useCluster({ replicas: 1 });
const MINUTE_MS = 60_000;
let folder = '';
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'townbell-clock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a replica whose clock is wrong and jumps loses no write, repeats no write and ends no session', async () => {
	const file = path.join(folder, 'ahead');
	await writeFile(file, String(10 * MINUTE_MS));
	const module = new URL('./support/shifted-clock.mjs', import.meta.url).pathname;
	const replica = await cluster().startReplica({ NODE_OPTIONS: `--import ${module}`, CHAOS_CLOCK: file });
	const isAhead = async (minutes: number) =>
		Math.round((await readClockOffset(replica)) / MINUTE_MS) === minutes;
	await waitUntil('the clock is 10 minutes ahead', () => isAhead(10), 5_000);
	const load = await Load.start(cluster(), { mirrored: true });
	for (const minutes of [-10, 60, 0]) {
		await writeFile(file, String(minutes * MINUTE_MS));
		replica.child.kill('SIGUSR2');
		await waitUntil(`the clock is ${minutes} minutes ahead`, () => isAhead(minutes), 5_000);
		await load.waitForWrites(100);
		expect(cluster().discord.gateway.sessions).toHaveLength(1);
	}
	await waitForGatewayHolder(cluster());
	await finishLoad(cluster(), load, 'clock 10 minutes ahead, then -10, +60 and 0');
	expect(load.statistics.failed).toBe(0);
	expect(load.statistics.countResponses('401')).toBe(0);
	expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
});

/** Returns by how many milliseconds a replica's clock is ahead, from the log line of a request. */
async function readClockOffset({ url, output }: AppProcess): Promise<number> {
	await fetch(`${url}/login`);
	const times = [...output().matchAll(/"time":(\d+)/g)];
	return Number(times.at(-1)?.[1]) - Date.now();
}
