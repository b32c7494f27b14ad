import { expect, test } from 'vitest';
import { makeTurns } from './turns.ts';

const limits = { atOnce: 2, waiting: 3, retryAfterSeconds: 7, refusal: 'Busy' };

test('so many at once, so many in line, in order; the next one is refused', async () => {
	const takeTurn = makeTurns(limits);
	const started: number[] = [];
	const finish: (() => void)[] = [];
	const work = (n: number) =>
		takeTurn(() => {
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

test('work that fails gives its place on', async () => {
	const takeTurn = makeTurns({ ...limits, atOnce: 1 });
	const fail = () => takeTurn(() => Promise.reject(new Error('broken')));
	const ended = await Promise.allSettled([fail(), fail(), fail()]);
	expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
	expect(await takeTurn(async () => 'done')).toBe('done');
});
