import fc from 'fast-check';
import { afterEach, describe, expect, it, test } from 'vitest';
import { createEventDetail } from '~/tests/support/event-views.ts';
import { EASTERN } from '../limits.ts';
import { EDIT_ZONES } from '../time/zones.ts';
import { fitDuration, mapFormFields } from './fields.ts';
import {
	createEventForm,
	EDITED_FIELDS,
	EMPTY_EVENT_FORM,
	type EventFormValues,
	listDifferences,
	omitUntouched,
	toEventFormValues,
	updateEventForm,
} from './form.ts';
import { SERIES_TEXTS } from './series.ts';

const NOW = new Date('2026-10-14T12:00:00Z');
const GOOD = {
	title: 'Friday night',
	description: '',
	date: '2026-10-16',
	time: '20:30',
	timezone: EASTERN,
	duration: '3',
	location: '',
	storytellerIds: ['4', '7'],
};

const errorsOf = (form: Record<string, unknown>, schema = createEventForm(NOW)) => {
	const { error } = schema.safeParse(form);
	return error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
};

test('the create form is converted to the request body', () => {
	expect(
		createEventForm(NOW).parse({ ...GOOD, createDiscordEvent: 'on', announce: 'on', duration: '2.5' }),
	).toMatchObject({
		title: 'Friday night',
		description: '',
		date: '2026-10-17T00:30:00.000Z',
		timezone: EASTERN,
		duration: 150,
		location: '',
		storytellerIds: ['4', '7'],
		createDiscordEvent: true,
		announce: true,
	});
	expect(createEventForm(NOW).parse(GOOD)).toMatchObject({ createDiscordEvent: false, announce: false });
});

test('the edit form has no mirroring field and accepts half an hour', () => {
	const body = updateEventForm().parse({
		...GOOD,
		date: '2020-01-01',
		duration: '0.5',
		createDiscordEvent: 'on',
		announce: 'on',
	});
	expect(body).toMatchObject({ date: '2020-01-02T01:30:00.000Z', duration: 30 });
	expect(body).not.toHaveProperty('createDiscordEvent');
	expect(body).not.toHaveProperty('announce');
});

test('both forms drop the seconds of the time', () => {
	for (const schema of [createEventForm(NOW), updateEventForm()])
		expect(schema.parse({ ...GOOD, time: '20:30:59' })).toMatchObject({ date: '2026-10-17T00:30:00.000Z' });
	expect(errorsOf({ ...GOOD, date: '2027-03-14', time: '02:30:00' })).toEqual([
		['time', '2:30 AM does not exist on that day: clocks go forward'],
	]);
});

test.each<[string, Record<string, unknown>, string]>([
	['title', { title: ' \u200b ' }, 'Please enter a title'],
	['title', { title: 'x'.repeat(201) }, 'A title can have at most 200 characters'],
	['description', { description: 'x'.repeat(4_001) }, 'A description can have at most 4,000 characters'],
	['location', { location: 'x'.repeat(201) }, 'A location can have at most 200 characters'],
	['date', { date: '' }, 'Please enter a date'],
	['date', { date: '2026-02-30' }, 'Please enter a date'],
	['date', { date: '2026-10-13' }, 'The date cannot be before today'],
	['date', { date: '20266-10-13' }, 'Please enter a date'],
	['date', { date: '2206-10-13' }, 'Please enter a date from 2000 to 2099'],
	['time', { time: '' }, 'Please enter a time'],
	['time', { date: '2027-03-14', time: '02:30' }, '2:30 AM does not exist on that day: clocks go forward'],
	['timezone', { timezone: '' }, 'Please choose a timezone'],
	['repeat_until', { repeat_every: '1 weeks', repeat_until: GOOD.date }, SERIES_TEXTS.endsBefore],
	['timezone', { timezone: 'Europe/Rome' }, 'Please choose a timezone'],
	...['', '0', '0.5', '8.5', '2.3', '-3', '1e1', 'three', '3 hours', 'NaN'].map(
		(duration): [string, Record<string, unknown>, string] => [
			'duration',
			{ duration },
			'Please enter 1 to 8 hours, in half hours',
		],
	),
	[
		'storytellerIds',
		{ storytellerIds: Array.from({ length: 51 }, (_, index) => String(index)) },
		'An event can have at most 50 storytellers',
	],
])('%s: %j is refused', (field, change, text) => {
	expect(errorsOf({ ...GOOD, ...change })).toEqual([[field, text]]);
});

