import { describe, expect, test } from 'vitest';
import { EVENT_TEXTS } from './fields.ts';
import {
	addStoryteller,
	assignToAllDays,
	createTemplateForm,
	describeCreated,
	describeDayError,
	formatCreateConfirmation,
	getDateInWeek,
	getDefaultStartDate,
	listWeekStarts,
	type PlannedDay,
	planWeek,
	refuseExistingDays,
	TEMPLATE_TEXTS,
	type TemplateForm,
	templateWeekInput,
	WEEK_TEXTS,
} from './template-week.ts';

/** Wednesday 14 October 2026, noon in New York. */
const now = new Date('2026-10-14T16:00:00Z');
const gameName = 'Moonlit Town';
const createForm = () => createTemplateForm({ latest: null, now, gameName });
const listEnabledDays = (form: TemplateForm) =>
	form.events.filter(({ enabled }) => enabled).map(({ day }) => day);

describe('the default start date', () => {
	test.each([
		['no events: the next Monday', null, '2026-10-14T16:00:00Z', '2026-10-19'],
		['no events, on a Monday: a week on', null, '2026-10-19T16:00:00Z', '2026-10-26'],
		['no events, on a Sunday: tomorrow', null, '2026-10-18T16:00:00Z', '2026-10-19'],
		['the latest on a Saturday: three days on is a Tuesday', '2026-10-25T00:30:00Z', undefined, '2026-11-02'],
		['the latest on a Friday: three days on is a Monday', '2026-10-24T00:30:00Z', undefined, '2026-11-02'],
		['the latest on a Thursday: three days on is a Sunday', '2026-10-23T00:30:00Z', undefined, '2026-10-26'],
		['the day is that of New York', '2026-10-24T03:59:00Z', undefined, '2026-11-02'],
		['the latest long ago: no Monday that is over', '2025-01-01T00:00:00Z', undefined, '2026-10-19'],
		['over the end of the year', '2026-12-31T01:30:00Z', undefined, '2027-01-04'],
	])('%s', (_, latest, at, expected) => {
		const about = { latest: latest ? new Date(latest) : null, now: at ? new Date(at) : now };
		expect(getDefaultStartDate(about)).toBe(expected);
	});
});

test('a new form has Wednesday, Friday and Saturday at 20:30, Discord, two lines about the game', () => {
	const form = createForm();
	expect(listEnabledDays(form)).toEqual([3, 5, 6]);
	expect(form.events.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 0]);
	expect(new Set(form.events.map(({ time }) => time))).toEqual(new Set(['20:30']));
	expect(form).toMatchObject({ startDate: '2026-10-19', createDiscordEvents: true, location: '' });
	expect(form.description.split('\n')).toHaveLength(2);
	expect(form.description).toContain(gameName);
	expect(form.storytellerIds).toEqual([]);
});

test('the description comes last', () => expect(WEEK_TEXTS.at(-1)).toBe('description'));

test('the dates of a week that repeats are those of all its days, by date', () => {
	const form = createForm();
	const series = { ...form.series, repeat_every: '2 weeks', repeat_until: '2026-11-07' };
	const dates = ['2026-11-05T01:30:00.000Z', '2026-11-07T01:30:00.000Z', '2026-11-08T01:30:00.000Z'];
	expect(listWeekStarts({ ...form, series })).toEqual(dates);
	const pause = { pause_from: '2026-11-06', pause_until: '2026-11-06' };
	expect(listWeekStarts({ ...form, series: { ...series, ...pause } })).toEqual([dates[0], dates[2]]);
	expect(listWeekStarts(form)).toEqual([]);
	expect(listWeekStarts({ ...form, series, startDate: '' })).toEqual([]);
	const events = form.events.map((day) => ({ ...day, time: '' }));
	expect(listWeekStarts({ ...form, series, events })).toEqual([]);
});

test.each([
	['2026-10-19', 1, '2026-10-19'],
	['2026-10-19', 0, '2026-10-25'],
	['2026-10-19', 6, '2026-10-24'],
	['2026-10-22', 4, '2026-10-22'],
	['2026-10-22', 3, '2026-10-28'],
	['2026-12-30', 5, '2027-01-01'],
])('the week of %s: day %i is %s', (start, day, date) => expect(getDateInWeek(start, day)).toBe(date));

