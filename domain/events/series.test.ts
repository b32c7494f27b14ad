import { describe, expect, test } from 'vitest';
import { addDays } from '../time/day.ts';
import { instantToWallTime } from '../time/wall-time.ts';
import {
	chooseRegulars,
	describeEventCount,
	describeInterval,
	describeSeries,
	getStart,
	hasMoreDates,
	listDueDates,
	toSeriesInput,
} from './series.ts';
import { seriesInput, typedRepeat } from './series-schema.ts';

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
	])('%s', (_, nextDate, intervalWeeks, until, today, due, after) => {
		const result = listDueDates({ nextDate, intervalWeeks, until }, today);
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
	test.each([
		[{ interval_weeks: 1 }, { interval_weeks: 1, until: null }],
		[
			{ interval_weeks: 8, until: '2027-01-01' },
			{ interval_weeks: 8, until: '2027-01-01' },
		],
		[{ interval_weeks: 0 }, null],
		[{ interval_weeks: 9 }, null],
		[{ interval_weeks: 1.5 }, null],
		[{ interval_weeks: '1' }, null],
		[{ interval_weeks: 1, until: '2027-02-30' }, null],
		[{ interval_weeks: 1, until: '0005-01-01' }, null],
		[{ interval_weeks: 1, until: '2027-1-1' }, null],
	])('%j', (body, expected) => {
		expect(seriesInput.safeParse(body).data ?? null).toEqual(expected);
	});

	test.each([
		['', '', undefined],
		['', '2027-01-01', undefined],
		['2', '', { interval_weeks: 2, until: null }],
		['8', '2027-01-01', { interval_weeks: 8, until: '2027-01-01' }],
	])('a form with %j weeks until %j', (repeat_weeks, repeat_until, expected) => {
		expect(toSeriesInput({ repeat_weeks, repeat_until })).toEqual(expected);
	});

	test.each([
		['repeat_weeks', '9'],
		['repeat_weeks', '1e0'],
		['repeat_until', 'tomorrow'],
		['repeat_until', '0005-01-01'],
	] as const)('%s %j is refused in a form', (field, text) => {
		expect(typedRepeat[field].safeParse(text).success).toBe(false);
	});
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
	expect(describeInterval({ interval_weeks, until })).toBe(text);
});

test('how a series goes on', () => {
	const series = { interval_weeks: 1, until: '2026-12-11' };
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
