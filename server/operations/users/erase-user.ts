import type { Transaction } from 'sequelize';
import { execute, one, selectColumn } from '~/database/sql.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { can } from '~/domain/policy.ts';
import { conflict, denied, missing, unauthenticated } from '~/domain/refusal.ts';
import { deleteProfileInput, PROFILE_TEXTS } from '~/domain/users/profile.ts';
import { removesLastAdmin } from '~/domain/users/roles.ts';
import { getErasedId } from '../../secrets.ts';
import { recordAudit } from '../kernel/audit.ts';
import { lockEvents } from '../kernel/lock-event.ts';
import { defineChange, defineOperation, isId } from '../kernel/operation.ts';

/**
 * Erases a user (decision 0022) with what `ACCOUNT_DATA` lists as deleted, their place in others' preferences, sessions and
 * counters. All announcements (by the trigger on signups) and the groups of active events on Discord are written again;
 * the groups of past events there stay. The audit trail and stored groups have ids only. An HMAC of the Discord ID prevents
 * an import and the gateway from creating the user again, and ADMIN_DISCORD_IDS from granting admin again.
 *
 * Returns false when no such user exists. Throws Refusal 'conflict' when it is the last admin. Does not check whether
 * the actor may do this.
 */
export async function eraseUser(userId: string, transaction: Transaction, now: Date): Promise<boolean> {
	const run = (sql: string) => execute(sql, { userId }, transaction);
	// Events and polls are locked before users, as in every other operation, to avoid deadlocks.
	await lockUserEvents(userId, transaction);
	await run('SELECT FROM polls WHERE creator_id = :userId ORDER BY id FOR UPDATE');
	if (removesLastAdmin(await lockAdmins(transaction), [{ userId, role: 'player' }]))
		throw conflict(PROFILE_TEXTS.lastAdmin);
	const user = await one<{ discord_id: string | null; became_admin_at: Date | null }>(
		'SELECT discord_id, became_admin_at FROM users WHERE id = :userId FOR UPDATE',
		{ userId },
		transaction,
	);
	if (!user) return false;
	// Open groups panels notice the change.
	await run(`UPDATE events SET groups_version = groups_version + 1
		WHERE id IN (SELECT event_id FROM group_players WHERE user_id = :userId
			UNION SELECT event_id FROM groups WHERE storyteller_id = :userId
			UNION SELECT event_id FROM group_co_storytellers WHERE user_id = :userId)`);
	// The posted groups of active events are written again, without the user.
	await run(`UPDATE announcements SET is_dirty = true, revision = revision + 1
		WHERE ${MAY_SHOW_USER} AND event_id IN (SELECT id FROM events WHERE status = 'active')`);
	await deleteUnlinkedRows(run);
	if (user.discord_id) {
		await execute(
			`INSERT INTO erased_ids (discord_id_hmac, erased_at, became_admin_at) VALUES (:hash, :now, :becameAdminAt)
			ON CONFLICT (discord_id_hmac) DO UPDATE SET erased_at = excluded.erased_at,
				became_admin_at = excluded.became_admin_at`,
			{ hash: getErasedId(user.discord_id), now, becameAdminAt: user.became_admin_at },
			transaction,
		);
	}
	// All other rows about the user have a foreign key, which deletes them or sets the reference to null.
	await run('DELETE FROM users WHERE id = :userId');
	return true;
}

/**
 * Returns the ids of all admins. They stay locked until the transaction ends, so that the second of two concurrent requests
 * that take the role from the last two is refused. It must be called before an admin loses the role, and before other users
 * are locked.
 */
export const lockAdmins = (transaction: Transaction): Promise<string[]> =>
	selectColumn(`SELECT id FROM users WHERE role = 'admin' ORDER BY id FOR NO KEY UPDATE`, {}, transaction);

