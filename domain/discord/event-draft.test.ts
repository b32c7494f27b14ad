import { describe, expect, test } from 'vitest';
import { TEXT_LIMITS } from '../limits.ts';
import {
	EMPTY_DRAFT,
	type EventDraft,
	readEventDraft,
	toDraftedForm,
	toEventBody,
	toEventDraft,
} from './event-draft.ts';

const NOW = new Date('2026-11-29T17:00:00Z');
const SAVED = {
	title: 'Friday Blood',
	description: 'Bring tea.',
	date: '2026-12-05T01:30:20.000Z',
	duration: 100,
	location: 'The Hearth',
	timezone: 'America/Chicago',
	capacity: 'storytellers' as const,
	minimum_players: null,
	decide_minutes: 1440,
	on_too_few: 'ask' as const,
	storytellers: [{ user_id: '3' }, { user_id: '4' }],
};
const SHOWN = toEventDraft(SAVED);
const read = (changes: Partial<EventDraft>, saved: typeof SAVED | null = null) =>
	readEventDraft(
		{ ...(saved ? SHOWN : { ...EMPTY_DRAFT, when: 'fri 8:30pm' }), ...changes },
		{ saved, now: NOW, gameName: 'Clocktower' },
	);
const toBody = (...args: Parameters<typeof read>) => {
	const { planned, errors, ...rest } = read(...args);
	return planned && 'changed' in rest ? toEventBody(planned, rest.changed) : errors;
};

describe('a new event', () => {
	const BODY = {
		title: 'Friday Clocktower',
		date: '2026-12-05T01:30:00.000Z',
		timezone: 'America/New_York',
		duration: 180,
		location: '',
		description: '',
		storytellerIds: [],
		capacity: null,
	};
	test.each<[Partial<EventDraft>, object]>([
		[{}, {}],
		[{ title: '  A   night ' }, { title: 'A night' }],
		[{ when: '2026-12-04 20:30 UTC' }, { date: '2026-12-04T20:30:00.000Z', timezone: 'UTC' }],
		[{ when: 'next wednesday' }, { title: 'Wednesday Clocktower', date: '2026-12-03T01:30:00.000Z' }],
		[{ duration: '2,5' }, { duration: 150 }],
		[
			{ location: 'The Mill', description: 'Line\r\nline' },
			{ location: 'The Mill', description: 'Line\nline' },
		],
		[
			{ places: '12', storytellerIds: ['3'] },
			{ capacity: 12, storytellerIds: ['3'] },
		],
		[{ places: 'storytellers' }, { capacity: 'storytellers' }],
	])('%j', (changes, expected) => {
		expect(toBody(changes)).toEqual({ ...BODY, ...expected });
	});

	test.each<[Partial<EventDraft>, string[]]>([
		[
			{ duration: 'long', when: '' },
			['Please enter a date and time', 'Please enter 1 to 8 hours, in half hours'],
		],
		[{ duration: '0.5' }, ['Please enter 1 to 8 hours, in half hours']],
		[{ title: 'x'.repeat(TEXT_LIMITS.eventTitle + 1) }, ['A title can have at most 200 characters']],
		[{ places: 'many' }, ['Please enter 1 to 500 places, or none for no limit']],
		[{ places: '0' }, ['Please enter 1 to 500 places, or none for no limit']],
	])('%j is refused', (changes, errors) => {
		expect(read(changes)).toEqual({ planned: null, errors });
	});
});

describe('a saved event', () => {
	test.each<[Partial<EventDraft>, object]>([
		[{}, {}],
		[{ title: 'Saturday Blood' }, { title: 'Saturday Blood' }],
		// Shown rounded to 1.5 hours and without seconds.
		[{ description: '' }, { description: '' }],
		[{ duration: '2' }, { duration: 120 }],
		[{ when: '2026-12-04 20:00' }, { date: '2026-12-05T02:00:00.000Z', timezone: 'America/Chicago' }],
		[{ when: 'sat' }, { date: '2026-12-06T01:30:00.000Z', timezone: 'America/Chicago' }],
		[{ places: '' }, { capacity: null }],
		[{ storytellerIds: ['4'] }, { storytellerIds: ['4'] }],
	])('writes only what was touched: %j', (changes, body) => {
		expect(toBody(changes, SAVED)).toEqual(body);
	});

	test('needs a title', () => {
		expect(read({ title: ' ' }, SAVED)).toEqual({ planned: null, errors: ['Please enter a title'] });
	});
});

test.each<[Partial<EventDraft>, object]>([
	[
		{},
		{ date: '2026-12-04', time: '20:30', timezone: 'America/New_York', capacity: '', byStorytellers: false },
	],
	[
		{ when: 'someday', places: '7' },
		{ capacity: '7', byStorytellers: false },
	],
	[
		{ when: '8pm UTC', places: 'storytellers' },
		{ time: '20:00', timezone: 'UTC', capacity: '', byStorytellers: true },
	],
])('the form is filled with %j', (changes, expected) => {
	const draft = { ...EMPTY_DRAFT, when: 'fri 8:30pm', ...changes };
	const form = toDraftedForm(draft, { saved: null, now: NOW });
	expect(form).toMatchObject({ title: '', duration: '3', storytellerIds: [], ...expected });
	expect(Object.hasOwn(form, 'date')).toBe(changes.when !== 'someday');
});
