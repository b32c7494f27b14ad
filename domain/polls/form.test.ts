import { describe, expect, test } from 'vitest';
import { EMPTY_POLL_FORM, type PollFormValues, toPollBody, toPollFormValues, toRowErrors } from './form.ts';
import type { PollView } from './schema.ts';

const EMPTY_ROW = { date: '', time: '20:30', duration: '3' };

/** Returns a typed form with these rows, which ends at noon of June 1st. */
const typed = (rows: PollFormValues['times'], changes: Partial<PollFormValues> = {}): PollFormValues => ({
	...EMPTY_POLL_FORM,
	title: 'Fair',
	times: rows,
	answer_by: { date: '2031-06-01', time: '12:00' },
	...changes,
});

const time = (id: string, date: string, duration = 180) => ({
	...{ id, date, duration },
	...{ yes: 0, if_needed: 0, no: 0, playable_groups: 0 },
});
const SAVED: PollView = {
	id: '7',
	title: 'Fair',
	description: '',
	location: '',
	timezone: 'America/New_York',
	answer_by: '2031-06-01T16:00:42.000Z',
	status: 'open',
	event_id: null,
	version: 1,
	// The best time is first.
	times: [time('2', '2031-07-12T00:30:15.000Z', 90), time('1', '2031-07-05T00:30:00.000Z')],
	own_votes: [],
};

test('rows without a date are left out, and wall times become instants in the zone of the form', () => {
	const rows = [EMPTY_ROW, { date: '2031-07-04', time: '20:30', duration: '2.5' }, EMPTY_ROW];
	expect(toPollBody(typed(rows, { timezone: 'America/Chicago' }))).toEqual({
		body: {
			...{ title: 'Fair', description: '', location: '', timezone: 'America/Chicago' },
			times: [{ date: '2031-07-05T01:30:00.000Z', duration: 150 }],
			answer_by: '2031-06-01T17:00:00.000Z',
		},
		rows: [1],
		errors: {},
	});
});

test('what is wrong is named by the path of the body, and shown in the row that has it', () => {
	const { errors, rows } = toPollBody(
		typed([EMPTY_ROW, { date: '2031-03-09', time: '02:30', duration: '9' }], {
			title: ' ',
			answer_by: { date: '', time: '' },
		}),
	);
	expect(errors).toEqual({
		title: ['Please enter a title'],
		'times.0.time': ['2:30 AM does not exist on that day: clocks go forward'],
		'times.0.duration': ['Please enter 1 to 8 hours, in half hours'],
		'answer_by.date': ['Please enter a date'],
		'answer_by.time': ['Please enter a time'],
	});
	expect(Object.keys(toRowErrors({ ...errors, 'times.0.date': [''] }, rows))).toContain('times.1.date');
	expect(toRowErrors({ times: ['None'], answer_by: ['Late'] }, rows)).toEqual({
		times: ['None'],
		answer_by: ['Late'],
	});
});

describe('the form of a saved poll', () => {
	test('shows its times by date, and room for others', () => {
		const values = toPollFormValues(SAVED);
		expect(values.times).toHaveLength(10);
		expect(values.times.slice(0, 3)).toEqual([
			{ date: '2031-07-04', time: '20:30', duration: '3' },
			{ date: '2031-07-11', time: '20:30', duration: '1.5' },
			EMPTY_ROW,
		]);
		expect(values.answer_by).toEqual({ date: '2031-06-01', time: '12:00' });
	});

	test('leaves out times and end that are as they were, since they may have passed', () => {
		const values = toPollFormValues(SAVED);
		expect(toPollBody({ ...values, title: 'Winter' }, SAVED).body).toEqual({
			...{ title: 'Winter', description: '', location: '', timezone: 'America/New_York' },
		});
	});

	test.each<[string, (values: PollFormValues) => Partial<PollFormValues>, object]>([
		[
			'a removed time, whose neighbor keeps its seconds',
			({ times: [, ...rows] }) => ({ times: [EMPTY_ROW, ...rows] }),
			{ times: [{ date: '2031-07-12T00:30:15.000Z', duration: 90 }], answer_by: SAVED.answer_by },
		],
		[
			'another duration',
			({ times: [first = EMPTY_ROW] }) => ({ times: [{ ...first, duration: '4' }] }),
			{ times: [{ date: '2031-07-05T00:30:00.000Z', duration: 240 }] },
		],
		[
			'another end',
			() => ({ answer_by: { date: '2031-06-02', time: '12:00' } }),
			{ answer_by: '2031-06-02T16:00:00.000Z' },
		],
		[
			'another zone, which moves every time',
			() => ({ timezone: 'America/Chicago' }),
			{
				times: [
					{ date: '2031-07-05T01:30:00.000Z', duration: 180 },
					{ date: '2031-07-12T01:30:00.000Z', duration: 90 },
				],
				answer_by: '2031-06-01T17:00:00.000Z',
			},
		],
	])('sends %s', (_, change, expected) => {
		const values = toPollFormValues(SAVED);
		expect(toPollBody({ ...values, ...change(values) }, SAVED).body).toMatchObject(expected);
	});

	test('keeps two times that look the same when the clocks go back', () => {
		const twice = {
			...SAVED,
			times: [time('1', '2031-11-02T05:30:00.000Z'), time('2', '2031-11-02T06:30:00.000Z')],
		};
		const values = { ...toPollFormValues(twice), answer_by: { date: '2031-06-02', time: '12:00' } };
		expect(toPollBody(values, twice).body.times?.map(({ date }) => date)).toEqual([
			'2031-11-02T05:30:00.000Z',
			'2031-11-02T06:30:00.000Z',
		]);
	});
});
