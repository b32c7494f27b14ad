import { expect, test } from 'vitest';
import { findClashes } from './clash.ts';

/** 8:30 PM to 11:30 PM in New York. */
const OTHER = { id: '1', title: 'Friday game', date: '2026-10-17T00:30:00.000Z', duration: 180 };
const FORM = { date: '2026-10-16', time: '20:30', timezone: 'America/New_York', duration: '3' };

test.each<[string, Partial<typeof FORM>, boolean]>([
	['the same time', {}, true],
	['a later end that overlaps', { time: '19:00', duration: '2' }, true],
	['an end at the start of the other', { time: '18:30', duration: '2' }, false],
	['a start at the end of the other', { time: '23:30' }, false],
	['a start one minute before its end', { time: '23:29' }, true],
	['the same clock time in another zone', { timezone: 'UTC' }, false],
	['the same instant in another zone', { date: '2026-10-17', time: '00:30', timezone: 'UTC' }, true],
	['no duration yet: three hours', { time: '18:00', duration: '' }, true],
	['no date yet', { date: '' }, false],
	['a time that does not exist', { date: '2026-03-08', time: '02:30' }, false],
])('%s', (_, form, isClash) => {
	expect(findClashes({ ...FORM, ...form }, [OTHER])).toEqual(isClash ? [OTHER] : []);
});