test('reports all errors at once, also the skipped time and the date', () => {
	expect(errorsOf({ ...GOOD, title: '', duration: '9', date: '2027-03-14', time: '02:30' })).toEqual([
		['title', 'Please enter a title'],
		['duration', 'Please enter 1 to 8 hours, in half hours'],
		['time', '2:30 AM does not exist on that day: clocks go forward'],
	]);
	expect(errorsOf({}).map(([field]) => field)).toEqual(['title', 'date', 'time', 'timezone', 'duration']);
	expect(errorsOf({ ...GOOD, title: '', date: '2026-10-01' })).toEqual([
		['title', 'Please enter a title'],
		['date', 'The date cannot be before today'],
	]);
});

test.each([
	// At noon UTC on the 14th, it is already the 15th in Auckland and still early on the 14th in Honolulu.
	['Pacific/Auckland', '2026-10-14', '2026-10-15', new Date('2026-10-14T12:00:00Z')],
	['Pacific/Honolulu', '2026-10-13', '2026-10-14', new Date('2026-10-14T12:00:00Z')],
	['Pacific/Honolulu', '2026-10-12', '2026-10-13', new Date('2026-10-14T09:59:00Z')],
	[EASTERN, '2026-10-14', '2026-10-15', new Date('2026-10-15T04:00:00Z')],
	['UTC', '2026-10-14', '2026-10-15', new Date('2026-10-15T00:00:00Z')],
])('in %s %s is yesterday and %s today', (timezone, yesterday, day, now) => {
	const schema = createEventForm(now);
	expect(errorsOf({ ...GOOD, timezone, date: yesterday }, schema)).toEqual([
		['date', 'The date cannot be before today'],
	]);
	expect(errorsOf({ ...GOOD, timezone, date: day, time: '00:00' }, schema)).toEqual([]);
});

test.each([
	[180, 180],
	[0, 180],
	[Number.NaN, 180],
	[45, 60],
	[10, 30],
	[600, 480],
])('%d minutes fit the form as %d', (minutes, fitting) => expect(fitDuration(minutes)).toBe(fitting));

const MACHINE_ZONE = process.env.TZ;
afterEach(() => {
	if (MACHINE_ZONE === undefined) delete process.env.TZ;
	else process.env.TZ = MACHINE_ZONE;
});

describe.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu'])('on a machine in %s', (machineZone) => {
	/** Any minute of any day from 2026 to 2035, as typed. */
	const typed = fc.record({
		day: fc.integer({ min: 0, max: 3_650 }),
		minute: fc.integer({ min: 0, max: 1_439 }),
		zone: fc.constantFrom(...EDIT_ZONES.map(({ zone }) => zone)),
	});

	it('shows the typed values on edit, and refuses only skipped times', { timeout: 60_000 }, () => {
		process.env.TZ = machineZone;
		expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(machineZone);
		fc.assert(
			fc.property(typed, ({ day, minute, zone }) => {
				const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
				const time = new Date(minute * 60_000).toISOString().slice(11, 16);
				const parsed = updateEventForm().safeParse({ ...GOOD, date, time, timezone: zone });
				if (!parsed.success) {
					expect(parsed.error.issues.map(({ path }) => path)).toEqual([['time']]);
					expect(parsed.error.issues[0]?.message).toContain('clocks go forward');
					return;
				}
				const event = createEventDetail(parsed.data);
				expect(toEventFormValues(event)).toMatchObject({ date, time, timezone: zone });
			}),
			{ numRuns: 500 },
		);
	});

	test.each([
		['2027-03-14', '02:30', EASTERN, null],
		['2027-11-07', '01:30', EASTERN, '2027-11-07T05:30:00.000Z'],
		['2027-03-28', '02:00', 'Europe/Berlin', null],
		['2027-10-31', '02:00', 'Europe/Berlin', '2027-10-31T00:00:00.000Z'],
		['2027-10-03', '02:30', 'Australia/Sydney', null],
		['2027-04-04', '02:30', 'Australia/Sydney', '2027-04-03T15:30:00.000Z'],
		['2027-03-14', '02:30', 'America/Phoenix', '2027-03-14T09:30:00.000Z'],
	])('%s %s in %s is %s', (date, time, timezone, instant) => {
		process.env.TZ = machineZone;
		const parsed = updateEventForm().safeParse({ ...GOOD, date, time, timezone });
		expect(parsed.data?.date ?? null).toBe(instant);
	});
});

