import type { User } from '~/database/models/index.ts';
import { one } from '~/database/sql.ts';
import type { Actor } from '~/domain/policy.ts';
import { createCalendarToken, isSame } from '../secrets.ts';
import { checkMembership } from './membership.ts';

const TOKEN = /^([1-9]\d{0,17})-[A-Za-z0-9_-]{43}$/;

type Row = Pick<User, 'id' | 'discordId' | 'role' | 'membershipCheckedAt' | 'membershipLostAt'> & {
	key: string;
};

/**
 * Returns the user whose calendar link has this token, or null when the token is unknown or revoked, or the user is no longer
 * a member. Throws Refusal 'unavailable' (503) like `checkMembership`.
 */
export async function readCalendarToken(token: string, now: Date): Promise<Actor | null> {
	const userId = TOKEN.exec(token)?.[1];
	if (userId === undefined) return null;
	const user = await one<Row>(
		`SELECT id, discord_id AS "discordId", role, membership_checked_at AS "membershipCheckedAt",
			membership_lost_at AS "membershipLostAt", calendar_key AS key
		FROM users WHERE id = :userId AND calendar_key IS NOT NULL`,
		{ userId },
	);
	if (!user || !isSame(token, createCalendarToken(user.id, user.key))) return null;
	return (await checkMembership(user, now)) ? { id: user.id, role: user.role } : null;
}
