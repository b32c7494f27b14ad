import { describe, expect, test } from 'vitest';
import { applyDraftStep, formatDraftStep, parseDraftStep, preferencesInput } from './preferences.ts';

const fieldsOf = (body: unknown) => {
	const parsed = preferencesInput.safeParse(body);
	return parsed.success
		? parsed.data
		: parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
};

test.each<[string, unknown, unknown]>([
	['nothing', {}, {}],
	['numbers and duplicates', { preferredPlayers: [1, '2', '1'] }, { preferredPlayers: ['1', '2'] }],
	[
		'six with one duplicate',
		{ preferredPlayers: ['1', '2', '3', '4', '5', '1'] },
		{ preferredPlayers: ['1', '2', '3', '4', '5'] },
	],
	[
		'six players',
		{ preferredPlayers: ['1', '2', '3', '4', '5', '6'] },
		[['preferredPlayers', 'Maximum of 5 preferred players reached']],
	],
	[
		'four storytellers',
		{ preferredStorytellers: [1, 2, 3, 4] },
		[['preferredStorytellers', 'Maximum of 3 preferred storytellers reached']],
	],
	['no list', { preferredPlayers: '1' }, [['preferredPlayers', 'Please choose players from the list']]],
	['long notes', { notes: 'x'.repeat(2_001) }, [['notes', 'Notes can have at most 2,000 characters']]],
	['other fields', { role: 'admin', id: '1' }, {}],
])('%s', (_, body, outcome) => expect(fieldsOf(body)).toEqual(outcome));

const draft = { preferredPlayers: ['1', '2'], preferredStorytellers: ['3'], notes: 'kept' };

describe('a step', () => {
	test.each([
		['add:players:12', { action: 'add', list: 'players', id: '12' }],
		['remove:storytellers:3', { action: 'remove', list: 'storytellers', id: '3' }],
	] as const)('%s', (text, step) => {
		expect(parseDraftStep(text)).toEqual(step);
		expect(formatDraftStep(step)).toBe(text);
	});

	test.each([
		'',
		'search',
		'preferences.save',
		'add:players',
		'add:players:',
		'add:notes:1',
		'add:players:1:2',
	])('%j is not a step', (text) => expect(parseDraftStep(text)).toBeNull());
});

describe('the draft', () => {
	test.each([
		['add:players:3', { preferredPlayers: ['1', '2', '3'] }],
		['add:players:1', { preferredPlayers: ['1', '2'] }],
		['add:storytellers:1', { preferredStorytellers: ['3', '1'] }],
		['remove:players:1', { preferredPlayers: ['2'] }],
		['remove:players:3', {}],
		['remove:storytellers:3', { preferredStorytellers: [] }],
	])('%s', (text, change) => {
		const step = parseDraftStep(text);
		expect(step && applyDraftStep(draft, step)).toEqual({ ...draft, ...change });
	});
});
