import { describe, expect, test } from 'vitest';
import { listArrivalChoices } from './question.ts';
import {
	convertStay,
	describeStay,
	findArrival,
	findStayErrors,
	isTraveller,
	type StayEvent,
	toArrival,
	WHOLE_EVENT,
} from './stay.ts';

/** From 8:30 PM to 11:30 PM in New York. */
const EVENING: StayEvent = { date: '2026-10-17T00:30:00Z', duration: 180, timezone: 'America/New_York' };
/** From 11 PM to 2 AM. */
const NIGHT: StayEvent = { date: '2026-10-17T03:00:00Z', duration: 180, timezone: 'America/New_York' };
/** From 11:30 PM to 3:30 AM; at 1 AM the clocks show 1 AM again two hours later. */
const CLOCKS_BACK: StayEvent = { date: '2026-11-01T03:30:00Z', duration: 300, timezone: 'America/New_York' };
/** From 11:30 PM to 4:30 AM; 2:30 AM does not exist. */
const CLOCKS_FORWARD: StayEvent = {
	date: '2027-03-14T04:30:00Z',
	duration: 240,
	timezone: 'America/New_York',
};
/** As `EVENING`, but it begins 45 seconds later. */
const WITH_SECONDS: StayEvent = {
	date: '2026-10-17T00:30:45.500Z',
	duration: 180,
	timezone: 'America/New_York',
};
const stay = (arrives_at: string | null, leaves_at: string | null = null) => ({ arrives_at, leaves_at });

describe('how much of the event a player misses', () => {
	test.each([
		['nothing', EVENING, stay(null), null, false],
		['the first 45 minutes', EVENING, stay('21:15'), 'Arrives 45 minutes late', false],
		['the last hour, a third', EVENING, stay(null, '22:30'), 'Leaves 1 hour early', false],
		['a minute more', EVENING, stay(null, '22:29'), 'Leaves 1 hour 1 minute early', true],
		['both ends', EVENING, stay('21:00', '22:45'), 'Arrives 30 minutes late, leaves 45 minutes early', true],
		['at the very start', EVENING, stay('20:30'), null, false],
		['at the very end', EVENING, stay(null, '23:30'), null, false],
		['before an event that moved', EVENING, stay('18:00', '03:00'), null, false],
		['past midnight', NIGHT, stay('00:30'), 'Arrives 1.5 hours late', true],
		[
			'on the day before midnight',
			NIGHT,
			stay('23:20', '01:30'),
			'Arrives 20 minutes late, leaves 30 minutes early',
			false,
		],
		['after the clocks go back', CLOCKS_BACK, stay('02:15'), 'Arrives 3 hours 45 minutes late', true],
		['after the clocks go forward', CLOCKS_FORWARD, stay('03:30'), 'Arrives 3 hours late', true],
		['a start with seconds, arriving', WITH_SECONDS, stay('20:45'), 'Arrives 15 minutes late', false],
		['a start with seconds, a minute later', WITH_SECONDS, stay('20:31'), 'Arrives 1 minute late', false],
		['a start with seconds, leaving', WITH_SECONDS, stay(null, '22:30'), 'Leaves 1 hour early', false],
		['a start with seconds, at its very end', WITH_SECONDS, stay(null, '23:30'), null, false],
		['at a time that the clocks skip', CLOCKS_FORWARD, stay('02:30'), null, false],
	])('%s', (_, event, times, text, traveller) => {
		expect(describeStay(event, times)).toBe(text && text + (traveller ? ' · suggested as Traveller' : ''));
		expect(isTraveller(event, times)).toBe(traveller);
	});
});

