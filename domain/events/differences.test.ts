import { expect, test } from 'vitest';
import { EDITED_FIELDS, listDifferences } from './differences.ts';
import { EMPTY_EVENT_FORM, type EventFormValues } from './form.ts';

const SAVED: EventFormValues = {
	...EMPTY_EVENT_FORM,
	title: 'Friday night',
	description: 'First line\nSecond line',
	date: '2026-10-16',
	location: 'The Hearth',
	storytellerIds: ['5', '12'],
};

test.each<[string, Partial<EventFormValues>, string[]]>([
	['nothing', {}, []],
	['the title', { title: 'Saturday night' }, ['title']],
	['the title’s white space', { title: '  Friday  night ' }, []],
	['an empty title', { title: '' }, ['title']],
	['the description', { description: 'Another' }, ['description']],
	['a browser’s line ends', { description: 'First line\r\nSecond line\r\n' }, []],
	['the date', { date: '2026-10-17' }, ['date']],
	['the time', { time: '20:31' }, ['time']],
	['the zone', { timezone: 'UTC' }, ['timezone']],
	['the duration', { duration: '2.5' }, ['duration']],
	['the same duration', { duration: '3.0' }, []],
	['the same duration with a comma', { duration: ' 3,0' }, []],
	['a duration that is none', { duration: 'three' }, ['duration']],
	['the location', { location: 'The Crypt' }, ['location']],
	['a storyteller more', { storytellerIds: ['5', '12', '7'] }, ['storytellerIds']],
	['a storyteller less', { storytellerIds: ['5'] }, ['storytellerIds']],
	['nobody', { storytellerIds: [] }, ['storytellerIds']],
	['their order', { storytellerIds: ['12', '5'] }, []],
	['one named twice', { storytellerIds: ['12', '5', '5'] }, []],
	['the mirror, which the edit form has not', { createDiscordEvent: false }, []],
	['two fields', { location: '', title: 'Moved' }, ['title', 'location']],
])('%s', (_name, change, fields) => {
	expect(listDifferences({ ...SAVED, ...change }, SAVED)).toEqual(fields);
	expect(listDifferences(SAVED, { ...SAVED, ...change })).toEqual(fields);
});

test('every field can differ, and they come in the form’s order', () => {
	const other = { ...EMPTY_EVENT_FORM, time: '19:00', timezone: 'UTC', duration: '1' };
	expect(listDifferences(other, SAVED)).toEqual([...EDITED_FIELDS]);
});
