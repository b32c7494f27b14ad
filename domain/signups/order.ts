import { SIGNUP_STATUSES } from './statuses.ts';

export type OrderableSignup = { id: string; user_id: string; status: string; created_at: string };

/**
 * Returns a new list in the order of the signups card: the current user's signup first, then by status
 * (confirmed, late, tentative, declined, others), then by creation time, then by id (spec, section 2).
 */
export function orderSignups<T extends OrderableSignup>(
	signups: readonly T[],
	currentUserId: string | null,
): T[] {
	return signups.toSorted(
		(a, b) =>
			Number(b.user_id === currentUserId) - Number(a.user_id === currentUserId) ||
			rankStatus(a.status) - rankStatus(b.status) ||
			Date.parse(a.created_at) - Date.parse(b.created_at) ||
			compareIds(a.id, b.id),
	);
}

function rankStatus(status: string): number {
	const rank = (SIGNUP_STATUSES as readonly string[]).indexOf(status);
	return rank === -1 ? SIGNUP_STATUSES.length : rank;
}

/** Compares ids for sorting. Outside SQL they are decimal strings, and a shorter one is smaller: '9' is before '10'. */
export function compareIds(a: string, b: string): number {
	if (a.length !== b.length) return a.length - b.length;
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
