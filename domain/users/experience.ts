/** How much a player has played, for creators who seat them (decision 0019). */

export const EXPERIENCES = ['new', 'few'] as const;
export type Experience = (typeof EXPERIENCES)[number];

/** What players say of themselves on the profile. */
export const EXPERIENCE_CHOICES: Record<Experience, string> = {
	new: "I'm new",
	few: "I've played a few",
};

/** What the groups say to creators. */
export const EXPERIENCE_LABELS: Record<Experience, string> = { new: 'First game', few: 'Played a few' };

/** Returns what a player said of themselves (null: nothing); after `nights` here a new player has played a few. */
export function getExperience(said: Experience | null, nights: number): Experience | null {
	return said === 'new' && nights > 0 ? 'few' : said;
}
