import { expect, test } from 'vitest';
import { parseAddressNumber } from './address-numbers.ts';

test.each([
	null,
	undefined,
	'',
	'x',
	'-1',
	'0',
	'1.5',
	'1e99',
	'2147483648',
	'9'.repeat(30),
	'0x1',
	' 1',
	Number.NaN,
])('%j is no number of an address', (value) => {
	expect(parseAddressNumber('round', value)).toBeNull();
	expect(parseAddressNumber('shown', value)).toBeNull();
});

test.each([
	['round', '1', 1],
	['round', 5, 5],
	['round', '6', null],
	['page', '10000', 10_000],
	['page', '10001', null],
	['step', '3', 3],
	['step', '4', null],
] as const)('%s=%j is %j', (name, value, number) => {
	expect(parseAddressNumber(name, value)).toBe(number);
});
