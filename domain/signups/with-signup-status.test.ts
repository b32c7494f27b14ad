import { expect, test } from 'vitest';
import { getStanding } from './standing.ts';
import { mapStatusFields, type SignupStatus } from './statuses.ts';
import { withSignupStatus } from './with-signup-status.ts';

const some = { confirmed_count: 3, late_count: 1, declined_count: 2, signup_count: 6 };
const counts = { ...mapStatusFields('count', () => 0), ...some };
function stand(status: SignupStatus | null, place: 'placed' | 'waiting' | null = null, runs = false) {
	const { kind, position, late } = getStanding({ status, place, position: 1, runs, eventStatus: 'active' });
	return { user_signup_status: status, own_standing: { kind, position, late } };
}
const late = { id: '7', ...counts, ...stand('late') };
const none = { id: '7', ...counts, ...stand(null) };

test('a changed status moves the signup from one count to the other', () => {
	expect(withSignupStatus(late, 'confirmed')).toEqual({
		...late,
		...stand('confirmed'),
		confirmed_count: 4,
		late_count: 0,
	});
	expect(withSignupStatus(late, 'late')).toBe(late);
	expect(late.late_count).toBe(1);
});

test('a new signup adds one, a deleted one subtracts one', () => {
	expect(withSignupStatus(none, 'tentative')).toMatchObject({ tentative_count: 1, signup_count: 7 });
	expect(withSignupStatus(late, null)).toMatchObject({
		...stand(null),
		late_count: 0,
		signup_count: 5,
	});
});

const full = { places: 4, places_taken: 4, waitlist_count: 2 };
const free = { places: 4, places_taken: 3, waitlist_count: 0 };

test.each([
	[
		'without a signup, with a free place',
		{ ...none, ...free },
		'confirmed',
		{ own_standing: { kind: 'placed' }, confirmed_count: 4, places_taken: 4 },
	],
	[
		'without a signup, when the event is full',
		{ ...none, ...full },
		'late',
		{ own_standing: { kind: 'waiting', position: 3, late: true }, late_count: 1, waitlist_count: 3 },
	],
	[
		'with a place',
		{ ...late, ...full, ...stand('late', 'placed') },
		'confirmed',
		{ own_standing: { kind: 'placed', late: false }, confirmed_count: 4, late_count: 0, places_taken: 4 },
	],
	[
		'with a place that is given up',
		{ ...late, ...full, ...stand('late', 'placed') },
		'declined',
		{ own_standing: { kind: 'declined' }, late_count: 0, places_taken: 3 },
	],
	[
		'on the waitlist',
		{ ...none, ...full, ...stand('confirmed', 'waiting') },
		'late',
		{ own_standing: { kind: 'waiting', position: 1, late: true }, waitlist_count: 2, late_count: 1 },
	],
	[
		'who runs the event',
		{ ...none, ...free, ...stand(null, null, true) },
		'confirmed',
		{ own_standing: { kind: 'runs' }, confirmed_count: 3, places_taken: 3, signup_count: 7 },
	],
] as const)('where places are limited, a user %s', (_, event, status, expected) => {
	expect(withSignupStatus(event, status)).toMatchObject(expected);
});
