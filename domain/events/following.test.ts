import { describe, expect, test } from 'vitest';
import { addDays } from '../time/day.ts';
import { listFieldNames, moveEnd, planFollowing, type SeriesTemplate } from './following.ts';
import { getStart } from './series.ts';
import { moveRule } from './series-rule.ts';

describe('an edit of an event and all later ones', () => {
	const template = {
		title: 'Friday',
		description: '',
		duration: 180,
		location: 'Hearth',
		storytellerIds: ['1'],
		capacity: null,
		minimumPlayers: null,
		decideMinutes: 1440,
		onTooFew: 'ask',
		imageId: null,
		timezone: 'America/New_York',
		startTime: '20:30',
	} as SeriesTemplate;
	type Values = Partial<Omit<SeriesTemplate, 'startTime'>> & { date?: Date };
	const on = (seriesDate: string, own: Values = {}) => {
		const { startTime: _, ...values } = template;
		return { ...values, id: seriesDate, seriesDate, date: getStart(seriesDate, template), ...own };
	};
	const at = (date: string, startTime: string, timezone = template.timezone) => ({
		timezone,
		date: getStart(date, { startTime, timezone }),
	});
	const before = on('2026-10-23');
	/** Returns the plan for one later event, of the date 2026-11-06 (after clocks went back), with `own` values. */
	const plan = (edit: Values, own: Values = {}, first: Values = {}) => {
		const edited = on('2026-10-23', first);
		return planFollowing({
			rule: { interval_weeks: 2 },
			template,
			before: edited,
			after: { ...edited, ...edit },
			later: [on('2026-11-06', own)],
		});
	};

	test.each<[string, Values, Values, Values, Partial<Values>, string[]]>([
		['a new title', { title: 'Social' }, {}, {}, { title: 'Social' }, []],
		['a title that was changed by hand stays', { title: 'Social' }, { title: 'Finale' }, {}, {}, ['title']],
		[
			'what was changed by hand is followed in all else',
			{ location: 'Hall' },
			{ title: 'Finale' },
			{},
			{ location: 'Hall' },
			[],
		],
		['one that has the new title already', { title: 'Social' }, { title: 'Social' }, {}, {}, []],
		[
			'an edited event that had its own title',
			{ title: 'Social' },
			{},
			{ title: 'Opening' },
			{ title: 'Social' },
			[],
		],
		['other storytellers', { storytellerIds: ['2'] }, {}, {}, { storytellerIds: ['2'] }, []],
		[
			'own storytellers stay',
			{ storytellerIds: ['2'] },
			{ storytellerIds: ['1', '3'] },
			{},
			{},
			['storytellerIds'],
		],
		['no places any more', { capacity: 12 }, {}, {}, { capacity: 12 }, []],
		[
			'a later time of day, the same in winter',
			at('2026-10-23', '21:00'),
			{},
			{},
			at('2026-11-06', '21:00'),
			[],
		],
		['another weekday', at('2026-10-22', '20:30'), {}, {}, at('2026-11-05', '20:30'), []],
		[
			'another zone, with the local time',
			at('2026-10-23', '20:30', 'Europe/London'),
			{},
			{},
			at('2026-11-06', '20:30', 'Europe/London'),
			[],
		],
		[
			'an event that was moved by hand stays',
			at('2026-10-22', '20:30'),
			at('2026-11-07', '20:30'),
			{},
			{},
			['date'],
		],
		[
			'a new time of an event that was moved alone: the later ones stay on their day',
			at('2026-10-24', '19:00'),
			{},
			at('2026-10-24', '20:30'),
			at('2026-11-06', '19:00'),
			[],
		],
		[
			'another day of an event that had its own time and day: as many days later, at their time',
			at('2026-10-25', '18:00'),
			{},
			at('2026-10-24', '18:00'),
			at('2026-11-07', '20:30'),
			[],
		],
		[
			'another title of an event that was moved alone',
			{ title: 'Social' },
			{},
			at('2026-10-24', '18:00', 'Europe/London'),
			{ title: 'Social' },
			[],
		],
		[
			'an event that was moved alone and moves to the time of the series',
			at('2026-10-24', '20:30'),
			{},
			at('2026-10-24', '18:00'),
			{},
			[],
		],
		['nothing', {}, { title: 'Finale' }, {}, {}, []],
	])('%s', (_, edit, own, first, changes, kept) => {
		const [change] = plan(edit, own, first).events;
		expect(change?.changes).toEqual(changes);
		expect(change?.own).toEqual(kept);
	});

	test('the next events get the new values, and the dates of the series move', () => {
		const { template: next, move } = plan({ ...at('2026-10-22', '19:00'), title: 'Thursday' });
		expect(next).toEqual({ ...template, title: 'Thursday', startTime: '19:00' });
		expect(move('2026-11-06')).toBe('2026-11-05');
	});

	test('what the edit does not change stays as the series has it', () => {
		const { template: next, move } = plan(
			{ location: 'Hall' },
			{},
			{ title: 'Opening', ...at('2026-10-24', '20:30') },
		);
		expect(next).toEqual({ ...template, location: 'Hall' });
		expect(move('2026-11-06')).toBe('2026-11-06');
		expect(before.title).toBe('Friday');
	});

	test.each([
		// [what, next date, weeks, until, days, the new last date]
		['the last date moves along', '2027-02-12', 1, '2027-02-05', 1, '2027-02-06'],
		['before all events exist, too', '2027-01-01', 1, '2027-02-05', 1, '2027-02-06'],
		['a later end of the month stays', '2027-01-01', 1, '2027-01-31', 1, '2027-01-31'],
		['to an earlier weekday', '2027-02-12', 1, '2027-02-05', -1, '2027-02-05'],
		['by a whole interval', '2027-02-19', 2, '2027-02-05', 14, '2027-02-19'],
		['back by a whole interval: no event more', '2027-02-12', 1, '2027-02-05', -7, '2027-01-29'],
		['no move', '2027-02-12', 1, '2027-02-05', 0, '2027-02-05'],
		['no end', '2027-02-12', 1, null, 1, null],
	])('end: %s', (_, nextDate, weeks, until, days, moved) => {
		const rule = { interval_weeks: weeks };
		const move = moveRule(rule, '2027-01-01', addDays('2027-01-01', days));
		expect(moveEnd({ rule, nextDate, until }, move)).toBe(moved);
	});

	test('end: a weekday of the month that moves behind the last date', () => {
		const rule = {
			months: 1,
			weekdays: [
				{ nth: 1 as const, weekday: 2 },
				{ nth: 3 as const, weekday: 6 },
			],
		};
		const move = moveRule(rule, '2026-12-01', '2026-12-23');
		const end = (until: string) => moveEnd({ rule, nextDate: '2026-12-19', until }, move);
		expect([end('2026-12-19'), end('2026-12-31')]).toEqual(['2026-12-23', '2026-12-31']);
	});

	test('the names of fields', () => {
		expect(listFieldNames([])).toBe('');
		expect(listFieldNames(['title', 'storytellerIds', 'date'])).toBe('title, storytellers and start');
	});
});
