import { expect, test } from 'vitest';
import { makeNight } from '~/bench/groups-instances.ts';
import { AUTO_SPLIT_TURNS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { runAutoSplit } from './auto-split.ts';

test('answers what the rules answer', async () => {
	const { answer } = await runAutoSplit(makeNight(1, 16, 2, 'many'), { deadlineMs: 20_000 });
	expect(answer).toMatchObject({ proven: true });
	expect(answer?.groups.map(({ players }) => players.length)).toEqual([8, 8]);
}, 30_000);

test('a conflict comes back as one', async () => {
	const night = {
		...makeNight(1, 4, 2, 'few'),
		keepApart: [
			['0', '1'],
			['1', '2'],
			['0', '2'],
		] as [string, string][],
	};
	const { answer, conflict } = await runAutoSplit(night, { deadlineMs: 20_000 });
	expect(answer).toBeNull();
	expect(conflict?.keepApart).toHaveLength(3);
}, 30_000);

test('the program goes on meanwhile', async () => {
	let ticks = 0;
	const timer = setInterval(() => {
		ticks += 1;
	}, 5);
	await runAutoSplit(makeNight(1, 60, 4, 'many'), { deadlineMs: 500, graceMs: 20_000 });
	clearInterval(timer);
	expect(ticks).toBeGreaterThan(10);
}, 30_000);

test('a thread that is too late is ended, and the plain form stands in', async () => {
	const start = performance.now();
	const night = makeNight(1, 60, 4, 'many');
	const { answer } = await runAutoSplit(night, { deadlineMs: 60_000, graceMs: -59_900 });
	expect(performance.now() - start).toBeLessThan(10_000);
	expect(answer).toMatchObject({ proven: false });
	expect(answer?.groups.map(({ players }) => players.length)).toEqual([15, 15, 15, 15]);
}, 30_000);

test('more than the line holds are told to come again', async () => {
	const { atOnce, waiting } = AUTO_SPLIT_TURNS;
	const night = makeNight(1, 4, 2, 'few');
	const all = Array.from({ length: atOnce + waiting + 1 }, () =>
		runAutoSplit(night, { deadlineMs: 20_000 }).then(
			() => 'done',
			(error) => (error instanceof Refusal ? error.kind : String(error)),
		),
	);
	const outcomes = await Promise.all(all);
	expect(outcomes.filter((outcome) => outcome === 'unavailable')).toHaveLength(1);
	expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(atOnce + waiting);
}, 60_000);
