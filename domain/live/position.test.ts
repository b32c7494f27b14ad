import { expect, test } from 'vitest';
import { hasChange, isLaterLsn, parsePosition } from './position.ts';

test.each([
	['7:7:', true],
	['7:9:7,8', true],
	['', false],
	['7', false],
	['9:7:', false],
	['0:7:', false],
	['7:9:8,7', false],
	['7:9:8,8', false],
	['7:9:6', false],
	['7:9:9', false],
	['7:9:,', false],
	["7:9:'", false],
	['7:9999999999999999999:', false],
	[`1:5000:${Array.from({ length: 1_001 }, (_, at) => at + 1)}`, false],
])('the position %.20s', (text, isValid) => {
	expect(parsePosition(text)).toBe(isValid ? text : null);
});

test.each([
	['7:10:7,9', 6, true],
	['7:10:7,9', 7, false],
	['7:10:7,9', 8, true],
	['7:10:7,9', 9, false],
	['7:10:7,9', 10, false],
	['7:10:', Number.MAX_SAFE_INTEGER, false],
	['', 1, false],
])('data of %s and the change %i', (position, version, isIncluded) => {
	expect(hasChange(position, version)).toBe(isIncluded);
});

test.each([
	['0/3000148', '0/3000147', true],
	['0/3000148', '0/3000148', false],
	['0/FFFFFFFF', '1/0', false],
	['10/0', '9/FFFFFF', true],
	['0/a0', '0/9F', true],
])('%s is later than %s in the write-ahead log: %s', (lsn, other, isLater) => {
	expect(isLaterLsn(lsn, other)).toBe(isLater);
});
