import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, test } from 'vitest';
import { addDays } from '../time/day.ts';
import { instantToWallTime } from '../time/wall-time.ts';
import { getStart, listDueDates } from './series.ts';
import {
	describeRule,
	type MonthDay,
	moveRule,
	NTHS,
	type SeriesRule,
	stepDate,
	toMonthDay,
} from './series-rule.ts';

const on = (nth: MonthDay['nth'], weekday: number): MonthDay => ({ nth, weekday });
const monthly = (...weekdays: MonthDay[]) => ({ months: 1, weekdays });
const firstTuesday = on(1, 2);
const thirdSaturday = on(3, 6);

test.each<[SeriesRule, string]>([
	[{ interval_weeks: 1 }, 'Every week'],
	[{ interval_weeks: 8 }, 'Every 8 weeks'],
	[monthly(on('last', 0)), 'Every month on the last Sunday'],
	[
		{ months: 2, weekdays: [firstTuesday, thirdSaturday] },
		'Every 2 months on the first Tuesday and the third Saturday',
	],
])('%j: %s', (rule, text) => {
	expect(describeRule(rule)).toBe(text);
});

test.each<[string, MonthDay]>([
	['2026-12-01', firstTuesday],
	['2026-12-07', on(1, 1)],
	['2026-12-08', on(2, 2)],
	['2026-12-28', on(4, 1)],
	['2026-12-29', on('last', 2)],
])('the weekday of %s', (date, day) => {
	expect(toMonthDay(date)).toEqual(day);
});

/** Rules of every kind: 8 of weeks, 32 of months. */
const RULES: SeriesRule[] = [
	...Array.from({ length: 8 }, (_, index) => ({ interval_weeks: index + 1 })),
	...Array.from({ length: 32 }, (_, index): SeriesRule => {
		const first = on(NTHS[index % 5] ?? 1, (index * 3) % 7);
		const second = on(NTHS[(index * 2 + 1) % 5] ?? 1, (index * 5 + 2) % 7);
		return { months: (index % 6) + 1, weekdays: index % 2 === 0 ? [first] : [first, second] };
	}),
];
const ZONES = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata'];
const DAY_CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Returns the starts of three years that a library for RFC 5545 finds. */
function listByLibrary(rule: SeriesRule, date: string, zone: string): string[] {
	const parts =
		'interval_weeks' in rule
			? `FREQ=WEEKLY;INTERVAL=${rule.interval_weeks}`
			: `FREQ=MONTHLY;INTERVAL=${rule.months};BYDAY=${rule.weekdays.map(({ nth, weekday }) => `${nth === 'last' ? -1 : nth}${DAY_CODES[weekday]}`)}`;
	const from = `${date.replaceAll('-', '')}T203000`;
	const until = `${addDays(date, 3 * 365 + 1).replaceAll('-', '')}T050000Z`;
	const found = new RRuleTemporal({
		rruleString: `DTSTART;TZID=${zone}:${from}\nRRULE:${parts};UNTIL=${until}`,
	}).all();
	return found.map((start) => new Date(start.epochMilliseconds).toISOString());
}

test.each(ZONES)(
	'%s: 40 rules give the dates of three years that a library finds, forwards and backwards',
	(timezone) => {
		for (const rule of RULES) {
			const first = stepDate(rule, '2026-10-31');
			const last = addDays(first, 3 * 365);
			const dates = [first];
			for (let date = stepDate(rule, first); date <= last; date = stepDate(rule, date)) dates.push(date);
			const starts = dates.map((date) => getStart(date, { startTime: '20:30', timezone }).toISOString());
			expect(starts, JSON.stringify(rule)).toEqual(listByLibrary(rule, first, timezone));
			expect(new Set(starts.map((start) => instantToWallTime(new Date(start), timezone).time))).toEqual(
				new Set(['20:30']),
			);
			const back = [dates.at(-1) ?? ''];
			while (back.length < dates.length) back.unshift(stepDate(rule, back[0] ?? '', -1));
			expect(back).toEqual(dates);
		}
	},
);

