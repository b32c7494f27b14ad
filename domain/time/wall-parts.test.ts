import { expect, test } from 'vitest';
import { readWallParts } from './wall-parts.ts';

test.each([
	['America/New_York', '2026-03-08T06:59:59Z', '1:59:59', '2026-03-08T07:00:00Z', '3:00:00'],
	['America/New_York', '2026-11-01T05:59:59Z', '1:59:59', '2026-11-01T06:00:00Z', '1:00:00'],
	['Australia/Lord_Howe', '2026-04-04T14:59:59Z', '1:59:59', '2026-04-04T15:00:00Z', '1:30:00'],
	['America/St_Johns', '2010-03-14T03:30:59Z', '0:00:59', '2010-03-14T03:31:00Z', '1:01:00'],
])(
	'%s changes its clock from one second to the next, in any order of the questions',
	(zone, before, wallBefore, after, wallAfter) => {
		const readClock = (instant: string) => {
			const { hour, minute, second } = readWallParts(instant, zone);
			return `${hour}:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}`;
		};
		expect([before, after, before].map(readClock)).toEqual([wallBefore, wallAfter, wallBefore]);
	},
);

test('an invalid date and an unknown zone are errors, also when asked again', () => {
	for (let i = 0; i < 2; i += 1) {
		expect(() => readWallParts('never', 'America/New_York')).toThrow(RangeError);
		expect(() => readWallParts('2026-03-08T07:00:00Z', 'Mars/Olympus')).toThrow(RangeError);
	}
});
