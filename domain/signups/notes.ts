/** The notes of a signup that comes from a member's interest on Discord (spec, section 9). */
export const DISCORD_SIGNUP_NOTES = 'Signed up via Discord';

const FROM_DISCORD =
	/^\W*signed[\s-]*up\s+(?:via|through|from|on|in|by|using|with)\s+(?:the\s+)?discord(?:\s+(?:bot|event|events|command|app|server|scheduled\s+event))?\W*$/iu;

/** Returns whether a user wrote `notes`: no variant of 'Signed up via Discord' (spec, section 9). */
export function isCustomNote(notes: string | null | undefined): notes is string {
	return notes != null && notes.trim() !== '' && !FROM_DISCORD.test(notes);
}

/** Returns the notes for a list: trimmed, or null when they are empty or automatic. */
export function getVisibleNotes(notes: string | null | undefined): string | null {
	return isCustomNote(notes) ? notes.trim() : null;
}
