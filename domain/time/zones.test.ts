import { expect, test } from 'vitest';
import { EASTERN } from '../limits.ts';
import {
	CREATE_ZONES,
	chooseCardZone,
	choosePageZone,
	EDIT_ZONES,
	getZoneLabel,
	isKnownZone,
	listZones,
	toKnownZone,
	ZONE_NAMES,
} from './zones.ts';

test('the lists match the spec, and every zone is valid', () => {
	expect(CREATE_ZONES.map((z) => z.label)).toEqual(['Eastern', 'Central', 'Mountain', 'Pacific', 'UTC']);
	expect(EDIT_ZONES.slice(5).map((z) => z.label)).toEqual([
		'Phoenix',
		'Anchorage',
		'Honolulu',
		'London',
		'Paris',
		'Berlin',
		'Tokyo',
		'Shanghai',
		'Singapore',
		'Dubai',
		'Sydney',
		'Auckland',
	]);
	for (const { zone } of EDIT_ZONES) expect(toKnownZone(zone)).toBe(zone);
});

test('an event may have only a zone of the lists', () => {
	expect(isKnownZone('Pacific/Auckland')).toBe(true);
	expect(isKnownZone('Europe/Rome')).toBe(false);
});

test.each([
	'Europe/Rome',
	'America/Argentina/Buenos_Aires',
	'America/Port-au-Prince',
	'Etc/GMT+5',
	'UTC',
	'Asia/Kolkata',
])('%s is a zone', (value) => {
	expect(toKnownZone(value)).toBe(value);
});

test.each([
	'',
	'Mars/Olympus',
	'+02:00',
	'Europe/Rome; x',
	'../etc/passwd',
	'Europe/Rome\n',
	'x'.repeat(65),
	null,
	undefined,
	7,
])('%j is not a zone', (value) => {
	expect(toKnownZone(value)).toBeNull();
});

test.each([
	['America/New_York', 'Eastern'],
	['America/Los_Angeles', 'Pacific'],
	['Europe/Berlin', 'Berlin'],
	['America/Argentina/Buenos_Aires', 'Buenos Aires'],
	['America/Indianapolis', 'Indianapolis'],
	['Asia/Ho_Chi_Minh', 'Ho Chi Minh City'],
	['Asia/Saigon', 'Ho Chi Minh City'],
	['Europe/Kiev', 'Kyiv'],
	['Europe/Kyiv', 'Kyiv'],
	['Asia/Calcutta', 'Kolkata'],
	['Asia/Katmandu', 'Kathmandu'],
	['Asia/Rangoon', 'Yangon'],
	['America/Godthab', 'Nuuk'],
	['Pacific/Truk', 'Chuuk'],
	['Pacific/Ponape', 'Pohnpei'],
	['Pacific/Enderbury', 'Kanton'],
	['Atlantic/Faeroe', 'Faroe'],
	['Africa/Asmera', 'Asmara'],
	['America/Coral_Harbour', 'Atikokan'],
	['Antarctica/DumontDUrville', 'Dumont d’Urville'],
	['UTC', 'UTC'],
	['Etc/UTC', 'UTC'],
	['Etc/GMT', 'UTC'],
	['GMT', 'UTC'],
	['Etc/GMT+3', 'UTC-3'],
	['Etc/GMT-14', 'UTC+14'],
	['Etc/GMT-0', 'UTC'],
	['US/Eastern', 'Eastern'],
	['EST5EDT', 'Eastern'],
	['PST8PDT', 'Pacific'],
])('%s is called %s', (zone, label) => expect(getZoneLabel(zone)).toBe(label));

const BROWSER_ZONES = Intl.supportedValuesOf('timeZone');

test.each([...BROWSER_ZONES, ...Object.keys(ZONE_NAMES)])('%s is not shown by its own name', (zone) => {
	expect(getZoneLabel(zone)).toMatch(/^(?:UTC(?:[+-]\d+)?|[A-Z][A-Za-z’ -]*)$/);
	if (zone !== 'UTC') expect(getZoneLabel(zone)).not.toBe(zone);
});

test('each name of the table is a zone, and none is the name that the zone has anyway', () => {
	for (const [zone, name] of Object.entries(ZONE_NAMES)) {
		expect(toKnownZone(zone)).toBe(zone);
		expect(zone.split('/').at(-1)?.replaceAll('_', ' ')).not.toBe(name);
	}
});

test('a new name of a city is another name of the same zone', () => {
	const resolve = (zone: string) =>
		new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
	const renamed = BROWSER_ZONES.filter(
		(zone) => Object.hasOwn(ZONE_NAMES, zone) && /^(?!Antarctica)\w+\//.test(zone),
	);
	expect(renamed.length).toBeGreaterThanOrEqual(12);
	for (const zone of renamed) {
		const city = getZoneLabel(zone).replace(' City', '').replaceAll(' ', '_');
		expect(resolve(zone.replace(/[^/]+$/, city)), city).toBe(resolve(zone));
	}
});

test('a list of zones has the others last, each once', () => {
	const zones = listZones('Europe/Lisbon', 'Europe/Berlin', 'Europe/Lisbon', 'Asia/Calcutta');
	expect(zones.slice(0, EDIT_ZONES.length)).toEqual(EDIT_ZONES);
	expect(zones.slice(EDIT_ZONES.length)).toEqual([
		{ zone: 'Europe/Lisbon', label: 'Lisbon' },
		{ zone: 'Asia/Calcutta', label: 'Kolkata' },
	]);
});

const date = new Date('2026-10-17T00:30:00Z');
const berlin = { zone: 'Europe/Berlin', isViewers: true };

test.each([
	['a viewer elsewhere', EASTERN, 'Europe/Berlin', berlin, berlin],
	['an event in UTC', 'UTC', 'Europe/Berlin', null, berlin],
	['a viewer in Eastern', EASTERN, EASTERN, null, { zone: EASTERN, isViewers: true }],
	[
		'a viewer whose clock shows the same',
		EASTERN,
		'America/Toronto',
		null,
		{ zone: 'America/Toronto', isViewers: true },
	],
	['the viewer’s zone is unknown, event in Eastern', EASTERN, null, null, null],
	[
		'the viewer’s zone is unknown, event elsewhere',
		'America/Chicago',
		null,
		{ zone: 'America/Chicago', isViewers: false },
		{ zone: 'America/Chicago', isViewers: false },
	],
	['the viewer’s zone is unknown, event in UTC', 'UTC', null, null, { zone: 'UTC', isViewers: false }],
])('%s', (_name, eventZone, viewerZone, card, page) => {
	expect(chooseCardZone({ date, eventZone, viewerZone })).toEqual(card);
	expect(choosePageZone({ date, eventZone, viewerZone })).toEqual(page);
});
