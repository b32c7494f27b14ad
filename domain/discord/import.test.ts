import { describe, expect, test } from 'vitest';
import {
	computeReadProgress,
	computeWriteProgress,
	type ImportableEvent,
	importInput,
	parseMirroredEventId,
	sortImportableEvents,
	toImportedEvent,
	toImportStatus,
} from './import.ts';

const ADDRESS = 'https://town.example/events';
const remote = (changes: Partial<Parameters<typeof toImportedEvent>[0]> = {}) => ({
	name: 'Autumn Fair',
	description: 'Soup for everyone.',
	location: 'The old mill',
	scheduled_start_time: '2026-10-16T19:00:00.000Z',
	scheduled_end_time: '2026-10-16T22:00:00.000Z',
	...changes,
});

test.each([
	[1, 1],
	[2, 1],
	[3, 2],
	[4, 3],
] as const)('Discord’s status %i is %i in the list', (discord, list) => {
	expect(toImportStatus(discord)).toBe(list);
});

test('lists importable events first, then sorts by start', () => {
	const event = (id: string, status: 1 | 2 | 3, day: string): ImportableEvent => ({
		id,
		status,
		name: id,
		description: '',
		interested_count: 0,
		already_imported: false,
		scheduled_start_time: `2026-10-${day}T19:00:00.000Z`,
	});
	const events = [event('d', 2, '01'), event('b', 1, '09'), event('e', 3, '02'), event('a', 1, '08')];
	expect(sortImportableEvents(events).map(({ id }) => id)).toEqual(['a', 'b', 'd', 'e']);
	expect(events[0]?.id).toBe('d');
});

describe('our event URL in a description', () => {
	test.each([
		['Soup.\n\nhttps://town.example/events/12', '12'],
		['https://town.example/events/12 ', '12'],
		['https://town.example/events/12\nSoup.', null],
		['https://town.example/events/12?x', null],
		['https://town.example/events/', null],
		['https://town.example/events/012', null],
		['https://town.example/events/1234567890123456789', null],
		['https://town.example.evil/events/12', null],
		['see https://town.example/events/12', null],
		['', null],
	])('%j: %s', (description, id) => expect(parseMirroredEventId(description, ADDRESS)).toBe(id));
});

describe('an imported event', () => {
	test('is active, in Eastern time, with clean texts', () => {
		expect(
			toImportedEvent(
				remote({
					name: '  Autumn\u202e\n Fair ',
					description: 'One\r\nTwo\u0000 ',
					location: ' The\told mill',
				}),
				ADDRESS,
			),
		).toEqual({
			title: 'Autumn Fair',
			description: 'One\nTwo',
			date: new Date('2026-10-16T19:00:00.000Z'),
			duration: 180,
			location: 'The old mill',
			timezone: 'America/New_York',
			status: 'active',
		});
	});
	test('has a title and is shortened to our limits', () => {
		const event = toImportedEvent(
			remote({ name: '\u200b', description: 'x'.repeat(5_000), location: 'y'.repeat(300) }),
			ADDRESS,
		);
		expect([event.title, event.description.length, event.location.length]).toEqual([
			'Discord event',
			4_000,
			200,
		]);
	});
	test('drops the URL of an event that it mirrored before', () => {
		const description = `Soup.\n\n${ADDRESS}/12`;
		expect(toImportedEvent(remote({ description }), ADDRESS).description).toBe('Soup.');
	});
	test.each([
		['as long as on Discord', '19:00', '22:30', 210],
		['as long, also in no half hours', '19:00', '20:40', 100],
		['as long, also when that is short', '19:00', '19:10', 10],
		['three hours where Discord names no end', '19:00', '19:00', 180],
		['as long, also when that is long', '06:00', '18:00', 720],
	])('lasts %s', (_, start, end, minutes) => {
		const event = toImportedEvent(
			remote({
				scheduled_start_time: `2026-10-16T${start}:00.000Z`,
				scheduled_end_time: `2026-10-16T${end}:00.000Z`,
			}),
			ADDRESS,
		);
		expect(event.duration).toBe(minutes);
	});
	test('ends no earlier than on Discord, also when that is within a minute', () => {
		const scheduled_end_time = '2026-10-16T22:30:20.000Z';
		expect(toImportedEvent(remote({ scheduled_end_time }), ADDRESS).duration).toBe(211);
	});
});

test.each([undefined, 5, '', '1', '1234567890123456x', '123456789012345678901'])(
	'%j is not an event id',
	(id) => {
		expect(importInput.safeParse({ discordEventId: id }).error?.issues[0]?.message).toBe(
			'Please choose a Discord event',
		);
	},
);

test.each([
	[0, 1_000, 5],
	[500, 1_000, 45],
	[1_000, 1_000, 85],
	[1_100, 1_000, 85],
	[0, 0, 85],
])('%i of %i members read is %i percent', (read, expected, percent) => {
	expect(computeReadProgress(read, expected)).toBe(percent);
});

test.each([
	[0, 10_000, 92],
	[5_000, 10_000, 96],
	[10_000, 10_000, 99],
	[0, 0, 92],
])('%i of %i members written is %i percent', (written, total, percent) => {
	expect(computeWriteProgress(written, total)).toBe(percent);
});