const RANGE = 'Please enter a time from 8:30 PM to 11:30 PM (Eastern)';
const WRONG_ORDER = 'You would leave before you arrive';
const NOT_LATE = 'Choose Late to say when you arrive';
const NOT_COMING = 'Choose Confirmed or Late to say when you leave';
describe('times that a signup cannot have', () => {
	test.each([
		['none', { status: 'late' }, WHOLE_EVENT, {}],
		['both', { status: 'late', ...stay('21:00', '23:00') }, WHOLE_EVENT, {}],
		['before the start', { status: 'late', arrives_at: '20:00' }, WHOLE_EVENT, { arrives_at: [RANGE] }],
		['at the start', { status: 'late', arrives_at: '20:30' }, WHOLE_EVENT, { arrives_at: [RANGE] }],
		['at the end', { status: 'late', arrives_at: '23:30' }, WHOLE_EVENT, { arrives_at: [RANGE] }],
		['after the end', { status: 'confirmed', leaves_at: '23:45' }, WHOLE_EVENT, { leaves_at: [RANGE] }],
		['wrong order', { status: 'late', ...stay('22:00', '21:00') }, WHOLE_EVENT, { leaves_at: [WRONG_ORDER] }],
		[
			'the same time',
			{ status: 'late', ...stay('22:00', '22:00') },
			WHOLE_EVENT,
			{ leaves_at: [WRONG_ORDER] },
		],
		[
			'later than saved',
			{ status: 'late', arrives_at: '22:00' },
			stay(null, '21:00'),
			{ arrives_at: [WRONG_ORDER] },
		],
		[
			'earlier than saved',
			{ status: 'late', leaves_at: '21:00' },
			stay('22:00'),
			{ leaves_at: [WRONG_ORDER] },
		],
		['instead of the saved one', { status: 'late', ...stay('22:00', null) }, stay(null, '21:00'), {}],
		[
			'on time, but arriving',
			{ status: 'confirmed', arrives_at: '21:00' },
			WHOLE_EVENT,
			{ arrives_at: [NOT_LATE] },
		],
		['on time now, as saved', { status: 'confirmed', arrives_at: '21:00' }, stay('21:00'), {}],
		['outside a moved event, as saved', { status: 'late', arrives_at: '18:00' }, stay('18:00'), {}],
		[
			'in the wrong order, as saved',
			{ status: 'late', ...stay('22:00', '21:00') },
			stay('22:00', '21:00'),
			{},
		],
		['not coming', { status: 'declined', leaves_at: '22:00' }, WHOLE_EVENT, { leaves_at: [NOT_COMING] }],
	] as const)('%s', (_, sent, saved, errors) => {
		expect(findStayErrors(EVENING, sent, saved)).toEqual(errors);
		expect(findStayErrors(WITH_SECONDS, sent, saved)).toEqual(errors);
	});
});

describe('times in the zone of a viewer', () => {
	const EASTERN = 'America/New_York';
	test.each([
		['the same zone', EVENING, EASTERN, '21:00', '21:00'],
		['west of the event', EVENING, 'America/Los_Angeles', '21:00', '18:00'],
		['past midnight for the viewer', EVENING, 'Europe/Berlin', '21:00', '03:00'],
		['half an hour off', EVENING, 'Asia/Kolkata', '21:00', '06:30'],
		['past midnight for the event', NIGHT, 'America/Chicago', '00:30', '23:30'],
		['after the clocks go back', CLOCKS_BACK, 'Asia/Tokyo', '02:15', '16:15'],
		['in an hour that the event has twice', CLOCKS_BACK, 'Asia/Tokyo', '01:15', '14:15'],
		['before an event that moved', EVENING, 'Europe/Berlin', '18:00', '00:00'],
		['after an event that moved', EVENING, 'America/Los_Angeles', '03:00', '00:00'],
		['none', EVENING, 'Europe/Berlin', null, null],
	])('%s: there and back', (_, event, zone, own, shown) => {
		const to = convertStay(event, stay(own), { from: EASTERN, to: zone });
		expect(to).toEqual(stay(shown));
		expect(convertStay(event, to, { from: zone, to: EASTERN })).toEqual(stay(own));
	});

	test('what is not sent stays away', () => {
		expect(convertStay(EVENING, { leaves_at: '22:00' }, { from: EASTERN, to: 'UTC' })).toEqual({
			leaves_at: '02:00',
		});
	});

	test('a refused time names the limits in that zone', () => {
		expect(
			findStayErrors(EVENING, { status: 'late', arrives_at: '18:00' }, WHOLE_EVENT, 'Europe/Berlin'),
		).toEqual({ arrives_at: ['Please enter a time from 2:30 AM to 5:30 AM (Berlin)'] });
	});

	test.each([
		[EVENING, 15, '20:45'],
		[NIGHT, 60, '00:00'],
		[CLOCKS_FORWARD, 180, '03:30'],
	])('so many minutes after the start', (event, minutes, clock) => {
		expect(toArrival(event, minutes)).toBe(clock);
		expect(findArrival(event, { arrives_at: clock })?.getTime()).toBe(
			new Date(event.date).getTime() + minutes * 60_000,
		);
	});

	test('an arrival at an event with seconds is a whole minute', () => {
		expect(toArrival(WITH_SECONDS, 15)).toBe('20:45');
		expect(findArrival(WITH_SECONDS, stay('20:45'))?.toISOString()).toBe('2026-10-17T00:45:00.000Z');
	});

	test('choices are within the event', () => {
		expect(listArrivalChoices(180)).toEqual([15, 30, 60]);
		expect(listArrivalChoices(60)).toEqual([15, 30]);
	});
});
