import { expect, test } from 'vitest';
import { getVisibleNotes, isCustomNote } from './notes.ts';

test.each([
	[null, false],
	[undefined, false],
	['', false],
	['  \n', false],
	['Signed up via Discord', false],
	['signed up via discord', false],
	['  Signed  up via Discord. ', false],
	['(Signed up via Discord)', false],
	['Signed-up via the Discord bot!', false],
	['Signed up through Discord event', false],
	['Signed up via Discord scheduled event', false],
	['Signed up via Discord, but I may be late', true],
	['Signed up via Discord yesterday', true],
	['I signed up via Discord', true],
	['First coffee is on me', true],
	['0', true],
])('%j is custom: %s', (notes, custom) => {
	expect(isCustomNote(notes)).toBe(custom);
});

test('visible notes are trimmed', () => {
	expect(getVisibleNotes(' In by 9 PM\n')).toBe('In by 9 PM');
	expect(getVisibleNotes('Signed up via Discord')).toBeNull();
});