describe('planning', () => {
	const plan = (changes: Partial<TemplateForm>) =>
		planWeek({ ...createForm(), ...changes }, { now, gameName });
	const only = (day: number, changes: Partial<TemplateForm['events'][number]> = {}) => ({
		events: createForm().events.map((one) =>
			one.day === day ? { ...one, enabled: true, ...changes } : { ...one, enabled: false },
		),
	});

	test('plans three events in the evening in New York, by date', () => {
		expect(plan({})).toEqual([
			{ day: 3, title: 'Wednesday Moonlit Town', storytellerIds: [], date: '2026-10-22T00:30:00.000Z' },
			{ day: 5, title: 'Friday Moonlit Town', storytellerIds: [], date: '2026-10-24T00:30:00.000Z' },
			{ day: 6, title: 'Saturday Moonlit Town', storytellerIds: [], date: '2026-10-25T00:30:00.000Z' },
		]);
	});

	test('the dates decide the order, not the weekdays', () => {
		const days = plan({ startDate: '2026-10-22' }).map(({ day }) => day);
		expect(days).toEqual([5, 6, 3]);
	});

	test('a day can have its own name, time and storytellers', () => {
		const [planned] = plan(only(5, { name: 'Fair', time: '19:00', storytellerIds: ['4'] }));
		expect(planned).toEqual({
			day: 5,
			title: 'Fair',
			storytellerIds: ['4'],
			date: '2026-10-23T23:00:00.000Z',
		});
	});

	test('a global selection replaces the storytellers of each day', () => {
		const [planned] = plan({ ...only(5, { storytellerIds: ['4'] }), storytellerIds: ['7', '8'] });
		expect(planned?.storytellerIds).toEqual(['7', '8']);
	});

	test.each([
		['before today', '2026-10-12', 1, '20:30', 'The date cannot be before today'],
		['today is not before today', '2026-10-12', 3, '20:30', undefined],
		[
			'a time that the clocks skip',
			'2027-03-08',
			0,
			'02:30',
			'2:30 AM does not exist on that day: clocks go forward',
		],
		['a mistyped year', '2126-10-14', 1, '20:30', 'Please enter a date from 2000 to 2099'],
	])('%s', (_, startDate, day, time, error) => {
		expect(plan({ startDate, ...only(day, { time }) })[0]?.error).toBe(error);
	});

	test('a very long game name is shortened to the title limit', () => {
		const [planned] = planWeek({ ...createForm(), ...only(5) }, { now, gameName: 'x'.repeat(400) });
		expect(planned?.title).toHaveLength(200);
	});
});

describe('a day whose event exists', () => {
	const WEDNESDAY = { day: 3, title: 'Fair', storytellerIds: ['4'], date: '2026-10-22T00:30:00.000Z' };
	const exists = { title: 'Fair', date: new Date(WEDNESDAY.date), status: 'active' } as const;

	test.each([
		['the same title and start', exists, true],
		['a completed event', { ...exists, status: 'completed' }, true],
		['a cancelled event', { ...exists, status: 'cancelled' }, false],
		['another title', { ...exists, title: 'Fair 2' }, false],
		['another case', { ...exists, title: 'fair' }, false],
		['a minute later', { ...exists, date: new Date('2026-10-22T00:31:00Z') }, false],
	] as const)('%s', (_, event, isRefused) => {
		const refused = { day: 3, title: 'Fair', storytellerIds: ['4'], error: EVENT_TEXTS.exists };
		expect(refuseExistingDays([WEDNESDAY], [event])).toEqual([isRefused ? refused : WEDNESDAY]);
	});

	test('keeps the other days and their errors unchanged', () => {
		const friday = { ...WEDNESDAY, day: 5, date: '2026-10-24T00:30:00.000Z' };
		const late: PlannedDay = { day: 6, title: 'Fair', storytellerIds: [], error: 'The date is over' };
		const [first, ...rest] = refuseExistingDays([WEDNESDAY, friday, late], [exists]);
		expect(first?.error).toBe(EVENT_TEXTS.exists);
		expect(rest).toEqual([friday, late]);
	});
});

test('a global selection changes all enabled days, and the disabled ones that have no storytellers', () => {
	const week = createForm();
	const own = new Map([
		[1, ['4']],
		[5, ['4']],
	]);
	const events = week.events.map((one) => ({ ...one, storytellerIds: own.get(one.day) ?? [] }));
	const form = assignToAllDays({ ...week, events }, ['7']);
	expect(form.storytellerIds).toEqual(['7']);
	// Monday is disabled and has its own, Friday is enabled.
	for (const one of form.events) expect(one.storytellerIds).toEqual(one.day === 1 ? ['4'] : ['7']);
	expect(assignToAllDays(form, []).events.flatMap((one) => one.storytellerIds)).toEqual(['4']);
});

