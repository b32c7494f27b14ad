import { describe, expect, test } from 'vitest';
import { addConstraints, createSplitRequest, PREFERENCE_PATTERNS } from '~/bench/groups-instances.ts';
import { autoSplit } from './auto-split.ts';
import { proveSplit } from './exact.ts';
import { buildInstance, sumTogether } from './instance.ts';

const noLimits = { maxNodes: Infinity, isLate: () => false };

/** Four groups take long, so larger instances are only tested with SPLIT_TEST=long. */
const isLong = process.env.SPLIT_TEST === 'long';

const requests = PREFERENCE_PATTERNS.flatMap((pattern) =>
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
		[pattern, size, groupCount, 'free'] as const,
		[pattern, size, groupCount, 'pins and pairs'] as const,
	]),
);

describe('branch and bound', () => {
	test.each(requests)(
		'%s preferences, %i players, %i groups, %s',
		(pattern, size, groupCount, kind) => {
			const free = createSplitRequest(size, size, groupCount, pattern);
			const request = kind === 'free' ? free : addConstraints(free);
			const instance = buildInstance(request);
			const { result } = autoSplit(request, { deadlineMs: 1_000, clock: () => 0 });
			const best = (result?.mutual ?? 0) * instance.mutualWeight + (result?.oneSided ?? 0);
			// Starting from a worse split, it must find the best one; a wrong bound would cut that one off.
			for (const weight of [best - 1, best - 3]) {
				const { groups, proven } = proveSplit(instance, weight, noLimits);
				expect({ weight: groups && sumTogether(instance.weight, instance.size, groups), proven }).toEqual({
					weight: best,
					proven: true,
				});
			}
			expect(proveSplit(instance, best, noLimits)).toMatchObject({ groups: null, proven: true });
		},
		180_000,
	);

	test('ends without a proof at the node limit or the deadline', () => {
		const instance = buildInstance(createSplitRequest(1, 40, 4, 'oneSided'));
		expect(proveSplit(instance, 0, { ...noLimits, maxNodes: 50 }).proven).toBe(false);
		expect(proveSplit(instance, 0, { ...noLimits, isLate: () => true }).proven).toBe(false);
	});
});
