import { expect, test } from 'vitest';
import { getStanding, type StandingFacts } from '../signups/standing.ts';
import {
	CALENDAR_APP_NAMES,
	CALENDAR_APPS,
	type CalendarEvent,
	findCalendarApp,
	toCalendarEntry,
} from './calendar.ts';

const stand = (facts: Partial<StandingFacts>) =>
	getStanding({ status: null, runs: false, eventStatus: 'active', ...facts });

const EVENT: CalendarEvent = {
	title: 'Game night',
	description: 'Bring a friend.',
	location: 'Town square',
	status: 'active',
	standing: stand({ status: 'confirmed' }),
	ownGroup: null,
	url: 'https://town.example/events/17',
};
const entryOf = (changes: Partial<CalendarEvent>) => toCalendarEntry({ ...EVENT, ...changes }, [1_440, 60]);

test.each([
	['active', 'confirmed', 'CONFIRMED', true, [1_440, 60], 'You confirmed.'],
	['active', 'late', 'CONFIRMED', true, [1_440, 60], "You'll be late."],
	['active', 'tentative', 'TENTATIVE', false, [], 'You signed up as Tentative.'],
	['active', 'declined', 'TENTATIVE', false, [], 'You declined.'],
	['active', null, 'TENTATIVE', false, [], "You haven't signed up."],
	['completed', 'confirmed', 'CONFIRMED', true, [1_440, 60], 'You confirmed.'],
	['cancelled', 'confirmed', 'CANCELLED', false, [], 'You confirmed.'],
] as const)('an %s event with signup %s is %s', (status, signupStatus, expected, isBusy, alarms, line) => {
	const entry = entryOf({ status, standing: stand({ status: signupStatus, eventStatus: status }) });
	expect(entry).toMatchObject({ status: expected, isBusy, alarmMinutes: alarms });
	expect(entry.description).toBe(`${line}\n\nBring a friend.\n\nhttps://town.example/events/17`);
});

test.each([
	[null, 'CONFIRMED', [1_440, 60], "You're a storyteller."],
	['tentative', 'TENTATIVE', [], "You're a storyteller. You signed up as Tentative."],
	['declined', 'TENTATIVE', [], "You're a storyteller. You declined."],
] as const)('a storyteller with signup %s is %s', (signupStatus, expected, alarmMinutes, line) => {
	const entry = entryOf({ standing: stand({ status: signupStatus, runs: true }) });
	expect(entry).toMatchObject({ status: expected, alarmMinutes });
	expect(entry.description.startsWith(`${line}\n\n`)).toBe(true);
});

test('says where the user sits', () => {
	const ownGroup = { name: 'Group 1', storyteller: 'Ann', players: 8 };
	expect(entryOf({ ownGroup, description: '' }).description).toBe(
		"You confirmed.\nYou're in Group 1 · Ann · 8 players\n\nhttps://town.example/events/17",
	);
});

test('has no control characters, and one kind of line break', () => {
	const { description, summary } = entryOf({
		title: 'a\u0000b\u0007c\td',
		description: '1\r\n2\r3\u20284\u00855\u000b6\u001b',
	});
	expect(summary).toBe('abc d');
	expect(description).toContain('\n\n1\n2\n3\n4\n5\n6\n\n');
});

test.each([
	['placed', 'CONFIRMED', true, 'You confirmed. You have a place.'],
	['waiting', 'TENTATIVE', false, "You're number 2 on the waitlist."],
	['offered', 'TENTATIVE', false, 'A place is free for you.'],
] as const)('a confirmed signup that is %s is %s', (place, status, isBusy, line) => {
	const entry = entryOf({ standing: stand({ status: 'confirmed', place, position: 2 }) });
	expect(entry).toMatchObject({ status, isBusy });
	expect(entry.description.startsWith(`${line}\n\n`)).toBe(true);
});

test('a standby who is asked does not wait, and an event that is on says so', () => {
	const standby = entryOf({ standing: stand({ status: 'tentative', place: 'offered', standby: true }) });
	expect(standby.description).toContain('You signed up as Tentative. More players are needed. Can you come?');
	expect(standby.description).not.toContain('The event is on');
	expect(entryOf({ decision: 'on' }).description).toContain('The event is on: enough players.');
});

const URL_OF_FEED = 'https://games.example/calendar/7-key_x.ics';
const ENCODED = encodeURIComponent(URL_OF_FEED);

test.each([
	['apple', 'webcal://games.example/calendar/7-key_x.ics'],
	['google', `https://calendar.google.com/calendar/r/settings/addbyurl?cid=${ENCODED}`],
	['outlook', `https://outlook.live.com/calendar/0/addfromweb?url=${ENCODED}&name=Townbell`],
	['microsoft365', `https://outlook.office.com/calendar/0/addfromweb?url=${ENCODED}&name=Townbell`],
] as const)('%s subscribes at %s', (name, address) => {
	expect(findCalendarApp(name)).toBe(name);
	expect(CALENDAR_APPS[name].toAddress(URL_OF_FEED)).toBe(address);
	expect(address.startsWith(CALENDAR_APPS[name].origin)).toBe(true);
});

test('others are none', () => {
	for (const text of ['', 'toString', 'Apple']) expect(findCalendarApp(text)).toBeNull();
	expect(CALENDAR_APP_NAMES).toHaveLength(4);
});
