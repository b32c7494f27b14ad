import { expect, test } from 'vitest';
import { isOwnMirror, toScheduledEvent } from './scheduled-event.ts';

const ADDRESS = 'https://townbell.example/events/7';
const BOT = '400000000000000002';
const EVENT = {
	title: 'Friday night',
	description: 'Bring tea.',
	location: 'The Hearth',
	date: new Date('2026-10-17T00:30:00Z'),
	duration: 180,
};
const mirror = (changes: Partial<typeof EVENT> = {}) =>
	toScheduledEvent({ ...EVENT, ...changes }, { address: ADDRESS, communityName: 'Candlewick Society' });

test('converts an event that fits the limits', () => {
	expect(mirror()).toEqual({
		name: 'Friday night',
		description: `Bring tea.\n\n${ADDRESS}`,
		location: 'The Hearth',
		scheduled_start_time: '2026-10-17T00:30:00.000Z',
		scheduled_end_time: '2026-10-17T03:30:00.000Z',
	});
});

test('replaces empty fields and shortens long ones', () => {
	expect(mirror({ description: '', location: '' })).toMatchObject({
		description: ADDRESS,
		location: 'Candlewick Society',
	});
	const long = mirror({ title: 'x'.repeat(200), location: 'y'.repeat(200), description: 'z'.repeat(4_000) });
	expect(long.name).toBe(`${'x'.repeat(99)}…`);
	expect(long.location).toBe(`${'y'.repeat(99)}…`);
	expect(long.description).toHaveLength(1_000);
	expect(long.description.endsWith(`z…\n\n${ADDRESS}`)).toBe(true);
});

test.each([
	[`Bring tea.\n\n${ADDRESS}`, true],
	[`${ADDRESS}\n`, false],
	[ADDRESS, true],
	[`Bring tea.\n\n${ADDRESS}1`, false],
	[`Read ${ADDRESS}`, false],
	['', false],
])('a Discord event of our bot with the description %j: own mirror %s', (description, isOwn) => {
	expect(isOwnMirror({ description, creatorId: BOT }, { address: ADDRESS, botId: BOT })).toBe(isOwn);
});

test.each([
	['our bot', BOT, true],
	['a member', '500000000000000001', false],
	['no one that Discord names', null, false],
])('a Discord event with our URL, created by %s (ID %s): own mirror %s', (_name, creatorId, isOwn) => {
	const description = `Bring tea.\n\n${ADDRESS}`;
	expect(isOwnMirror({ description, creatorId }, { address: ADDRESS, botId: BOT })).toBe(isOwn);
});
