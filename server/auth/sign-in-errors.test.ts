import { expect, test } from 'vitest';
import { describeSignInError, SIGN_IN_ERRORS } from './sign-in-errors.ts';

test('returns a sentence for every code and null for anything else', () => {
	for (const code of SIGN_IN_ERRORS) expect(describeSignInError(code)).toBeTruthy();
	for (const code of ['', 'toString', '<script>', null, undefined])
		expect(describeSignInError(code)).toBeNull();
	expect(describeSignInError('missing_role')).toContain('the required role');
});
