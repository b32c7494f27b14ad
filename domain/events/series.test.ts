import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addDays } from '../time/day.ts';
import { instantToWallTime } from '../time/wall-time.ts';
import {
	chooseRegulars,
	describeEventCount,
	describeRepeats,
	describeSeries,
	EMPTY_REPEAT,
	findCurrentPause,
	getStart,
	hasMoreDates,
	listDueDates,
	listStarts,
	type RepeatFields,
	toRepeatFields,
	toSeriesInput,
} from './series.ts';
import { checkTypedRepeat, seriesInput, toRule, typedRepeat } from './series-schema.ts';

describe('dates that are due', () => {
	test.each([
		// [what, next date, weeks, until, today, due, next date after]
		['weekly: four after today', '2026-10-23', 1, null, '2026-10-16', '10-23 10-30 11-06 11-13', '11-20'],
		['one more on the day of an event', '2026-11-20', 1, null, '2026-10-23', '11-20', '11-27'],
		['nothing on the day before', '2026-11-20', 1, null, '2026-10-22', '', '11-20'],
		[
			'every 8 weeks, over the end of a year',
			'2026-10-30',
			8,
			null,
			'2026-09-04',
			'10-30 12-25 02-19 04-16',
			'06-11',
		],
		['until its last date, inclusive', '2026-10-23', 1, '2026-10-30', '2026-10-16', '10-23 10-30', '11-06'],
		['ended', '2026-11-06', 1, '2026-10-30', '2026-10-16', '', '11-06'],
		[
			'dates that were missed are left out',
			'2026-10-02',
			1,
			null,
			'2026-10-16',
			'10-16 10-23 10-30 11-06 11-13',
			'11-20',
		],
		['an end that lies before what was missed', '2026-10-02', 1, '2026-10-09', '2026-10-16', '', '10-16'],
	])('%s', (_, nextDate, interval_weeks, until, today, due, after) => {
		const result = listDueDates({ rule: { interval_weeks }, nextDate, until, pause: null }, today);
		expect(result.due.map((date) => date.slice(5)).join(' ')).toBe(due);
		expect(result.nextDate.slice(5)).toBe(after);
	});

	test.each([
		['2026-10-23', null, true],
		['2026-10-23', '2026-10-23', true],
		['2026-10-23', '2026-10-22', false],
	])('next %s, until %s: more %s', (nextDate, until, hasMore) => {
		expect(hasMoreDates({ nextDate, until })).toBe(hasMore);
	});
});