describe('the differences between a form and the saved event', () => {
	const SAVED: EventFormValues = {
		...EMPTY_EVENT_FORM,
		title: 'Friday night',
		description: 'First line\nSecond line',
		date: '2026-10-16',
		location: 'The Hearth',
		storytellerIds: ['5', '12'],
	};

	test.each<[string, Partial<EventFormValues>, string[]]>([
		['nothing', {}, []],
		['the title', { title: 'Saturday night' }, ['title']],
		['the title’s white space', { title: '  Friday  night ' }, []],
		['an empty title', { title: '' }, ['title']],
		['the description', { description: 'Another' }, ['description']],
		['a browser’s line ends', { description: 'First line\r\nSecond line\r\n' }, []],
		['the date', { date: '2026-10-17' }, ['date']],
		['the time', { time: '20:31' }, ['time']],
		['the same time with seconds', { time: '20:30:00' }, []],
		['the zone', { timezone: 'UTC' }, ['timezone']],
		['the duration', { duration: '2.5' }, ['duration']],
		['the same duration', { duration: '3.0' }, []],
		['the same duration with a comma', { duration: ' 3,0' }, []],
		['an invalid duration', { duration: 'three' }, ['duration']],
		['the location', { location: 'The Crypt' }, ['location']],
		['a storyteller more', { storytellerIds: ['5', '12', '7'] }, ['storytellerIds']],
		['a storyteller less', { storytellerIds: ['5'] }, ['storytellerIds']],
		['no one', { storytellerIds: [] }, ['storytellerIds']],
		['their order', { storytellerIds: ['12', '5'] }, []],
		['one named twice', { storytellerIds: ['12', '5', '5'] }, []],
		['the mirror, which the edit form has not', { createDiscordEvent: false }, []],
		['two fields', { location: '', title: 'Moved' }, ['title', 'location']],
	])('%s', (_name, change, fields) => {
		expect(listDifferences({ ...SAVED, ...change }, SAVED)).toEqual(fields);
		expect(listDifferences(SAVED, { ...SAVED, ...change })).toEqual(fields);
	});

	test('every field can differ, in the order of the form', () => {
		const other = { ...EMPTY_EVENT_FORM, ...mapFormFields((name) => `${SAVED[name]}9`) };
		expect(listDifferences(other, SAVED)).toEqual([...EDITED_FIELDS]);
	});
});

type SavedEvent = Parameters<typeof toEventFormValues>[0];

describe('fields that the user left as they were shown', () => {
	/** The second 1:30 AM of the night on which clocks go back, with seconds, and a length in no half hours. */
	const SAVED = {
		title: 'Late night',
		description: 'Soup.',
		location: '',
		timezone: 'America/New_York',
		date: '2027-11-07T06:30:15.250Z',
		duration: 100,
		storytellers: [{ user_id: '5' }],
		capacity: 12,
		minimum_players: 8,
		decide_minutes: 90,
		on_too_few: 'cancel' as const,
	} as Partial<SavedEvent> as SavedEvent;
	const shown = toEventFormValues(SAVED);
	const save = (change: Partial<EventFormValues>) => {
		const sent = { ...shown, ...change };
		const { createDiscordEvent: _, announce: __, byStorytellers, ...fields } = sent;
		const form = { ...fields, ...(byStorytellers && { byStorytellers: 'on' }) };
		return omitUntouched(updateEventForm().parse(form), sent, SAVED);
	};
	const kept = { title: SAVED.title, date: SAVED.date };

	test.each<[string, Partial<EventFormValues>, object]>([
		['none', {}, kept],
		['the description', { description: 'Bread.' }, { ...kept, description: 'Bread.' }],
		['the title', { title: 'Later' }, { ...kept, title: 'Later' }],
		['the storytellers', { storytellerIds: [] }, { ...kept, storytellerIds: [] }],
		['the length', { duration: '2' }, { ...kept, duration: 120 }],
		['the places', { capacity: '20' }, { ...kept, capacity: 20 }],
		['no limit', { capacity: '' }, { ...kept, capacity: null }],
		['places by storytellers', { byStorytellers: true }, { ...kept, capacity: 'storytellers' }],
		['a browser’s line ends', { description: 'Soup.\r\n' }, kept],
		[
			'the time',
			{ time: '03:00' },
			{ title: SAVED.title, date: '2027-11-07T08:00:00.000Z', timezone: SAVED.timezone },
		],
		[
			'the zone',
			{ timezone: 'UTC' },
			{ title: SAVED.title, date: '2027-11-07T01:30:00.000Z', timezone: 'UTC' },
		],
	])('%s changed', (_name, change, body) => expect(save(change)).toEqual(body));
});
