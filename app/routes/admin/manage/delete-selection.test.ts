import { expect, test } from 'vitest';
import { findTypedCountProblem } from './delete-selection.tsx';

test.each([
	[100, '', true],
	[101, '', false],
	[101, '100', false],
	[963, ' 963 ', true],
	[1963, '1,963', true],
	[1963, '963', false],
])('%i rows with the typed text %j: %s', (count, typed, isConfirmed) => {
	const form = new FormData();
	form.set('typedCount', typed);
	expect(findTypedCountProblem(form, count) === null).toBe(isConfirmed);
});
