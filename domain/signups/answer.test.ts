import { expect, test } from 'vitest';
import { withAnswer } from './answer.ts';
import { fieldsByStatus } from './statuses.ts';

const some = { confirmed_count: 3, late_count: 1, declined_count: 2, signup_count: 6 };
const counts = { ...fieldsByStatus('count', () => 0), ...some };
const late = { id: '7', ...counts, user_signup_status: 'late' as const };
const none = { id: '7', ...counts, user_signup_status: null };

test('an answer that changes moves from one count to the other', () => {
	expect(withAnswer(late, 'confirmed')).toEqual({
		...late,
		user_signup_status: 'confirmed',
		confirmed_count: 4,
		late_count: 0,
	});
	expect(withAnswer(late, 'late')).toBe(late);
	expect(late.late_count).toBe(1);
});

test('a first answer adds one, a removed one takes one away', () => {
	expect(withAnswer(none, 'tentative')).toMatchObject({ tentative_count: 1, signup_count: 7 });
	expect(withAnswer(late, null)).toMatchObject({ late_count: 0, signup_count: 5, user_signup_status: null });
});
