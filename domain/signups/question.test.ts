import { expect, test } from 'vitest';
import { findQuestion } from './question.ts';

test.each([
	[null, null, null, null],
	['confirmed', null, null, null],
	['tentative', null, null, null],
	['late', null, null, 'arrival'],
	['late', '21:00', null, null],
	['late', null, 'My train is late.', 'arrival'],
	['declined', null, null, 'note'],
	['declined', null, ' ', 'note'],
	['declined', null, 'Signed up via Discord', 'note'],
	['declined', '21:00', 'Ill', null],
] as const)('%s, arriving at %s, with the note %s: %s', (status, arrives_at, notes, question) => {
	expect(findQuestion({ status, arrives_at, notes })).toBe(question);
});