test.each([
	['the chosen storyteller', ['1'], '3', { ids: ['1', '3'] }],
	['no one chosen', ['1'], '', { error: TEMPLATE_TEXTS.noStoryteller }],
	['a storyteller who is already assigned', ['1'], '1', { ids: ['1'] }],
	['a user who is not a storyteller', ['1'], '99', { ids: ['1'] }],
	['all are assigned', ['3', '1', '2'], '', { error: TEMPLATE_TEXTS.allAssigned }],
] as const)('adding a storyteller: %s', (_, assigned, chosen, expected) => {
	expect(addStoryteller(assigned, chosen, ['1', '2', '3'])).toEqual(expected);
});

describe('the body', () => {
	const parse = (body: unknown) => templateWeekInput.safeParse(body);
	const errorsOf = (body: unknown) =>
		parse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
	const day = (changes: object = {}) => ({ day: 3, enabled: true, ...changes });

	test('missing fields get the defaults of the form', () => {
		expect(parse({ startDate: '2026-10-19', events: [day(), { day: 4 }] }).data).toEqual({
			startDate: '2026-10-19',
			storytellerIds: [],
			location: '',
			description: '',
			createDiscordEvents: true,
			announce: true,
			idempotencyKey: undefined,
			events: [
				{ day: 3, name: '', time: '20:30', enabled: true, storytellerIds: [] },
				{ day: 4, name: '', time: '20:30', enabled: false, storytellerIds: [] },
			],
		});
	});

	test('the seconds of a time are dropped', () => {
		const { data } = parse({ startDate: '2026-10-19', events: [day({ time: '19:00:00' })] });
		expect(data?.events[0]).toMatchObject({ time: '19:00' });
	});

	test('the other fields of a disabled day are ignored', () => {
		const disabledDay = { day: 4, enabled: false, time: 'x', name: 7, storytellerIds: 'y' };
		expect(parse({ startDate: '2026-10-19', events: [day(), disabledDay] }).success).toBe(true);
	});

	test.each<[string, object, string]>([
		['no start', { events: [day()] }, 'startDate: Please select a start date'],
		['an empty start', { startDate: '', events: [day()] }, 'startDate: Please select a start date'],
		[
			'an invalid date',
			{ startDate: '2026-02-30', events: [day()] },
			'startDate: Please select a start date',
		],
		['no days', { startDate: '2026-10-19' }, 'events: Please enable at least one event day'],
		[
			'all days disabled',
			{ startDate: '2026-10-19', events: [{ day: 3, enabled: false }] },
			'events: Please enable at least one event day',
		],
		[
			'a day twice',
			{ startDate: '2026-10-19', events: [day(), day()] },
			'events: Each weekday can appear only once',
		],
		[
			'an eighth day',
			{ startDate: '2026-10-19', events: [day({ day: 7 })] },
			'events.0.day: A day is a number from 0 (Sunday) to 6 (Saturday)',
		],
		[
			'an invalid time',
			{ startDate: '2026-10-19', events: [day({ time: '25:00' })] },
			'events.0.time: Please enter a time',
		],
		[
			'enabled as a text',
			{ startDate: '2026-10-19', events: [day({ enabled: 'yes' })] },
			'events.0.enabled: Please send true or false',
		],
		[
			'a long name',
			{ startDate: '2026-10-19', events: [day({ name: 'x'.repeat(201) })] },
			'events.0.name: A title can have at most 200 characters',
		],
		[
			'storytellers that are not a list',
			{ startDate: '2026-10-19', events: [day({ storytellerIds: 3 })] },
			'events.0.storytellerIds: Please choose storytellers from the list',
		],
	])('%s', (_, body, expected) => expect(errorsOf(body)).toContain(expected));
});

test('formats the texts', () => {
	expect(formatCreateConfirmation(3, 'Oct 19th, 2026')).toBe('Create 3 events starting from Oct 19th, 2026?');
	expect(describeDayError({ day: 5, error: 'No.' })).toBe('Friday: No.');
	const result = { eventsCreated: 3, discordEventsCreated: 2, errors: [], events: [] };
	const event = { id: '7', title: 'Fair', date: '2026-10-23T23:00:00.000Z' };
	const texts = {
		title: 'Successfully created 3 template events!',
		text: 'Events created: 3. Discord events created: 2. All are now in Events management.',
	};
	expect(describeCreated({ ...result, events: [event] })).toEqual({ ...texts, seriesText: null });
	const repeating = [4, 2].map((seriesEvents) => ({ ...event, seriesEvents }));
	expect(describeCreated({ ...result, events: repeating })).toEqual({
		...texts,
		seriesText: '6 events are planned, repeats included.',
	});
	expect(TEMPLATE_TEXTS).toMatchObject({
		noStart: 'Please select a start date',
		noDays: 'Please enable at least one event day',
		allAssigned: 'All storytellers are already assigned to this event',
		done: 'Template events created!',
	});
});
