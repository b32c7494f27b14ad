import type { FieldsByStatus, SignupStatus } from './statuses.ts';

type Answered = FieldsByStatus<'count'> & { user_signup_status: SignupStatus | null; signup_count: number };

/**
 * The event as it will be once the viewer's answer is `status` (null: removed): their old answer leaves its count, the
 * new one enters its own. For the moment between the click and the server's word.
 */
export function withAnswer<T extends Answered>(event: T, status: SignupStatus | null): T {
	const before = event.user_signup_status;
	if (before === status) return event;
	const after = { ...event, user_signup_status: status };
	if (before) after[`${before}_count`] -= 1;
	if (status) after[`${status}_count`] += 1;
	after.signup_count += Number(status !== null) - Number(before !== null);
	return after;
}