test('rules of weeks are due as they were before there were rules of months', () => {
	for (let weeks = 1; weeks <= 8; weeks += 1)
		for (let ahead = -40; ahead <= 300; ahead += 1) {
			const today = addDays('2026-10-16', -ahead);
			const horizon = addDays(today, 28 * weeks);
			const expected: string[] = [];
			let date = '2026-10-16';
			for (; date <= horizon; date = addDays(date, 7 * weeks)) if (date >= today) expected.push(date);
			const rule = { interval_weeks: weeks };
			const due = listDueDates({ rule, nextDate: '2026-10-16', until: null, pause: null }, today);
			expect(due).toEqual({ due: expected, nextDate: date });
		}
});

test.each<[string, SeriesRule, string, string, string[], string[]]>([
	// [what, rule, today, next date, due, the date after]
	[
		'the next four dates',
		monthly(firstTuesday),
		'2026-11-30',
		'2026-12-01',
		['2026-12-01', '2027-01-05', '2027-02-02', '2027-03-02'],
		['2027-04-06'],
	],
	[
		'of both weekdays',
		monthly(firstTuesday, thirdSaturday),
		'2026-11-30',
		'2026-12-01',
		['2026-12-01', '2026-12-19', '2027-01-05', '2027-01-16'],
		['2027-02-02'],
	],
	[
		'dates that exist count',
		monthly(firstTuesday),
		'2026-12-31',
		'2027-04-06',
		['2027-04-06'],
		['2027-05-04'],
	],
])('dates that are due: %s', (_, rule, today, nextDate, due, [after]) => {
	expect(listDueDates({ rule, nextDate, until: null, pause: null }, today)).toEqual({ due, nextDate: after });
});

describe('a date that moves', () => {
	test.each<[string, SeriesRule, string, string, SeriesRule, Record<string, string>]>([
		[
			'weeks: all by as many days',
			{ interval_weeks: 2 },
			'2026-12-01',
			'2026-12-03',
			{ interval_weeks: 2 },
			{ '2026-12-15': '2026-12-17' },
		],
		[
			'months: to another weekday of the month',
			monthly(firstTuesday),
			'2026-12-01',
			'2026-12-02',
			monthly(on(1, 3)),
			{ '2027-01-05': '2027-01-06', '2027-06-01': '2027-06-02', '2027-09-07': '2027-09-01' },
		],
		[
			'the other weekday stays',
			monthly(firstTuesday, thirdSaturday),
			'2026-12-01',
			'2026-12-02',
			monthly(on(1, 3), thirdSaturday),
			{ '2026-12-19': '2026-12-19', '2027-01-05': '2027-01-06' },
		],
		[
			'the last one stays the last',
			monthly(on('last', 5)),
			'2026-12-25',
			'2026-12-26',
			monthly(on('last', 6)),
			{ '2027-01-29': '2027-01-30' },
		],
		[
			'from the last to an earlier one',
			monthly(on('last', 5)),
			'2026-12-25',
			'2026-12-18',
			monthly(on(3, 5)),
			{ '2027-01-29': '2027-01-15' },
		],
		[
			'to a fifth one: the last',
			monthly(on(4, 1)),
			'2026-12-28',
			'2026-12-29',
			monthly(on('last', 2)),
			{ '2027-01-25': '2027-01-26' },
		],
		[
			'to another month: alone',
			monthly(on('last', 4)),
			'2026-12-31',
			'2027-01-01',
			monthly(on('last', 4)),
			{ '2027-01-28': '2027-01-28' },
		],
		[
			'one that is none of the rule: alone',
			monthly(firstTuesday),
			'2026-12-10',
			'2026-12-11',
			monthly(firstTuesday),
			{ '2027-01-05': '2027-01-05' },
		],
		[
			'not at all',
			monthly(firstTuesday),
			'2026-12-01',
			'2026-12-01',
			monthly(firstTuesday),
			{ '2027-01-05': '2027-01-05' },
		],
	])('%s', (_, rule, from, to, newRule, moves) => {
		const moved = moveRule(rule, from, to);
		expect(moved.rule).toEqual(newRule);
		expect(Object.fromEntries(Object.keys(moves).map((date) => [date, moved.move(date)]))).toEqual(moves);
	});
});
