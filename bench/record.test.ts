import { expect, test } from 'vitest';
import { listRegressions } from './record.ts';

test.each([
	['the recorded one', 0.1, false],
	['above it', 0.2, false],
	['14 % below it', 0.086, false],
	['16 % below it', 0.084, true],
	['not measured', Number.NaN, true],
])('a ratio that is %s', (_, ratio, isRegression) => {
	const ratios = [
		['list', ratio],
		['a page without a record', 0.001],
	] as const;
	expect(listRegressions(ratios, { list: 0.1 })).toEqual(isRegression ? [['list', ratio]] : []);
});
