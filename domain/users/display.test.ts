import { expect, test } from 'vitest';
import { formatDisplayName } from './display.ts';

test.each([
	[{ preferredUsername: 'Marlowe', username: 'marlowe_77' }, 'Marlowe'],
	[{ preferredUsername: '  ', username: 'marlowe_77' }, 'marlowe_77'],
	[{ preferredUsername: null, username: 'marlowe_77' }, 'marlowe_77'],
	[{ username: '' }, 'Unknown User'],
	[null, 'Unknown User'],
])('%j', (user, name) => {
	expect(formatDisplayName(user)).toBe(name);
});

test('uses the fallback of the kind', () => {
	expect(formatDisplayName(null, 'storyteller')).toBe('Unknown Storyteller');
	expect(formatDisplayName(null, 'player')).toBe('Unknown Player');
	expect(formatDisplayName(null, 'creator')).toBe('Unknown Creator');
});
