import { DISCORD_ID } from '../ids.ts';
/** The display names of deleted users, by their part (spec, sections 2 and 8). */
export const UNKNOWN_NAMES = {
	user: 'Unknown User',
	storyteller: 'Unknown Storyteller',
	player: 'Unknown Player',
	creator: 'Unknown Creator',
} as const;

/** Returns a user's preferred name, else the Discord username, else the fallback for `kind`. */
export function formatDisplayName(
	user:
		| Partial<Record<'preferredUsername' | 'preferred_username' | 'username', string | null>>
		| null
		| undefined,
	kind: keyof typeof UNKNOWN_NAMES = 'user',
): string {
	const preferred = user?.preferredUsername ?? user?.preferred_username;
	return preferred?.trim() || user?.username?.trim() || UNKNOWN_NAMES[kind];
}

const HASH = /^[0-9A-Za-z_]{1,64}$/;

export type AvatarSource = {
	discordId: string | null;
	/** Discord's hash; a hash that starts with `a_` is animated but also has a still picture. */
	avatar: string | null;
	/** The base URL of Discord's image CDN, with or without a trailing slash. */
	cdnUrl: string;
	/** In pixels, a power of two from 16 to 4096. */
	size?: number;
};

/**
 * Returns the URL of a user's avatar on Discord's CDN (spec, section 2), or null. Unexpected characters in id
 * or hash are refused, so that they cannot change the rest of the URL.
 */
export function buildAvatarUrl({ discordId, avatar, cdnUrl, size = 128 }: AvatarSource): string | null {
	if (!discordId || !avatar || !DISCORD_ID.test(discordId) || !HASH.test(avatar)) return null;
	return `${cdnUrl.replace(/\/+$/, '')}/avatars/${discordId}/${avatar}.webp?size=${size}`;
}