const lockUserEvents = (userId: string, transaction: Transaction): Promise<string[]> =>
	lockEvents(
		`e.id IN (SELECT id FROM events WHERE creator_id = :userId
			UNION SELECT event_id FROM signups WHERE user_id = :userId
			UNION SELECT event_id FROM comments WHERE user_id = :userId
			UNION SELECT event_id FROM group_players WHERE user_id = :userId
			UNION SELECT event_id FROM groups WHERE storyteller_id = :userId
			UNION SELECT event_id FROM group_co_storytellers WHERE user_id = :userId
			UNION SELECT event_id FROM announcements WHERE ${MAY_SHOW_USER})`,
		{ userId },
		transaction,
	);

/** A condition that the posted groups of a row of `announcements`, or those that they replaced, contain the user. */
export const HAS_POSTED_USER = `jsonb_path_exists(posted_groups,
	'$.*[*] ? (@.storytellerId == $id || @.coStorytellerIds[*] == $id || @.playerIds[*] == $id)', jsonb_build_object('id', :userId::text))`;

/** A condition that a message with groups may show the user, as while it is written and after a lost response. */
const MAY_SHOW_USER = `kind = 'groups'
	AND (is_dirty OR message_id IS NOT NULL AND (posted_groups IS NULL OR ${HAS_POSTED_USER}))`;

/** Deletes the rows that no foreign key deletes: idempotency keys, rate limit counters, and roles that were not given. */
async function deleteUnlinkedRows(run: (sql: string) => Promise<unknown>): Promise<void> {
	await run('DELETE FROM idempotency_keys WHERE actor_scope = :userId');
	await run(`DELETE FROM rate_limits r WHERE ${COUNTERS_OF_USER}`);
	// A role that the user has from the bot is taken after this; its row then ends (decision 0089).
	await run(`DELETE FROM given_roles WHERE user_id = :userId AND state IN ('planned', 'had', 'missing')`);
	// Their messages to the users of events stay without their text, because these count for the limit of a day.
	await run('UPDATE player_messages SET text = NULL WHERE user_id = :userId');
	// Why the user was moved to a place is a text about them.
	await run(
		`UPDATE audit_entries SET detail = detail - 'reason' WHERE action = 'places.move' AND detail->>'userId' = :userId::text`,
	);
}

/** A condition for the counters of one user in `rate_limits r`, whose keys are '<limit>:<user id>'. */
export const COUNTERS_OF_USER = `split_part(r.key, ':', 2) = :userId::text`;

/**
 * Erases a user, in the same way as when they delete their own profile (DELETE /api/admin/users/{id}; decision 0022).
 * Throws Refusal 'missing' when no such user exists, 'denied' when it is the actor, 'conflict' when it is the last
 * admin.
 */
export const deleteUser = defineChange({
	allow: 'users.delete',
	params: ['userId'],
	async work({ actor, params: { userId }, now, transaction, context }): Promise<{ message: string }> {
		if (!isId(userId)) throw missing('User');
		if (!can(actor, 'users.delete', { userId })) throw denied(ADMIN_TEXTS.cannotDeleteSelf);
		if (!(await eraseUser(userId, transaction, now))) throw missing('User');
		await recordAudit('users.delete', { type: 'user', id: userId }, context);
		return { message: ADMIN_TEXTS.userDeleted };
	},
});

/** Returns whether an admin has deleted the user with this id: a form that is sent twice has then done what it should. */
export const wasUserDeleted = defineOperation({
	allow: 'users.delete',
	params: ['userId'],
	handle: async ({ params: { userId } }): Promise<boolean> =>
		(await one(
			`SELECT 1 FROM audit_entries
			WHERE subject_type = 'user' AND subject_id = :userId AND action = 'users.delete' LIMIT 1`,
			{ userId },
		)) !== null,
});

/**
 * Erases the actor, which also ends all their sessions (DELETE /api/users/profile). Throws Refusal 'invalid'
 * when the confirmation word is wrong, 'conflict' when the actor is the last admin.
 */
export const deleteProfile = defineChange({
	allow: 'profile.delete',
	input: deleteProfileInput,
	async work({ actor, now, transaction }): Promise<{ message: string }> {
		if (!(await eraseUser(actor.id, transaction, now))) throw unauthenticated();
		return { message: PROFILE_TEXTS.deleted };
	},
});
