export const ROLES = ['player', 'storyteller', 'creator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Returns whether `role` is at least `needed`, as each role includes those before it (spec, section 6). */
export function isAtLeast(role: Role, needed: Role): boolean {
	return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Returns all roles that are at least `needed`. */
export const listRolesFrom = (needed: Role): Role[] => ROLES.filter((role) => isAtLeast(role, needed));

export type RoleChange = { userId: string; role: Role };

/** Returns whether these changes would take the role from the last admin; `adminIds` are the admins before them. */
export function removesLastAdmin(adminIds: readonly string[], changes: readonly RoleChange[]): boolean {
	const changedIds = new Set(changes.map(({ userId }) => userId));
	return (
		adminIds.length > 0 &&
		adminIds.every((id) => changedIds.has(id)) &&
		changes.every(({ role }) => role !== 'admin')
	);
}

export const ROLE_LABELS: Record<Role, string> = {
	player: 'Player',
	storyteller: 'Storyteller',
	creator: 'Creator',
	admin: 'Admin',
};
