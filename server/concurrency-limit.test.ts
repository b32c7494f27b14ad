import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const limits = { atOnce: 2, waiting: 3, retryAfterSeconds: 7, refusal: 'Busy' };

test('runs `atOnce` at the same time, queues `waiting` in order and refuses the next one', async () => {
	const runLimited = createConcurrencyLimit(limits);
	const started: number[] = [];
	const finish: (() => void)[] = [];
	const work = (n: number) =>
		runLimited(() => {
			started.push(n);
			return new Promise<number>((resolve) => finish.push(() => resolve(n)));
		});
	const all = [0, 1, 2, 3, 4].map(work);
	await expect(work(5)).rejects.toMatchObject({ kind: 'unavailable', message: 'Busy', retryAfter: 7 });
	expect(started).toEqual([0, 1]);
	finish[1]?.();
	await expect.poll(() => started).toEqual([0, 1, 2]);
	finish[0]?.();
	await expect.poll(() => started).toEqual([0, 1, 2, 3]);
	finish[2]?.();
	finish[3]?.();
	await expect.poll(() => started).toEqual([0, 1, 2, 3, 4]);
	finish[4]?.();
	expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
});

test('starts the next waiting work after a failure', async () => {
	const runLimited = createConcurrencyLimit({ ...limits, atOnce: 1 });
	const fail = () => runLimited(() => Promise.reject(new Error('broken')));
	const ended = await Promise.allSettled([fail(), fail(), fail()]);
	expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
	expect(await runLimited(async () => 'done')).toBe('done');
});
