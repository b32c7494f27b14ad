import { expect, test } from 'vitest';
import { CALENDAR_APP_NAMES, CALENDAR_APPS, findCalendarApp } from './apps.ts';

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
