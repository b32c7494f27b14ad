import { describe, expect, test } from 'vitest';
import { constrain, MOODS, makeNight } from '~/bench/groups-instances.ts';
import { autoSplit } from './auto-split.ts';
import { proveSplit } from './exact.ts';
import { buildInstance, weighSplit } from './instance.ts';

const endless = { mostNodes: Infinity, isLate: () => false };

/** Four groups take long, so larger instances are only tested with SPLIT_TEST=long. */
const isLong = process.env.SPLIT_TEST === 'long';

const nights = MOODS.flatMap((mood) =>
	(isLong
		? [
				[16, 2],
				[21, 2],
				[17, 3],
				[18, 4],
			]
		: [
				[16, 2],
				[17, 2],
				[14, 3],
				[14, 4],
			]
	).flatMap(([size = 0, groupCount = 0]) => [
		[mood, size, groupCount, 'free'] as const,
		[mood, size, groupCount, 'pins and pairs'] as const,
	]),
);

describe('branch and bound by itself', () => {
	test.each(nights)(
		'%s wishes, %i people, %i groups, %s',
		(mood, size, groupCount, kind) => {
			const free = makeNight(size, size, groupCount, mood);
			const question = kind === 'free' ? free : constrain(free);
			const instance = buildInstance(question);
			const { answer } = autoSplit(question, { deadlineMs: 1_000, clock: () => 0 });
			const best = (answer?.mutual ?? 0) * instance.mutualWeight + (answer?.oneSided ?? 0);
			// Starting from a worse split, it must find the best one; a wrong bound would cut that one off.
			for (const weight of [best - 1, best - 3]) {
				const { groups, proven } = proveSplit(instance, weight, endless);
				expect({ weight: groups && weighSplit(instance, groups), proven }).toEqual({
					weight: best,
					proven: true,
				});
			}
			expect(proveSplit(instance, best, endless)).toMatchObject({ groups: null, proven: true });
		},
		180_000,
	);

	test('ends without a proof when its nodes or its time are over', () => {
		const instance = buildInstance(makeNight(1, 40, 4, 'unanswered'));
		expect(proveSplit(instance, 0, { ...endless, mostNodes: 50 }).proven).toBe(false);
		expect(proveSplit(instance, 0, { ...endless, isLate: () => true }).proven).toBe(false);
	});
});
