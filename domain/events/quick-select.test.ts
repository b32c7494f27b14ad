import { describe, expect, test } from 'vitest';
import { EMPTY_EVENT_FORM, type EventFormValues } from './form.ts';
import {
	chooseShownTime,
	describeQuickFill,
	fillTitle,
	fillUsual,
	findQuickChoice,
	findUsual,
	findUsualEvents,
	getCopyDate,
	isTypedTitle,
	pickUsual,
	QUICK_SELECTS,
	readQuickReplaced,
	recordQuickFill,
	type UsualEvent,
	undoQuickFill,
} from './quick-select.ts';

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

const make = (values: Partial<EventFormValues>) => pickUsual({ ...EMPTY_EVENT_FORM, ...values });
const FRIDAY = make({
	description: 'Soup.\nBread.',
	location: 'Hall',
	storytellerIds: ['5', '7'],
	capacity: '12',
	minimum_players: '8',
	on_too_few: 'cancel',
});
const SATURDAY = make({ location: 'Mill', byStorytellers: true });
const EMPTY = make({});

const toEvent = (values: typeof FRIDAY): UsualEvent => ({
	weekday: 5,
	title: 'Ravenswood',
	date: '2026-10-10T00:30:00.000Z',
	timezone: 'America/New_York',
	values,
});

describe('what Quick Select says', () => {
	const SET = 'Title, date, time and timezone are set.';
	const FROM = 'Filled in from “Ravenswood” (Fri, Oct 9, 8:30 PM):';
	test.each<[string, Partial<EventFormValues>, typeof FRIDAY | null, typeof FRIDAY | null, string]>([
		['no event', {}, null, null, SET],
		[
			'everything',
			FRIDAY,
			FRIDAY,
			null,
			`${SET} ${FROM} description, location, storytellers, places, players needed.`,
		],
		['two parts', SATURDAY, SATURDAY, null, `${SET} ${FROM} location, places.`],
		['a place was typed', { ...SATURDAY, location: 'Barn' }, SATURDAY, null, `${SET} ${FROM} places.`],
		['all was typed', { location: 'Barn', capacity: '3' }, SATURDAY, null, SET],
		[
			'a day with less after one with more',
			SATURDAY,
			SATURDAY,
			FRIDAY,
			`${SET} ${FROM} location, places. Empty again: description, storytellers, players needed.`,
		],
		['a day without an event', {}, null, SATURDAY, `${SET} Empty again: location, places.`],
	])('%s', (_, form, usual, previous, text) => {
		const found = {
			usual: usual ? toEvent(usual) : undefined,
			previous: previous ? toEvent(previous) : undefined,
		};
		expect(describeQuickFill({ ...EMPTY_EVENT_FORM, ...form }, found)).toBe(text);
	});
});

describe('Undo of Quick Select', () => {
	const TYPED = { ...EMPTY_EVENT_FORM, title: 'Mine', date: '2026-12-01', time: '19:00', timezone: 'UTC' };
	const press = (date: string, values: Partial<EventFormValues>) => (form: EventFormValues) => ({
		...form,
		...values,
		title: 'Default',
		date,
		time: '20:30',
		timezone: 'America/New_York',
	});
	const friday = press('2026-12-04', FRIDAY);
	const saturday = press('2026-12-05', { ...FRIDAY, ...SATURDAY });
	const type = (values: Partial<EventFormValues>) => (form: EventFormValues) => ({ ...form, ...values });

	type Step = (form: EventFormValues) => EventFormValues;
	test.each<[string, Step[], Partial<EventFormValues>]>([
		['brings everything back', [friday], {}],
		['brings everything back after two presses', [friday, saturday], {}],
		['keeps what was entered since', [friday, type({ location: 'Barn' })], { location: 'Barn' }],
		[
			'takes back the storytellers that it has added, not one who was chosen since',
			[friday, (form) => ({ ...form, storytellerIds: [...form.storytellerIds, '99'] })],
			{ storytellerIds: ['99'] },
		],
		[
			'keeps what was entered between two presses',
			[friday, type({ location: 'Barn' }), press('2026-12-05', {})],
			{ location: 'Barn' },
		],
	])('%s', (_, steps, kept) => {
		let form: EventFormValues = TYPED;
		let replaced = {};
		for (const step of steps) {
			const next = step(form);
			if (next.title !== form.title || next.date !== form.date)
				replaced = recordQuickFill(replaced, form, next);
			form = next;
		}
		const sent = readQuickReplaced(JSON.stringify(replaced));
		expect(undoQuickFill(form, sent)).toEqual({ ...TYPED, ...kept });
	});

	test.each([
		'',
		'{',
		'null',
		'[]',
		'{"title":null}',
		'{"title":{"before":1,"after":"x"}}',
		'{"storytellerIds":{"before":["1"],"after":[2]}}',
		'{"byStorytellers":{"before":"on","after":true}}',
		'{"__proto__":{"before":"","after":""},"image":{"before":"","after":""}}',
	])('unusable JSON brings nothing back: %s', (json) => {
		expect(readQuickReplaced(json)).toEqual({});
	});
});

