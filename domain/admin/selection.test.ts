import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeSelection, packIds, unpackIds } from './selection.ts';

describe('a packed selection', () => {
	test.each([
		[[], ''],
		[['5'], '5'],
		[['1', '2', '3'], '1-2'],
		[['3', '1', '2', '2'], '1-2'],
		[['1', '2', '3', '10', '40', '41'], '1-2.7.u-1'],
		[['123456789012345678'], 'xrls1wq49ji'],
	])('packs %j as %j', (ids, packed) => {
		expect(packIds(ids)).toBe(packed);
		const sorted = [...new Set(ids)].sort((a, b) => Number(BigInt(a) - BigInt(b)));
		expect(unpackIds(packed, 100)).toEqual(sorted);
	});

	test('unpacks to the same ids, for any selection', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.bigInt(1n, 10n ** 18n - 1n), { maxLength: 200 }), (numbers) => {
				const ids = numbers.map(String);
				const back = unpackIds(packIds(ids), 200);
				expect(new Set(back)).toEqual(new Set(ids));
				expect(back).toHaveLength(ids.length);
			}),
		);
	});

	test('fits a hundred thousand ids into a form, consecutive or not', () => {
		const neighbors = Array.from({ length: 100_000 }, (_, i) => String(i + 1));
		expect(packIds(neighbors)).toBe('1-255r');
		const apart = Array.from({ length: 100_000 }, (_, i) => String(5_000_000 + i * 37));
		const packed = packIds(apart);
		expect(packed.length).toBeLessThan(500_000);
		expect(unpackIds(packed, 100_000)).toEqual(apart);
	});

	test.each(['a-', '-1', '1..2x!', 'Ä', '1,2', 'zzzzzzzzzzzzzzzzzzzzz', '%00'])(
		'returns an empty list for the malformed value %j',
		(packed) => expect(unpackIds(packed, 10)).toEqual([]),
	);

	test('returns one id more than the limit for a selection over the limit', () => {
		expect(unpackIds('1-zzzzzzzzzz', 10)).toHaveLength(11);
	});
});

test('replaces the selection of the shown page and keeps the rest', () => {
	expect(mergeSelection(['1', '2', '9'], ['1', '2', '3'], ['2', '3', '7'])).toEqual(['9', '2', '3']);
});
