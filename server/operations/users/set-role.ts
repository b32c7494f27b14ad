import { execute, rows } from '~/database/sql.ts';
import { type AdminUserView, roleInput, rolesInput } from '~/domain/admin/schema.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { conflict, missing } from '~/domain/refusal.ts';
import { type Role, type RoleChange, removesLastAdmin } from '~/domain/users/roles.ts';
import { recordAudits } from '../kernel/audit.ts';
import { type ChangeContext, defineChange, isId } from '../kernel/operation.ts';
import { requireIssuedIds } from '../kernel/selection.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { lockAdmins } from './erase-user.ts';
import { selectAdminUser } from './queries.ts';

/**
 * Sets a user's role, which applies from their next request on (PUT /api/admin/users/{id}/role). Setting the
 * role that they have changes nothing. Throws Refusal 'missing' when no such user exists, 'conflict' when it
 * would take the role from the last admin.
 */
export const setRole = defineChange({
	allow: 'users.setRole',
	params: ['userId'],
	input: roleInput,
	async work({ params: { userId }, input: { role }, transaction, context }): Promise<AdminUserView> {
		const changes = isId(userId) ? [{ userId, role }] : [];
		const { alreadyDeleted } = await saveRoles(changes, context);
		if (alreadyDeleted > 0) throw missing('User');
		return selectAdminUser(userId, transaction);
	},
});

/** `updated`: how many users have another role now; `alreadyDeleted`: how many of the selected users were already deleted. */
export type ChangedRoles = { updated: number; alreadyDeleted: number };

/**
 * Sets the roles of several users in one transaction, which apply from their next request on. Throws Refusal 'invalid', and
 * changes nothing, when there is no change, too many, or one of an id that never belonged to a user; 'conflict' when no
 * admin would be left.
 */
export const setRoles = defineChange({
	allow: 'users.setRole',
	input: rolesInput,
	async work({ input: { roles }, transaction, context }): Promise<ChangedRoles> {
		const ids = roles.map(({ userId }) => userId);
		await requireIssuedIds('users', 'roles', ids, transaction);
		return saveRoles(roles, context);
	},
});

/** Saves the roles, so that it can be undone, each with an audit entry, of those of these users who exist and have another one. */
const saveRoles = (changes: readonly RoleChange[], context: ChangeContext): Promise<ChangedRoles> =>
	keepForUndo('users.setRole', context, () => updateRoles(changes, context));

async function updateRoles(changes: readonly RoleChange[], context: ChangeContext): Promise<ChangedRoles> {
	const { now, transaction } = context;
	// Admins are locked before the users, as in every other operation, to avoid deadlocks.
	const adminIds = await lockAdmins(transaction);
	const found = await rows<{ id: string; role: Role }>(
		'SELECT id::text, role FROM users WHERE id = ANY(:ids::bigint[]) ORDER BY users.id FOR NO KEY UPDATE',
		{ ids: changes.map(({ userId }) => userId) },
		transaction,
	);
	const former = new Map(found.map(({ id, role }) => [id, role]));
	const existing = changes.filter(({ userId }) => former.has(userId));
	if (removesLastAdmin(adminIds, existing)) throw conflict(ADMIN_TEXTS.lastAdmin);
	const changed = existing.filter(({ userId, role }) => former.get(userId) !== role);
	await execute(
		`UPDATE users u SET role = c.role,
			became_admin_at = CASE WHEN c.role = 'admin' THEN coalesce(u.became_admin_at, :now) ELSE u.became_admin_at END
		FROM jsonb_to_recordset(:changed::jsonb) AS c("userId" bigint, role text) WHERE u.id = c."userId"`,
		{ changed: JSON.stringify(changed), now },
		transaction,
	);
	const subjects = changed.map(({ userId, role }) => ({
		id: userId,
		detail: { from: former.get(userId), to: role },
	}));
	await recordAudits('users.setRole', 'user', subjects, context);
	return { updated: changed.length, alreadyDeleted: changes.length - existing.length };
}
