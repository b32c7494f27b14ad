import { expect, test } from 'vitest';
import { defaultTitle } from './titles.ts';

test('a weekday followed by the name of the game', () => {
	expect(defaultTitle(5, 'Blood on the Clocktower')).toBe('Friday Blood on the Clocktower');
	expect(defaultTitle(0, 'Werewolf')).toBe('Sunday Werewolf');
	expect(defaultTitle(7, 'Werewolf')).toBe('Werewolf');
});
