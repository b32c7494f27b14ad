import type { Transaction } from 'sequelize';
import { ErasedId } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { PROFILE_TEXTS } from '~/domain/people/profile.ts';
import { conflict } from '~/domain/refusal.ts';
import { erasedIdOf } from '../../discord/erased-id.ts';

/**
 * Erases a person (decisions, "Sign-in and sessions"): signups, comments, preferences, their place in others' lists and
 * in groups, storyteller seats, sessions, tokens, and what was counted or remembered under their ids. Their events
 * stay without a creator, what Discord shows is left as it is, and the audit trail holds ids only. An HMAC of the
 * Discord ID keeps an import and the gateway from bringing them back, and ADMIN_DISCORD_IDS from granting admin again.
 *
 * Answers false when there is no such user (any more). Refuses (409) the last admin. Whoever asks decides who may.
 */
export async function eraseUser(userId: string, transaction: Transaction, now: Date): Promise<boolean> {
	// Events before people, in the order in which every other change takes them; or two would wait for each other.
	await lockEventsOf(userId, transaction);
	await requireAnotherAdmin(userId, transaction);
	const user = await lockUser(userId, transaction);
	if (!user) return false;
	await bumpGroupsOf(userId, transaction);
	await forgetTraces(userId, transaction);
	if (user.discord_id) {
		await ErasedId.upsert(
			{
				discordIdHmac: erasedIdOf(user.discord_id),
				erasedAt: now,
				becameAdminAt: user.became_admin_at,
			},
			{ transaction },
		);
	}
	// The foreign keys take the rest along, or set it free: nothing about a person is kept without one.
	await execute('DELETE FROM users WHERE id = :userId', { userId }, transaction);
	return true;
}

/**
 * Refuses (409, with `text`) when `userId` is the only admin. The admins stay locked until the transaction ends, so that of two who
 * go at once the second is refused; whoever takes the role from an admin calls this too.
 */
export async function requireAnotherAdmin(
	userId: string,
	transaction: Transaction,
	text: string = PROFILE_TEXTS.lastAdmin,
): Promise<void> {
	const admins = await rows<{ id: string }>(
		`SELECT id FROM users WHERE role = 'admin' ORDER BY id FOR NO KEY UPDATE`,
		{},
		transaction,
	);
	if (admins.length === 1 && admins[0]?.id === userId) throw conflict(text);
}

async function lockEventsOf(userId: string, transaction: Transaction): Promise<void> {
	await rows(
		`SELECT id FROM events WHERE id IN (
			SELECT id FROM events WHERE creator_id = :userId
			UNION SELECT event_id FROM signups WHERE user_id = :userId
			UNION SELECT event_id FROM comments WHERE user_id = :userId
			UNION SELECT event_id FROM group_players WHERE user_id = :userId
			UNION SELECT event_id FROM groups WHERE storyteller_id = :userId)
		ORDER BY id FOR UPDATE`,
		{ userId },
		transaction,
	);
}

type LockedUser = { discord_id: string | null; became_admin_at: Date | null };

function lockUser(userId: string, transaction: Transaction): Promise<LockedUser | null> {
	return one<LockedUser>(
		'SELECT discord_id, became_admin_at FROM users WHERE id = :userId FOR UPDATE',
		{ userId },
		transaction,
	);
}

/** Who has a panel of groups open where this person sat must see that the groups have changed. */
function bumpGroupsOf(userId: string, transaction: Transaction): Promise<number> {
	return execute(
		`UPDATE events SET groups_version = groups_version + 1
		WHERE id IN (SELECT event_id FROM group_players WHERE user_id = :userId
			UNION SELECT event_id FROM groups WHERE storyteller_id = :userId)`,
		{ userId },
		transaction,
	);
}

/** Deletes what no foreign key knows: keys of repeated requests, and rate limit counters of the user. */
async function forgetTraces(userId: string, transaction: Transaction): Promise<void> {
	await execute('DELETE FROM idempotency_keys WHERE actor_scope = :userId', { userId }, transaction);
	await execute(`DELETE FROM rate_limits r WHERE ${COUNTERS_OF_USER}`, { userId }, transaction);
}

/** Of `rate_limits r`, the counters of a user: keys are '<limit>:<user id>'; where another thing is counted, its hash stands there. */
export const COUNTERS_OF_USER = `split_part(r.key, ':', 2) = :userId::text`;
