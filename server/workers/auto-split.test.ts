import { expect, test } from 'vitest';
import { createSplitRequest } from '~/bench/groups-instances.ts';
import { Refusal } from '~/domain/refusal.ts';
import { AUTO_SPLIT_QUEUE, runAutoSplit } from './auto-split.ts';

test('returns the result of the auto-split rules', async () => {
	const { result } = await runAutoSplit(createSplitRequest(1, 16, 2, 'many'), { deadlineMs: 20_000 });
	expect(result).toMatchObject({ proven: true });
	expect(result?.groups.map(({ players }) => players.length)).toEqual([8, 8]);
}, 30_000);

test('returns a conflict', async () => {
	const input = {
		...createSplitRequest(1, 4, 2, 'few'),
		keepApart: [
			['0', '1'],
			['1', '2'],
			['0', '2'],
		] as [string, string][],
	};
	const { result, conflict } = await runAutoSplit(input, { deadlineMs: 20_000 });
	expect(result).toBeNull();
	expect(conflict?.keepApart).toHaveLength(3);
}, 30_000);

test('does not block the event loop', async () => {
	let ticks = 0;
	const timer = setInterval(() => {
		ticks += 1;
	}, 5);
	await runAutoSplit(createSplitRequest(1, 60, 4, 'many'), { deadlineMs: 500, graceMs: 20_000 });
	clearInterval(timer);
	expect(ticks).toBeGreaterThan(10);
}, 30_000);

test('ends a thread that is too slow and returns the simple split', async () => {
	const start = performance.now();
	const input = createSplitRequest(1, 60, 4, 'many');
	const { result } = await runAutoSplit(input, { deadlineMs: 60_000, graceMs: -59_900 });
	expect(performance.now() - start).toBeLessThan(10_000);
	expect(result).toMatchObject({ proven: false });
	expect(result?.groups.map(({ players }) => players.length)).toEqual([15, 15, 15, 15]);
}, 30_000);

test('refuses more requests than may wait', async () => {
	const { atOnce, waiting } = AUTO_SPLIT_QUEUE;
	const input = createSplitRequest(1, 4, 2, 'few');
	const all = Array.from({ length: atOnce + waiting + 1 }, () =>
		runAutoSplit(input, { deadlineMs: 20_000 }).then(
			() => 'done',
			(error) => (error instanceof Refusal ? error.kind : String(error)),
		),
	);
	const outcomes = await Promise.all(all);
	expect(outcomes.filter((outcome) => outcome === 'unavailable')).toHaveLength(1);
	expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(atOnce + waiting);
}, 60_000);
