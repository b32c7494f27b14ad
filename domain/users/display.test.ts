import { expect, test } from 'vitest';
import { displayName } from './display.ts';

test.each([
	[{ preferredUsername: 'Marlowe', username: 'marlowe_77' }, 'Marlowe'],
	[{ preferredUsername: '  ', username: 'marlowe_77' }, 'marlowe_77'],
	[{ preferredUsername: null, username: 'marlowe_77' }, 'marlowe_77'],
	[{ username: '' }, 'Unknown User'],
	[null, 'Unknown User'],
])('%j', (user, name) => {
	expect(displayName(user)).toBe(name);
});

test('uses the fallback of the kind', () => {
	expect(displayName(null, 'storyteller')).toBe('Unknown Storyteller');
	expect(displayName(null, 'player')).toBe('Unknown Player');
	expect(displayName(null, 'creator')).toBe('Unknown Creator');
});
