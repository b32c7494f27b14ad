import { expect, test } from 'vitest';
import { chooseShownTime, fillTitle, findQuickChoice, isTypedTitle, QUICK_SELECTS } from './quick-select.ts';

const GAME = 'Blood on the Clocktower';
const WEDNESDAY = new Date('2026-10-14T16:00:00Z');

test.each([
	['wednesday', WEDNESDAY, '2026-10-21', 'Wednesday'],
	['friday', WEDNESDAY, '2026-10-16', 'Friday'],
	['saturday', WEDNESDAY, '2026-10-17', 'Saturday'],
	['today', WEDNESDAY, '2026-10-14', 'Wednesday'],
	// Already the 17th in UTC, still Friday the 16th in New York.
	['friday', new Date('2026-10-17T03:59:00Z'), '2026-10-23', 'Friday'],
	['saturday', new Date('2026-10-17T03:59:00Z'), '2026-10-17', 'Saturday'],
	['saturday', new Date('2026-10-17T04:00:00Z'), '2026-10-24', 'Saturday'],
	// Saturday noon in Tokyo and Berlin's small hours are Friday evening in New York.
	['today', new Date('2026-10-17T03:00:00Z'), '2026-10-16', 'Friday'],
	['today', new Date('2026-10-17T03:59:59.999Z'), '2026-10-16', 'Friday'],
	// Friday, 9 PM in Los Angeles is Saturday in New York.
	['today', new Date('2026-10-17T04:00:00Z'), '2026-10-17', 'Saturday'],
	['friday', new Date('2026-10-16T03:59:59Z'), '2026-10-16', 'Friday'],
	['friday', new Date('2026-10-16T04:00:00Z'), '2026-10-23', 'Friday'],
	['wednesday', new Date('2026-10-14T03:59:59Z'), '2026-10-14', 'Wednesday'],
	// The day after the clocks go back: midnight is an hour later in UTC.
	['today', new Date('2026-11-02T04:59:59Z'), '2026-11-01', 'Sunday'],
	['today', new Date('2026-11-02T05:00:00Z'), '2026-11-02', 'Monday'],
	['today', new Date('2026-12-31T18:00:00Z'), '2026-12-31', 'Thursday'],
	['friday', new Date('2026-12-31T18:00:00Z'), '2027-01-01', 'Friday'],
])('%s', (name, now, date, weekday) => {
	expect(findQuickChoice(name, now, GAME)).toEqual({
		date,
		time: '20:30',
		timezone: 'America/New_York',
		title: `${weekday} ${GAME}`,
	});
});

const MIDNIGHT = new Date('2026-10-16T04:00:10Z');
test.each([
	['just before midnight', '2026-10-16T03:59:50.000Z', '2026-10-16T03:59:50.000Z'],
	['the evening before', '2026-10-15T22:00:00.000Z', '2026-10-15T22:00:00.000Z'],
	['two days ago', '2026-10-14T04:00:00.000Z', MIDNIGHT.toISOString()],
	['later', '2026-10-16T05:00:00.000Z', MIDNIGHT.toISOString()],
	['no time', '', MIDNIGHT.toISOString()],
	['no date', 'soon', MIDNIGHT.toISOString()],
])('a button of a page from %s means the date that it showed', (_, shownAt, expected) => {
	expect(chooseShownTime(shownAt, MIDNIGHT).toISOString()).toBe(expected);
});

test('returns null for an unknown button', () =>
	expect(findQuickChoice('sunday', WEDNESDAY, GAME)).toBeNull());

test('the labels are those of the spec', () => {
	expect(QUICK_SELECTS.map(({ label }) => label)).toEqual([
		'Next Wednesday',
		'Next Friday',
		'Next Saturday',
		'Today',
	]);
});

test.each([
	['empty', { title: '', date: '2026-10-16', time: '20:30' }, undefined, `Friday ${GAME}`],
	['only spaces', { title: '  ', date: '2026-10-16', time: '20:30' }, undefined, `Friday ${GAME}`],
	['no date yet', { title: '', date: '', time: '20:30' }, undefined, ''],
	['no time yet', { title: '', date: '2026-10-16', time: '' }, undefined, ''],
	['a custom title', { title: 'Ravenswood', date: '2026-10-16', time: '20:30' }, '2026-10-15', 'Ravenswood'],
	[
		'filled in for another day',
		{ title: `Thursday ${GAME}`, date: '2026-10-16', time: '20:30' },
		'2026-10-15',
		`Friday ${GAME}`,
	],
	[
		'typed like one for another day',
		{ title: `Sunday ${GAME}`, date: '2026-10-16', time: '20:30' },
		'2026-10-15',
		`Sunday ${GAME}`,
	],
])('auto-fill: %s', (_name, form, before, title) => expect(fillTitle(form, GAME, before)).toBe(title));

test.each([
	['', false],
	['  ', false],
	[`Sunday ${GAME}`, false],
	['Sunday', true],
	['Ravenswood', true],
])('the title “%s” was typed: %s', (title, isTyped) => expect(isTypedTitle(title, GAME)).toBe(isTyped));
