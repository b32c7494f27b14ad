import { expect, test } from 'vitest';
import { preferencesInput } from './preferences.ts';

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