describe('what Quick Select fills in', () => {
	test.each<[string, Partial<EventFormValues>, typeof FRIDAY | null, typeof FRIDAY | null, object]>([
		['an empty form gets everything', {}, FRIDAY, null, FRIDAY],
		['what was typed stays', { location: 'Kept' }, FRIDAY, null, { ...FRIDAY, location: 'Kept' }],
		[
			'chosen storytellers stay',
			{ storytellerIds: ['9'] },
			FRIDAY,
			null,
			{ ...FRIDAY, storytellerIds: ['9'] },
		],
		[
			'a typed number of places stays without the other choice',
			{ capacity: '3' },
			SATURDAY,
			null,
			{ ...SATURDAY, capacity: '3', byStorytellers: false },
		],
		[
			'a chosen time of the decision keeps the number of players empty',
			{ decide_minutes: '60' },
			FRIDAY,
			null,
			{ minimum_players: '', decide_minutes: '60', on_too_few: 'ask' },
		],
		['another day replaces what the first one filled in', FRIDAY, SATURDAY, FRIDAY, SATURDAY],
		[
			'as a browser sends it',
			{ ...FRIDAY, description: 'Soup.\r\nBread.', storytellerIds: ['7', '5'] },
			SATURDAY,
			FRIDAY,
			SATURDAY,
		],
		['a day without an event empties it', FRIDAY, null, FRIDAY, EMPTY],
		[
			'but not what was changed since',
			{ ...FRIDAY, location: 'Barn' },
			null,
			FRIDAY,
			{ ...EMPTY, location: 'Barn' },
		],
		['without an event nothing changes', { location: 'Kept' }, null, null, { ...EMPTY, location: 'Kept' }],
	])('%s', (_, form, usual, previous, expected) => {
		const values = fillUsual(
			{ ...EMPTY_EVENT_FORM, ...form, title: 'T' },
			{ usual: usual ? toEvent(usual) : undefined, previous: previous ? toEvent(previous) : undefined },
		);
		expect(values).toMatchObject({ ...expected, title: 'T' });
	});
});

test('the last event of a weekday is that of its own zone', () => {
	const event = (id: string, date: string, timezone = 'America/New_York') => ({
		id,
		date: new Date(date),
		timezone,
	});
	const found = findUsualEvents([
		event('1', '2026-10-10T00:30:00Z'),
		event('2', '2026-10-10T00:30:00Z', 'UTC'),
		event('3', '2026-10-03T00:30:00Z'),
	]);
	expect([...found]).toEqual([
		[5, '1'],
		[6, '2'],
	]);
});

test('finds the event of a date and the one that was filled in before', () => {
	const events = [{ weekday: 5 }, { weekday: 6 }] as UsualEvent[];
	expect(findUsual(events, '2026-10-16', 6)).toEqual({ usual: events[0], previous: events[1] });
	expect(findUsual(events, '2026-10-14', null)).toEqual({ usual: undefined, previous: undefined });
});

/** Wednesday, noon in New York. */
const now = new Date('2026-10-14T16:00:00Z');
test.each([
	['an event of today: in a week', '2026-10-15T00:30:00Z', '2026-10-21'],
	['an event of last Friday: this Friday', '2026-10-10T00:30:00Z', '2026-10-16'],
	['an event of last month on a Tuesday', '2026-09-09T00:30:00Z', '2026-10-20'],
	['an event of next Friday: a week after it', '2026-10-17T00:30:00Z', '2026-10-23'],
])('the copy of %s', (_, date, expected) => {
	expect(getCopyDate({ date, timezone: 'America/New_York' }, now)).toBe(expected);
});
