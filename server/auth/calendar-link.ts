import type { User } from '~/database/models/index.ts';
import type { ReadPosition } from '~/database/replicas.ts';
import { one } from '~/database/sql.ts';
import type { Actor } from '~/domain/policy.ts';
import { type PositionRow, selectPosition, toReadPosition } from '../operations/kernel/read-position.ts';
import { createCalendarToken, isSameSecret } from '../secrets.ts';
import { checkMembership } from './membership.ts';

const TOKEN = /^([1-9]\d{0,17})-[A-Za-z0-9_-]{43}$/;

type Row = Pick<User, 'id' | 'discordId' | 'role' | 'membershipCheckedAt' | 'membershipLostAt'> & {
	key: string;
} & PositionRow;

/**
 * Returns the user of a calendar link's token, and what a replica must have applied for them; null when the token is
 * unknown or revoked, or the user is no longer a member. Throws Refusal 'unavailable' (503) as `checkMembership` does.
 */
export async function readCalendarToken(
	token: string,
	now: Date,
): Promise<{ actor: Actor; readPosition: ReadPosition | null } | null> {
	const userId = TOKEN.exec(token)?.[1];
	if (userId === undefined) return null;
	const user = await one<Row>(
		`SELECT id, discord_id AS "discordId", role, membership_checked_at AS "membershipCheckedAt",
			membership_lost_at AS "membershipLostAt", calendar_key AS key${selectPosition()}
		FROM users u WHERE id = :userId AND calendar_key IS NOT NULL`,
		{ userId },
	);
	if (!user || !isSameSecret(token, createCalendarToken(user.id, user.key))) return null;
	if (!(await checkMembership(user, now))) return null;
	return { actor: { id: user.id, role: user.role }, readPosition: toReadPosition(user) };
}
