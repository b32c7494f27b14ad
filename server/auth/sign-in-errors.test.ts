import { expect, test } from 'vitest';
import { describeSignInError, SIGN_IN_ERRORS } from './sign-in-errors.ts';

const FAILED = 'Authentication failed. Please try again.';

const UNKNOWN = { headline: null, reason: null, needsToJoin: false };

test('returns a sentence for every code and null for anything else', () => {
	for (const code of SIGN_IN_ERRORS) expect(describeSignInError(code).reason).toBeTruthy();
	for (const code of ['', 'toString', '<script>'])
		expect(describeSignInError(code)).toEqual({ ...UNKNOWN, message: FAILED });
	expect(describeSignInError('missing_role').reason).toContain('the required role');
	expect(describeSignInError('missing_scope')).toMatchObject({
		headline: 'A permission is missing',
		reason: expect.stringContaining('Continue with Discord again'),
	});
});

test.each(['failed', 'asleep', 'busy'])('%s has the message of the step that failed', (code) => {
	const { reason } = describeSignInError(code);
	expect(describeSignInError(code)).toEqual({ ...UNKNOWN, message: FAILED, reason });
	expect(describeSignInError(`start_${code}`)).toEqual({
		...UNKNOWN,
		message: 'Failed to initiate login',
		reason,
	});
});
