import { expect, test } from 'vitest';
import { describeLinkPreview, type LinkPreview, type PreviewedEvent, parseEventAddress } from './preview.ts';

const EVENT: PreviewedEvent = {
	title: 'Autumn Fair',
	date: new Date('2026-10-17T00:30:00Z'),
	status: 'active',
	confirmedCount: 17,
	isTestData: false,
};
const TIME = 'Friday, October 16th, 2026 at 8:30 PM Eastern';
const GENERIC: LinkPreview = {
	title: 'Candlewick Society',
	description: 'Game nights of Candlewick Society. Sign in to see them.',
	litWindows: null,
};

test.each<[string, Partial<PreviewedEvent> | null, LinkPreview]>([
	[
		'an active event',
		{},
		{ title: 'Autumn Fair', description: `${TIME} · 17 players confirmed`, litWindows: 17 },
	],
	[
		'one player',
		{ confirmedCount: 1 },
		{ title: 'Autumn Fair', description: `${TIME} · 1 player confirmed`, litWindows: 1 },
	],
	[
		'a completed event',
		{ status: 'completed' },
		{ title: 'Autumn Fair', description: `${TIME} · 17 players confirmed`, litWindows: 17 },
	],
	[
		'a cancelled event',
		{ status: 'cancelled' },
		{
			title: 'Cancelled: Autumn Fair',
			description: `This event was planned for ${TIME}.`,
			litWindows: 0,
		},
	],
	['test data', { isTestData: true }, GENERIC],
	['no event', null, GENERIC],
])('the preview of %s', (_, changes, preview) => {
	expect(describeLinkPreview(changes && { ...EVENT, ...changes }, 'Candlewick Society')).toEqual(preview);
});

test.each([
	['/events/17', '17'],
	['/events/17/', '17'],
	['/events/17?page=2', '17'],
	['/events/17#main', '17'],
	['/events/17/edit', null],
	['/events/17.data', null],
	['/events/017', null],
	[`/events/${'9'.repeat(19)}`, null],
	['/events/', null],
	['/profile?next=/events/17', null],
])('%s leads to the event %s', (address, id) => {
	expect(parseEventAddress(address)).toBe(id);
});
