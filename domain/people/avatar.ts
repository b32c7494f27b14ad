const SNOWFLAKE = /^\d{17,20}$/;
const HASH = /^[0-9A-Za-z_]{1,64}$/;

export type AvatarSource = {
	discordId: string | null;
	/** Discord's hash; one that starts with `a_` is animated and still has a still picture. */
	avatar: string | null;
	/** Discord's image CDN, with or without a slash at its end. */
	cdnUrl: string;
	/** In pixels, a power of two from 16 to 4096. */
	size?: number;
};

/**
 * The address of a person's picture on Discord's image CDN (spec, section 2), or null without one. An id or a hash
 * with any character that such a thing never has is refused, so that neither can change the address.
 */
export function avatarUrl({ discordId, avatar, cdnUrl, size = 128 }: AvatarSource): string | null {
	if (!discordId || !avatar || !SNOWFLAKE.test(discordId) || !HASH.test(avatar)) return null;
	return `${cdnUrl.replace(/\/+$/, '')}/avatars/${discordId}/${avatar}.webp?size=${size}`;
}
