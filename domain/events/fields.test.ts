import { expect, test } from 'vitest';
import { getDefaultTitle } from './fields.ts';

test('a weekday followed by the name of the game', () => {
	expect(getDefaultTitle(5, 'Blood on the Clocktower')).toBe('Friday Blood on the Clocktower');
	expect(getDefaultTitle(0, 'Werewolf')).toBe('Sunday Werewolf');
	expect(getDefaultTitle(7, 'Werewolf')).toBe('Werewolf');
});
