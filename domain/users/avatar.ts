const SNOWFLAKE = /^\d{17,20}$/;
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
 * Returns the URL of a user's avatar on Discord's image CDN (spec, section 2), or null when the user has
 * none. Also returns null for an id or a hash with unexpected characters, so that neither can change the rest
 * of the URL.
 */
export function buildAvatarUrl({ discordId, avatar, cdnUrl, size = 128 }: AvatarSource): string | null {
	if (!discordId || !avatar || !SNOWFLAKE.test(discordId) || !HASH.test(avatar)) return null;
	return `${cdnUrl.replace(/\/+$/, '')}/avatars/${discordId}/${avatar}.webp?size=${size}`;
}
