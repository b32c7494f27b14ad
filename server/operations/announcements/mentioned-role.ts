import { hasRole } from '../../discord/guild.ts';
import { noteDeletedChoice, readAnnouncementSettings } from './request-announcement.ts';
import type { Run } from './send-announcement.ts';

/** Notes that a role was deleted on Discord, when it is the one that new messages mention. */
export const noteDeletedRole = (roleId: string, now: Date): Promise<void> =>
	noteDeletedChoice('announcement_role_id', roleId, now);

/**
 * Returns the role that a new message mentions, or null when Discord no longer has it: the message would show its ID
 * instead of its name. Throws `DiscordUnavailable` or Discord's own error.
 */
export async function findMentionedRole(roleId: string, { now, budget }: Run): Promise<string | null> {
	// The role may have been deleted while no connection was open.
	if (await budget.run(() => hasRole(roleId))) return roleId;
	await noteDeletedRole(roleId, now());
	return null;
}

/**
 * Asks Discord whether the role that new messages mention still exists, and notes when it does not. Returns how many
 * roles it has noted. Throws `DiscordUnavailable` or Discord's own error.
 */
export async function checkMentionedRole(now: Date): Promise<number> {
	const { channelId, roleId, isRoleDeleted } = await readAnnouncementSettings();
	if (channelId === '' || roleId === '' || isRoleDeleted || (await hasRole(roleId))) return 0;
	await noteDeletedRole(roleId, now);
	return 1;
}
