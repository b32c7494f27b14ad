import { z } from 'zod';

const NAME_SOURCES = [
	'server_nickname',
	'global_display_name',
	'username',
	'effective_display',
	'fallback_username',
] as const;

/** What somebody is called on the Discord server, and how we know (spec, section 3, "Server-name info"; wire.md). */
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

type Known = {
	/** What Discord says of the member; null when it knows no such member, or could not be asked. */
	member: { nickname: string | null; globalName: string | null; username: string | null } | null;
	/** What we have of the person: the Discord username, and the display name that they had there last. */
	stored: { username: string; displayName: string | null };
	/** Why Discord could not be asked. */
	error: string | null;
};

/**
 * The name of a person on the server: the nickname there, else the global name, else the username; a member of whom
 * Discord says none of these has the display name that we know. Our stored username stands in, with the reason as
 * `error`, for whoever is no member or cannot be asked about.
 */
export function chooseServerName({ member, stored, error }: Known): ServerName {
	const names = {
		serverNickname: member?.nickname || null,
		globalDisplayName: member?.globalName || null,
		username: member?.username || null,
	};
	const choose = (serverName: string, nameSource: ServerName['nameSource'], text: string | null = null) => ({
		serverName,
		nameSource,
		...names,
		error: text,
	});
	if (!member) return choose(stored.username, 'fallback_username', error ?? NOT_A_MEMBER);
	if (names.serverNickname) return choose(names.serverNickname, 'server_nickname');
	if (names.globalDisplayName) return choose(names.globalDisplayName, 'global_display_name');
	if (names.username) return choose(names.username, 'username');
	if (stored.displayName) return choose(stored.displayName, 'effective_display');
	return choose(stored.username, 'fallback_username', 'Discord names nobody for this member');
}
