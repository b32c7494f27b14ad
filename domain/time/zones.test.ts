import { expect, test } from 'vitest';
import { CREATE_ZONES, EDIT_ZONES, formatZone, isKnownZone, listZones, toKnownZone } from './zones.ts';

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

test('a list of zones has the others last, each once', () => {
	const zones = listZones('Europe/Lisbon', 'Europe/Berlin', 'Europe/Lisbon', 'Asia/Kolkata');
	expect(zones.slice(0, EDIT_ZONES.length)).toEqual(EDIT_ZONES);
	expect(zones.slice(EDIT_ZONES.length).map(formatZone)).toEqual(['Europe/Lisbon', 'Asia/Kolkata']);
	expect(formatZone({ zone: 'America/New_York', label: 'Eastern' })).toBe('Eastern (America/New_York)');
});
