/** What a person who is not known any more is called, by the part they had (spec, sections 2 and 8). */
export const UNKNOWN_NAMES = {
	user: 'Unknown User',
	storyteller: 'Unknown Storyteller',
	player: 'Unknown Player',
	creator: 'Unknown Creator',
} as const;

/**
 * The name to show for a person: the preferred one, else the Discord name, else the fallback of the part they had.
 * Takes null for a person who is gone.
 */
export function displayName(
	person: { preferredUsername?: string | null; username?: string | null } | null | undefined,
	part: keyof typeof UNKNOWN_NAMES = 'user',
): string {
	return person?.preferredUsername?.trim() || person?.username?.trim() || UNKNOWN_NAMES[part];
}
