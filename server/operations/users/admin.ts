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
import { isId, operation } from '../kernel/operation.ts';
import { eraseUser, requireAnotherAdmin } from './erasure.ts';

/** One person as admins see them. Refuses: 404. */
export const readUser = operation({
	allow: 'users.listAll',
	params: ['userId'],
	input: z.object({}),
	handle: ({ params }): Promise<AdminUserView> => selectAdminUser(params.userId),
});

/**
 * PUT /api/admin/users/{id}/role: what a person may do from their next request on. The role that they have is no change.
 * Refuses: 404; 409 taking it from the last admin.
 */
export const setRole = operation({
	allow: 'users.setRole',
	params: ['userId'],
	input: roleInput,
	handle: ({ actor, params: { userId }, input: { role }, now }): Promise<AdminUserView> =>
		inTransaction(async (transaction) => {
			// The admins before the person, as everybody locks them.
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
 * DELETE /api/admin/users/{id}: erases a person as if they had left by themselves (decisions, "Sign-in and sessions").
 * Refuses: 404; 403 oneself; 409 the last admin.
 */
export const deleteUser = operation({
	allow: 'users.delete',
	params: ['userId'],
	input: z.object({}),
	handle: ({ actor, params: { userId }, now }): Promise<{ message: string }> =>
		inTransaction(async (transaction) => {
			if (!isId(userId)) throw missing('User');
			if (!can(actor, 'users.delete', { userId })) throw denied(ADMIN_TEXTS.notOneself);
			if (!(await eraseUser(userId, transaction, now))) throw missing('User');
			const subject = { type: 'user' as const, id: userId };
			await recordAudit({ actor, action: 'users.delete', subject, now }, transaction);
			return { message: ADMIN_TEXTS.userDeleted };
		}),
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
