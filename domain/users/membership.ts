import { formatCount, inflect } from '../format-count.ts';
import { HOUR_MS, MINUTE_MS } from '../limits.ts';

/** How long after it was first noticed a departure takes effect, so that a short failure of Discord costs no one a place. */
export const DEPARTURE_MS = 15 * MINUTE_MS;

/** More departures than this, and at least this part of the members, within an hour are many at once. */
const MANY = { users: 5, part: 0.1, withinMs: HOUR_MS };

/** A user who was seen as a member and is none now. */
export type LostMember = {
	id: string;
	/** When that was first noticed. */
	lostAt: Date;
	hasLeft: boolean;
};

/** Why departures wait for an admin: the required role no longer exists, or too many were noticed at once. */
export const HOLD_REASONS = ['role', 'many'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export type Departures = {
	left: string[];
	/** The users whose departure would take effect now, and waits for an admin's confirmation. */
	held: string[];
	reason: HoldReason | null;
};

/**
 * Returns whose departure takes effect at `now`. `lost` also has those noticed in the hour before; `members`
 * counts them too. An admin's confirmation covers what was noticed before it (decision 0022).
 */
export function decideDepartures({
	lost,
	members,
	roleExists,
	confirmedAt,
	now,
}: {
	lost: readonly LostMember[];
	members: number;
	roleExists: boolean;
	confirmedAt: Date | null;
	now: Date;
}): Departures {
	const isConfirmed = ({ lostAt }: LostMember) => confirmedAt !== null && lostAt <= confirmedAt;
	const due = lost.filter(
		({ lostAt, hasLeft }) => !hasLeft && now.getTime() - lostAt.getTime() >= DEPARTURE_MS,
	);
	const unconfirmed = lost.filter((user) => !isConfirmed(user));
	const reason = findReason(unconfirmed, { members, roleExists });
	const isHeld = (user: LostMember) => reason !== null && !isConfirmed(user);
	const held = due.filter(isHeld).map(({ id }) => id);
	const left = due.filter((user) => !isHeld(user)).map(({ id }) => id);
	return { left, held, reason: held.length > 0 ? reason : null };
}

/** Departures that wait for an admin: why, of how many users, and how many members there are with them. */
export type DepartureHold = { reason: HoldReason; users: number; members: number };

/** Returns what a hold means, for admins. */
export const describeHold = ({ reason, users, members }: DepartureHold): string =>
	reason === 'role'
		? `The required role no longer exists on Discord, so ${formatCount(users, 'member')} ${inflect(users, 'seems', 'seem')} to have left.`
		: `${users} of ${formatCount(members, 'member')} ${inflect(users, 'seems', 'seem')} to have left the server or lost the required role.`;

/** The place on the admin page where a hold is confirmed. */
export const HOLD_ADDRESS = '/admin#settings';

export const HOLD_REMEDY =
	'They keep their places until an admin confirms it. If it is a mistake, correct it on Discord first.';

function findReason(
	noticed: readonly LostMember[],
	{ members, roleExists }: { members: number; roleExists: boolean },
): HoldReason | null {
	const pending = noticed.filter(({ hasLeft }) => !hasLeft);
	if (pending.length === 0) return null;
	if (!roleExists) return 'role';
	const isMany = noticed.some(({ lostAt: end }) => {
		const sinceMs = end.getTime() - MANY.withinMs;
		const hour = noticed.filter(({ lostAt }) => lostAt <= end && lostAt.getTime() >= sinceMs);
		return (
			hour.length > MANY.users &&
			hour.length >= members * MANY.part &&
			hour.some((user) => pending.includes(user))
		);
	});
	return isMany ? 'many' : null;
}
