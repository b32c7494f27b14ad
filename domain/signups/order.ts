import { compareIds } from '../ids.ts';
import type { Place } from '../places/places.ts';
import { hasFact, listStatusesWith, SIGNUP_STATUSES, type SignupStatus } from './statuses.ts';

export type OrderableSignup = {
	id: string;
	user_id: string;
	status: string;
	created_at: string;
	place?: Place | null;
	waitlist_position?: number | null;
};

/** Where those who wait for a place stand among the statuses: after all who have one. */
export const WAITING_RANK =
	Math.max(...listStatusesWith('takesPlace').map((status) => SIGNUP_STATUSES.indexOf(status))) + 0.5;

/**
 * Returns the signups in the order of their card: the current user's first, then by status, creation time and
 * id (spec, section 2). Those who wait for a place follow those who have one, in the order of the waitlist.
 */
export function orderSignups<T extends OrderableSignup>(
	signups: readonly T[],
	currentUserId: string | null,
): T[] {
	return signups.toSorted(
		(a, b) =>
			Number(b.user_id === currentUserId) - Number(a.user_id === currentUserId) ||
			rankSignup(a) - rankSignup(b) ||
			(rankSignup(a) === WAITING_RANK && (a.waitlist_position ?? 0) - (b.waitlist_position ?? 0)) ||
			Date.parse(a.created_at) - Date.parse(b.created_at) ||
			compareIds(a.id, b.id),
	);
}

function rankSignup({ status, place }: OrderableSignup): number {
	const rank = (SIGNUP_STATUSES as readonly string[]).indexOf(status);
	if (rank === -1) return SIGNUP_STATUSES.length;
	const isInLine = place === 'waiting' || place === 'offered';
	return isInLine && hasFact(status as SignupStatus, 'takesPlace') ? WAITING_RANK : rank;
}
