/** The display names of deleted users, by their part (spec, sections 2 and 8). */
export const UNKNOWN_NAMES = {
	user: 'Unknown User',
	storyteller: 'Unknown Storyteller',
	player: 'Unknown Player',
	creator: 'Unknown Creator',
} as const;

/**
 * Returns the display name of a user: the preferred name, else the Discord username, else the fallback for
 * their part. Null stands for a deleted user.
 */
export function formatDisplayName(
	user: { preferredUsername?: string | null; username?: string | null } | null | undefined,
	kind: keyof typeof UNKNOWN_NAMES = 'user',
): string {
	return user?.preferredUsername?.trim() || user?.username?.trim() || UNKNOWN_NAMES[kind];
}
