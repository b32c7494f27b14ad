const ADMINISTRATOR = 1n << 3n;
const VIEW_CHANNEL = 1n << 10n;
const ATTACH_FILES = 1n << 15n;
const MANAGE_ROLES = 1n << 28n;
const MANAGE_EVENTS = 1n << 33n;
const CREATE_EVENTS = 1n << 44n;

/** What announcements need in their channel. The history shows posts whose response was lost. */
export const CHANNEL_PERMISSIONS = [
	{ name: 'View Channel', bit: VIEW_CHANNEL, isForThreads: false },
	{ name: 'Send Messages', bit: 1n << 11n, isForThreads: false },
	{ name: 'Embed Links', bit: 1n << 14n, isForThreads: false },
	{ name: 'Read Message History', bit: 1n << 16n, isForThreads: false },
	{ name: 'Create Public Threads', bit: 1n << 35n, isForThreads: true },
	{ name: 'Send Messages in Threads', bit: 1n << 38n, isForThreads: true },
] as const;
export type ChannelPermission = (typeof CHANNEL_PERMISSIONS)[number]['name'];

/** The permissions that the bot always needs; Attach Files is for the pictures of events. */
const ALWAYS_NEEDED = CHANNEL_PERMISSIONS.reduce(
	(sum, { bit }) => sum | bit,
	MANAGE_EVENTS | CREATE_EVENTS | ATTACH_FILES,
);

/** Returns the permissions that the invite link asks for. Only a community that gives roles needs “Manage Roles”. */
export const getInvitePermissions = (givesRoles: boolean): bigint =>
	givesRoles ? ALWAYS_NEEDED | MANAGE_ROLES : ALWAYS_NEEDED;

/** A rule of a channel for a role or a member: what it adds and takes away, as Discord's bits. */
export type PermissionOverwrite = { id: string; allow: bigint; deny: bigint };

/** Returns whether the bot may manage events (create events, manage roles) with these permissions on the server. */
export const mayManageEvents = (permissions: bigint): boolean => has(permissions, MANAGE_EVENTS);
export const mayCreateEvents = (permissions: bigint): boolean => has(permissions, CREATE_EVENTS);
export const mayManageRoles = (permissions: bigint): boolean => has(permissions, MANAGE_ROLES);

/**
 * Returns the member's permissions in a channel, as Discord computes them: the rules for @everyone (whose ID
 * is the server's), for the roles, for the member. Administrators have all.
 */
export function computeChannelPermissions(
	serverPermissions: bigint,
	overwrites: readonly PermissionOverwrite[],
	{ guildId, memberId, roleIds }: { guildId: string; memberId: string; roleIds: readonly string[] },
): bigint {
	if ((serverPermissions & ADMINISTRATOR) !== 0n) return ~0n;
	const groups = [
		overwrites.filter(({ id }) => id === guildId),
		overwrites.filter(({ id }) => id !== guildId && roleIds.includes(id)),
		overwrites.filter(({ id }) => id === memberId),
	];
	return groups.reduce((permissions, group) => {
		const deny = group.reduce((sum, overwrite) => sum | overwrite.deny, 0n);
		const allow = group.reduce((sum, overwrite) => sum | overwrite.allow, 0n);
		return (permissions & ~deny) | allow;
	}, serverPermissions);
}

/** What decides who sees a channel: the server's owner and roles, and the channel's rules. */
export type ChannelAccess = {
	guildId: string;
	ownerId: string;
	roles: readonly { id: string; permissions: bigint }[];
	overwrites: readonly PermissionOverwrite[];
};

/** Returns whether a member sees a channel, and with it the public threads there. */
export function canSeeChannel(
	{ guildId, ownerId, roles, overwrites }: ChannelAccess,
	{ memberId, roleIds }: { memberId: string; roleIds: readonly string[] },
): boolean {
	if (memberId === ownerId) return true;
	// The @everyone role has the same ID as the server.
	const permissions = roles
		.filter(({ id }) => id === guildId || roleIds.includes(id))
		.reduce((sum, role) => sum | role.permissions, 0n);
	return has(
		computeChannelPermissions(permissions, overwrites, { guildId, memberId, roleIds }),
		VIEW_CHANNEL,
	);
}

/** Returns whether every member sees a channel, whatever roles they have. */
export const isSeenByAll = (access: ChannelAccess): boolean =>
	canSeeChannel(access, { memberId: '', roleIds: [] }) &&
	access.overwrites.every(({ id, deny }) => id === access.guildId || (deny & VIEW_CHANNEL) === 0n);

/** Returns the names of the permissions that announcements need and that are missing. Without View Channel all are. */
export function listMissingPermissions(permissions: bigint): ChannelPermission[] {
	const isHidden = !has(permissions, VIEW_CHANNEL);
	return CHANNEL_PERMISSIONS.filter(({ bit }) => isHidden || !has(permissions, bit)).map(({ name }) => name);
}

/** Returns those of the missing permissions without which nothing can be posted: only threads need the others. */
export const listBlockingPermissions = (missing: readonly string[]): ChannelPermission[] =>
	CHANNEL_PERMISSIONS.filter(({ name, isForThreads }) => !isForThreads && missing.includes(name)).map(
		({ name }) => name,
	);

const has = (permissions: bigint, bit: bigint) => (permissions & (ADMINISTRATOR | bit)) !== 0n;
