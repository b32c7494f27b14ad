import { expect, test } from 'vitest';
import { EASTERN } from '../limits.ts';
import { chooseCardZone, choosePageZone } from './local-time.ts';

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