describe('the start of the event of a date', () => {
	test.each(['America/New_York', 'Europe/London', 'Australia/Sydney', 'Asia/Kolkata', 'America/Sao_Paulo'])(
		'over two clock changes and the end of a year, at the same time of day in %s',
		(timezone) => {
			const dates = Array.from({ length: 52 }, (_, week) => addDays('2026-09-04', 7 * week));
			const shown = dates.map((date) =>
				instantToWallTime(getStart(date, { startTime: '20:30', timezone }), timezone),
			);
			expect(shown).toEqual(dates.map((date) => ({ date, time: '20:30', zone: timezone })));
		},
	);

	test.each([
		['a time that clocks skip', '2027-03-14', '02:30', '2027-03-14T07:30:00.000Z'],
		['the first of two equal hours', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
	])('%s', (_, date, startTime, instant) => {
		expect(getStart(date, { startTime, timezone: 'America/New_York' }).toISOString()).toBe(instant);
	});

	test('an unknown zone is an error of the program', () => {
		expect(() => getStart('2026-11-01', { startTime: '20:30', timezone: 'Mars/Town' })).toThrow('timezone');
	});
});

describe('input', () => {
	const weeks = { interval_weeks: 2, until: null, pause: null };
	const [first, third] = [
		{ nth: 1, weekday: 2 },
		{ nth: 3, weekday: 6 },
	];
	test.each<[unknown, unknown]>([
		[{ interval_weeks: 2 }, weeks],
		[
			{ interval_weeks: 8, until: '2027-01-01' },
			{ interval_weeks: 8, until: '2027-01-01', pause: null },
		],
		[{ interval_weeks: 0 }, 'interval_weeks'],
		[{ interval_weeks: 9 }, 'interval_weeks'],
		[{ interval_weeks: 1.5 }, 'interval_weeks'],
		[{ interval_weeks: '1' }, 'interval_weeks'],
		[{}, 'interval_weeks'],
		[{ interval_weeks: 1, months: 1, weekdays: [first] }, 'interval_weeks'],
		[{ interval_weeks: 1, until: '2027-02-30' }, 'until'],
		[{ interval_weeks: 1, until: '0005-01-01' }, 'until'],
		[{ interval_weeks: 1, until: '2027-1-1' }, 'until'],
		[
			{ months: 6, weekdays: [first, third] },
			{ months: 6, weekdays: [first, third], until: null, pause: null },
		],
		[{ months: 1 }, { months: 1, until: null, pause: null }],
		[{ months: 0, weekdays: [first] }, 'months'],
		[{ months: 7, weekdays: [first] }, 'months'],
		[{ months: 1, weekdays: [] }, 'weekdays'],
		[{ months: 1, weekdays: [first, third, { nth: 'last', weekday: 0 }] }, 'weekdays'],
		[{ months: 1, weekdays: [first, first] }, 'weekdays'],
		[{ months: 1, weekdays: [{ nth: 5, weekday: 2 }] }, 'weekdays.0.nth'],
		[{ months: 1, weekdays: [{ nth: 1, weekday: 7 }] }, 'weekdays.0.weekday'],
		[
			{ ...weeks, pause: { from: '2027-01-01', until: '2027-01-01' } },
			{ ...weeks, pause: { from: '2027-01-01', until: '2027-01-01' } },
		],
		[{ ...weeks, pause: { from: '2027-01-02', until: '2027-01-01' } }, 'pause.until'],
		[{ ...weeks, pause: { from: '', until: '2027-01-01' } }, 'pause.from'],
	])('%j', (body, expected) => {
		const { data, error } = seriesInput.safeParse(body);
		expect(data ?? error?.issues[0]?.path.join('.')).toEqual(expected);
	});

	test.each<[string, Partial<RepeatFields>, object | undefined]>([
		['nothing', {}, undefined],
		['only an end', { repeat_until: '2027-01-01' }, undefined],
		['weeks', { repeat_every: '2 weeks' }, { interval_weeks: 2, until: null }],
		[
			'weeks with weekdays of months',
			{ repeat_every: '2 weeks', repeat_on: '1 2' },
			{ interval_weeks: 2, until: null },
		],
		[
			'weeks until',
			{ repeat_every: '8 weeks', repeat_until: '2027-01-01' },
			{ interval_weeks: 8, until: '2027-01-01' },
		],
		[
			'a pause',
			{ repeat_every: '1 weeks', pause_from: '2026-12-18', pause_until: '2027-01-01' },
			{ interval_weeks: 1, until: null, pause: { from: '2026-12-18', until: '2027-01-01' } },
		],
		['months on the own weekday', { repeat_every: '1 months' }, { months: 1, until: null }],
		[
			'months on two weekdays',
			{ repeat_every: '6 months', repeat_on: '1 2', repeat_and_on: 'last 0' },
			{
				months: 6,
				weekdays: [
					{ nth: 1, weekday: 2 },
					{ nth: 'last', weekday: 0 },
				],
				until: null,
			},
		],
	])('a form with %s', (_, typed, expected) => {
		const body = toSeriesInput({ ...EMPTY_REPEAT, ...typed });
		expect(body).toEqual(expected && { pause: null, ...expected });
		const read = seriesInput.safeParse(body).data;
		if (!read) return;
		const again = toSeriesInput(
			toRepeatFields({ rule: toRule(read, '2026-12-01'), until: read.until, pause: read.pause }),
		);
		expect(toRule(seriesInput.parse(again), '2026-12-01')).toEqual(toRule(read, '2026-12-01'));
		expect(again).toMatchObject({ until: read.until, pause: read.pause });
	});

	test.each([
		['repeat_every', { repeat_every: '9 weeks' }],
		['repeat_every', { repeat_every: '7 months' }],
		['repeat_every', { repeat_every: '1e0 weeks' }],
		['repeat_every', { repeat_every: '2 years' }],
		['repeat_on', { repeat_every: '1 months', repeat_on: '5 2' }],
		['repeat_on', { repeat_every: '1 months', repeat_and_on: 'first 2' }],
		['repeat_on', { repeat_every: '1 months', repeat_and_on: 'last ' }],
		['repeat_until', { repeat_until: 'tomorrow' }],
		['repeat_until', { repeat_until: '0005-01-01' }],
		['pause_until', { pause_from: '2026-12-18' }],
		['pause_from', { pause_until: '2026-12-18' }],
		['pause_until', { pause_from: '2026-12-18', pause_until: '2026-12-17' }],
	])('a form is refused at %s with %j', (field, typed) => {
		const form = z.object(typedRepeat).check(checkTypedRepeat);
		const { error } = form.safeParse({ repeat_every: '1 weeks', ...typed });
		expect(error?.issues.map(({ path }) => path.join())).toEqual([field]);
		expect(form.safeParse({ ...typed, repeat_every: '' }).success).toBe(true);
	});
});

describe('a pause', () => {
	const rule = { interval_weeks: 1 };
	const pause = { from: '2026-12-18', until: '2027-01-01' };
	test('leaves its dates out, and four others are open', () => {
		const { due, nextDate } = listDueDates(
			{ rule, until: null, pause, nextDate: '2026-12-11' },
			'2026-12-04',
		);
		expect([due, nextDate]).toEqual([['2026-12-11', '2027-01-08', '2027-01-15', '2027-01-22'], '2027-01-29']);
	});
	test('paused dates are none of the four', () => {
		const { due } = listDueDates({ rule, until: null, pause, nextDate: '2027-01-29' }, '2026-12-25');
		expect(due).toEqual(['2027-01-29']);
	});
	test('until the end of the series', () => {
		const { due, nextDate } = listDueDates(
			{ rule, until: '2027-01-01', pause, nextDate: '2026-12-18' },
			'2026-12-11',
		);
		expect([due, hasMoreDates({ nextDate, until: '2027-01-01' })]).toEqual([[], false]);
	});
	test('is current until its last day is over everywhere', () => {
		const findAt = (now: string) => findCurrentPause(pause, new Date(now));
		expect(findAt('2026-12-01T00:00:00Z')).toBe(pause);
		expect(findAt('2027-01-02T23:59:00Z')).toBe(pause);
		expect(findAt('2027-01-03T00:01:00Z')).toBeNull();
		expect(findCurrentPause(null, new Date('2027-01-03T00:01:00Z'))).toBeNull();
	});
	test('is named', () => {
		expect(describeRepeats({ rule, until: null, pause })).toBe(
			'Every week, but not from Dec 18th, 2026 to Jan 1st, 2027',
		);
	});
});

test('the next starts keep their time of day over a clock change, and leave out a pause', () => {
	const clock = { lastDate: '2027-02-19', startTime: '20:30', timezone: 'America/New_York' };
	const repeats = {
		rule: { months: 1, weekdays: [{ nth: 'last' as const, weekday: 5 }] },
		until: '2027-06-30',
	};
	const pause = { from: '2027-04-01', until: '2027-04-30' };
	expect(listStarts({ ...repeats, pause }, clock)).toEqual([
		'2027-02-27T01:30:00.000Z',
		'2027-03-27T00:30:00.000Z',
		'2027-05-29T00:30:00.000Z',
		'2027-06-26T00:30:00.000Z',
	]);
	expect(listStarts({ rule: { interval_weeks: 1 }, until: null, pause: null }, clock)).toHaveLength(6);
});

test.each([
	['all without a limit', 'ccl t', null, 'ccl t'],
	['at most half of the places, the first ones', 'cclc', 5, 'cc'],
	['tentative regulars take no place', 'ctctc', 4, 'ctct'],
	['one place is for everyone', 'ct', 1, 't'],
	['an event whose storytellers lead nobody', 'cl', 0, ''],
])('regulars of a new event: %s', (_, regulars, places, chosen) => {
	const statuses = { c: 'confirmed', l: 'late', t: 'tentative' } as const;
	const list = [...regulars.replaceAll(' ', '')].map((letter, index) => ({
		userId: String(index),
		status: statuses[letter as keyof typeof statuses],
	}));
	expect(
		chooseRegulars(list, places)
			.map(({ status }) => status[0])
			.join(''),
	).toBe(chosen.replaceAll(' ', ''));
});

test.each([
	[1, null, 'Every week'],
	[2, null, 'Every 2 weeks'],
	[1, '2026-12-11', 'Every week until Dec 11th, 2026'],
])('%s weeks until %s', (interval_weeks, until, text) => {
	expect(describeRepeats({ rule: { interval_weeks }, until, pause: null })).toBe(text);
});

test('how a series goes on', () => {
	const series = { rule: { interval_weeks: 1 }, until: '2026-12-11', pause: null };
	expect([
		describeSeries(series, 'running'),
		describeSeries(series, 'complete'),
		describeSeries(series, 'ended'),
		describeEventCount(1),
		describeEventCount(4),
	]).toEqual([
		'Every week until Dec 11th, 2026',
		'Every week until Dec 11th, 2026. No more dates will be added.',
		'Every week until Dec 11th, 2026. The series has ended: no more dates follow.',
		'1 event is planned, repeats included.',
		'4 events are planned, repeats included.',
	]);
});
