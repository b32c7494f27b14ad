import type { FieldsByStatus, SignupStatus } from './statuses.ts';

export type EventWithStatus = FieldsByStatus<'count'> & {
	user_signup_status: SignupStatus | null;
	signup_count: number;
};

/**
 * Returns the event with the counts as they will be when the viewer's signup status is `status` (null:
 * removed). Used for the optimistic update between the click and the server's response.
 */
export function withSignupStatus<T extends EventWithStatus>(event: T, status: SignupStatus | null): T {
	const before = event.user_signup_status;
	if (before === status) return event;
	const after = { ...event, user_signup_status: status };
	if (before) after[`${before}_count`] -= 1;
	if (status) after[`${status}_count`] += 1;
	after.signup_count += Number(status !== null) - Number(before !== null);
	return after;
}
