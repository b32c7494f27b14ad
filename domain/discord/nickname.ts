import { z } from 'zod';

const NAME_SOURCES = [
	'server_nickname',
	'global_display_name',
	'username',
	'effective_display',
	'fallback_username',
] as const;

/** A user's name on the Discord server and its source (spec, section 3, "Server-name info"). */
export const serverNameSchema = z
	.object({
		serverName: z.string(),
		nameSource: z.enum(NAME_SOURCES),
		serverNickname: z.string().nullable(),
		globalDisplayName: z.string().nullable(),
		username: z.string().nullable(),
		error: z.string().nullable(),
	})
	.meta({ id: 'ServerName' });
export type ServerName = z.infer<typeof serverNameSchema>;

export const NOT_A_MEMBER = 'Not a member of the Discord server';

type KnownNames = {
	/** The member's names on Discord; null when there is no such member, or when Discord could not be asked. */
	member: { nickname: string | null; globalName: string | null; username: string | null } | null;
	/** Our stored names of the user: the Discord username, and their latest display name there. */
	stored: { username: string; displayName: string | null };
	error: string | null;
};

/**
 * Returns the user's name on the server: nickname, global name, username, or else the stored display name.
 * Without a member it is the stored username, with the reason as `error`.
 */
export function chooseServerName({ member, stored, error }: KnownNames): ServerName {
	const names = {
		serverNickname: member?.nickname || null,
		globalDisplayName: member?.globalName || null,
		username: member?.username || null,
	};
	const found: [string | null, ServerName['nameSource']][] = [
		[names.serverNickname, 'server_nickname'],
		[names.globalDisplayName, 'global_display_name'],
		[names.username, 'username'],
		[member && stored.displayName, 'effective_display'],
	];
	const [name, nameSource] = found.find(([known]) => known) ?? [null, 'fallback_username' as const];
	const unnamed = member ? 'Discord has no name for this member' : (error ?? NOT_A_MEMBER);
	return { serverName: name ?? stored.username, nameSource, ...names, error: name ? null : unnamed };
}
