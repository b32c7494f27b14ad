import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { User } from '~/database/models/index.ts';
import { one } from '~/database/sql.ts';
import { type AdminUserView, roleInput } from '~/domain/admin/schema.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { can } from '~/domain/policy.ts';
import { denied, missing } from '~/domain/refusal.ts';
import {
	ADMIN_USER_COLUMNS,
	ADMIN_USER_SOURCES,
	type AdminUserRow,
	toAdminUserView,
} from '../../wire/users.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { eraseUser, requireAnotherAdmin } from './erasure.ts';

/** Returns one user as admins see them. Throws Refusal 'missing' when no such user exists. */
export const readUser = defineOperation({
	allow: 'users.listAll',
	params: ['userId'],
	input: z.object({}),
	handle: ({ params }): Promise<AdminUserView> => selectAdminUser(params.userId),
});

/**
 * Sets a user's role, which applies from their next request on (PUT /api/admin/users/{id}/role). Setting the
 * role that they have changes nothing. Throws Refusal 'missing' when no such user exists, 'conflict' when it
 * would take the role from the last admin.
 */
export const setRole = defineOperation({
	allow: 'users.setRole',
	params: ['userId'],
	input: roleInput,
	handle: ({ actor, params: { userId }, input: { role }, now }): Promise<AdminUserView> =>
		inTransaction(async (transaction) => {
			// Admins are locked before the user, as in every other operation, to avoid deadlocks.
			if (role !== 'admin') await requireAnotherAdmin(userId, transaction, ADMIN_TEXTS.lastAdmin);
			const user = isId(userId)
				? await User.findByPk(userId, { transaction, lock: transaction.LOCK.NO_KEY_UPDATE })
				: null;
			if (!user) throw missing('User');
			if (user.role !== role) {
				const subject = { type: 'user' as const, id: userId };
				const detail = { from: user.role, to: role };
				const becameAdminAt = user.becameAdminAt ?? (role === 'admin' ? now : null);
				await user.update({ role, becameAdminAt }, { transaction });
				await recordAudit({ actor, action: 'users.setRole', subject, detail, now }, transaction);
			}
			return selectAdminUser(userId, transaction);
		}),
});

/**
 * Erases a user, in the same way as when they delete their own profile (DELETE /api/admin/users/{id}; decision 0022).
 * Throws Refusal 'missing' when no such user exists, 'denied' when it is the actor, 'conflict' when it is the last
 * admin.
 */
export const deleteUser = defineOperation({
	allow: 'users.delete',
	params: ['userId'],
	input: z.object({}),
	handle: ({ actor, params: { userId }, now }): Promise<{ message: string }> =>
		inTransaction(async (transaction) => {
			if (!isId(userId)) throw missing('User');
			if (!can(actor, 'users.delete', { userId })) throw denied(ADMIN_TEXTS.cannotDeleteSelf);
			if (!(await eraseUser(userId, transaction, now))) throw missing('User');
			const subject = { type: 'user' as const, id: userId };
			await recordAudit({ actor, action: 'users.delete', subject, now }, transaction);
			return { message: ADMIN_TEXTS.userDeleted };
		}),
});

/** Returns whether an admin has deleted the user with this id: a form that is sent twice has then done what it should. */
export const wasUserDeleted = defineOperation({
	allow: 'users.delete',
	params: ['userId'],
	input: z.object({}),
	handle: async ({ params: { userId } }): Promise<boolean> =>
		(await one(
			`SELECT 1 FROM audit_entries
			WHERE subject_type = 'user' AND subject_id = :userId AND action = 'users.delete' LIMIT 1`,
			{ userId },
		)) !== null,
});

async function selectAdminUser(userId: string, transaction?: Transaction): Promise<AdminUserView> {
	if (!isId(userId)) throw missing('User');
	const row = await one<AdminUserRow>(
		`SELECT ${ADMIN_USER_COLUMNS} FROM ${ADMIN_USER_SOURCES} WHERE u.id = :userId`,
		{ userId },
		transaction,
	);
	if (!row) throw missing('User');
	return toAdminUserView(row);
}
