import { execute } from '~/database/sql.ts';
import { hasRole } from '../../discord/guild.ts';
import { DELETED_ROLE, readAnnouncementSettings } from './requests.ts';
import type { Run } from './sending.ts';

/**
 * Notes that a role was deleted on Discord, when it is the one that new messages mention. The setting stays, so that the
 * admin panel can say what to do.
 */
export async function noteDeletedRole(roleId: string, now: Date): Promise<void> {
	await execute(
		`INSERT INTO settings AS s (key, value, updated_at) SELECT :key, value, :now::timestamptz FROM settings
		WHERE key = 'announcement_role_id' AND value = :roleId
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
		WHERE s.value <> excluded.value`,
		{ key: DELETED_ROLE, roleId, now },
	);
}

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
