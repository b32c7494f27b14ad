import { expect, test } from 'vitest';
import { displayName } from './display.ts';

test.each([
	[{ preferredUsername: 'Marlowe', username: 'marlowe_77' }, 'Marlowe'],
	[{ preferredUsername: '  ', username: 'marlowe_77' }, 'marlowe_77'],
	[{ preferredUsername: null, username: 'marlowe_77' }, 'marlowe_77'],
	[{ username: '' }, 'Unknown User'],
	[null, 'Unknown User'],
])('%j', (person, name) => {
	expect(displayName(person)).toBe(name);
});

test('the fallback is that of the part', () => {
	expect(displayName(null, 'storyteller')).toBe('Unknown Storyteller');
	expect(displayName(null, 'player')).toBe('Unknown Player');
	expect(displayName(null, 'creator')).toBe('Unknown Creator');
});
