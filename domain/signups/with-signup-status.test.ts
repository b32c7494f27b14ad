import { expect, test } from 'vitest';
import { mapStatusFields } from './statuses.ts';
import { withSignupStatus } from './with-signup-status.ts';

const some = { confirmed_count: 3, late_count: 1, declined_count: 2, signup_count: 6 };
const counts = { ...mapStatusFields('count', () => 0), ...some };
const late = { id: '7', ...counts, user_signup_status: 'late' as const };
const none = { id: '7', ...counts, user_signup_status: null };

test('a changed status moves the signup from one count to the other', () => {
	expect(withSignupStatus(late, 'confirmed')).toEqual({
		...late,
		user_signup_status: 'confirmed',
		confirmed_count: 4,
		late_count: 0,
	});
	expect(withSignupStatus(late, 'late')).toBe(late);
	expect(late.late_count).toBe(1);
});

test('a new signup adds one, a deleted one subtracts one', () => {
	expect(withSignupStatus(none, 'tentative')).toMatchObject({ tentative_count: 1, signup_count: 7 });
	expect(withSignupStatus(late, null)).toMatchObject({
		late_count: 0,
		signup_count: 5,
		user_signup_status: null,
	});
});
