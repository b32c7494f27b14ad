import { expect, test } from 'vitest';
import { errorSentence, SIGN_IN_ERRORS } from './sign-in-errors.ts';

test('every code has its sentence, and nothing else has one', () => {
	for (const code of SIGN_IN_ERRORS) expect(errorSentence(code)).toBeTruthy();
	for (const code of ['', 'toString', '<script>', null, undefined]) expect(errorSentence(code)).toBeNull();
	expect(errorSentence('missing_role')).toContain('the required role');
});
