import { visibleNotes } from '../signups/notes.ts';

/** The preferences of a user in the groups panel (spec, section 3). */
export type UserPreferences = {
	preferredPlayers: string[];
	preferredStorytellers: string[];
	notes: string;
	showCountdown: boolean;
};
export type PreferencesByUser = Readonly<Record<string, UserPreferences>>;

/** The glow: 0 none; 1 and 2 for as many mutual preferences; 3 for three or more (spec, section 2). */
type GlowLevel = 0 | 1 | 2 | 3;

export type Affinity = {
	/** The other users with whom this user has a mutual preference. */
	mutual: string[];
	/** One-sided preferences: the users whom this user chose, and those who chose this user. */
	chose: string[];
	chosenBy: string[];
	level: GlowLevel;
};

const chooses = (preferences: PreferencesByUser, from: string, to: string): boolean =>
	from !== to && (preferences[from]?.preferredPlayers.includes(to) ?? false);

/** Returns whether at least one of the two users prefers the other. */
export const isChosen = (preferences: PreferencesByUser, a: string, b: string): boolean =>
	chooses(preferences, a, b) || chooses(preferences, b, a);

/**
 * Returns the preferences between a user and `others` (the players of a group, or all); `others` may include
 * the user.
 */
export function readAffinity(
	userId: string,
	others: readonly string[],
	preferences: PreferencesByUser,
): Affinity {
	const chosen = others.filter((other) => chooses(preferences, userId, other));
	const choosing = others.filter((other) => chooses(preferences, other, userId));
	const mutual = chosen.filter((other) => choosing.includes(other));
	return {
		mutual,
		chose: chosen.filter((other) => !mutual.includes(other)),
		chosenBy: choosing.filter((other) => !mutual.includes(other)),
		level: Math.min(mutual.length, 3) as GlowLevel,
	};
}

/** Returns the legend line for a hovered or focused player, or '' when there are no preferences. */
export function describeAffinity(
	name: string,
	{ mutual, chose, chosenBy }: Pick<Affinity, 'mutual' | 'chose' | 'chosenBy'>,
	nameOf: (userId: string) => string,
): string {
	const names = (ids: readonly string[]) => ids.map(nameOf).join(', ');
	return [
		mutual.length > 0 && `${name} and ${names(mutual)} chose each other`,
		chose.length > 0 && `${name} chose ${names(chose)}`,
		chosenBy.length > 0 && `${names(chosenBy)} chose ${name}`,
	]
		.filter(Boolean)
		.join('; ');
}

export type Fulfilment = {
	/** Mutual preferences: the number of pairs, and how many of them are in the same group. */
	mutual: { kept: number; all: number };
	/** One-sided preferences: their number, and how many of them are fulfilled. */
	oneSided: { kept: number; all: number };
	/**
	 * By player with preferences among `players`: which are fulfilled (`kept`) and which are not (`missed`).
	 */
	byPlayer: Record<string, { kept: string[]; missed: string[] }>;
};

/** Returns how many preferences among `players` (all who could have been split) the groups fulfill. */
export function summarizeFulfilment(
	groups: readonly { players: readonly string[] }[],
	players: readonly string[],
	preferences: PreferencesByUser,
): Fulfilment {
	const groupOf = new Map(groups.flatMap((group, place) => group.players.map((id) => [id, place] as const)));
	const isKept = (a: string, b: string) => groupOf.has(a) && groupOf.get(a) === groupOf.get(b);
	const sum: Fulfilment = { mutual: { kept: 0, all: 0 }, oneSided: { kept: 0, all: 0 }, byPlayer: {} };
	for (const player of players) {
		const wishes = players.filter((other) => chooses(preferences, player, other));
		if (wishes.length === 0) continue;
		const kept = wishes.filter((other) => isKept(player, other));
		sum.byPlayer[player] = { kept, missed: wishes.filter((other) => !kept.includes(other)) };
		for (const other of wishes) {
			const kind = chooses(preferences, other, player) ? 'mutual' : 'oneSided';
			// A mutual pair appears twice; count it only for its first player.
			if (kind === 'mutual' && players.indexOf(other) < players.indexOf(player)) continue;
			sum[kind].all += 1;
			sum[kind].kept += Number(kept.includes(other));
		}
	}
	return sum;
}

export type PreferenceSheet = {
	preferredStorytellers: string[];
	preferredPlayers: string[];
	profileNotes: string | null;
	signupNotes: string | null;
};

/**
 * Returns the four parts of the modal '{name} Preferences', or null when all are empty
 * (GROUP_TEXTS.noPreferences). Automatic notes ('Signed up via Discord') are left out.
 */
export function readPreferenceSheet(
	preferences: UserPreferences | undefined,
	signupNotes: string | null | undefined,
): PreferenceSheet | null {
	const sheet: PreferenceSheet = {
		preferredStorytellers: preferences?.preferredStorytellers ?? [],
		preferredPlayers: preferences?.preferredPlayers ?? [],
		profileNotes: visibleNotes(preferences?.notes),
		signupNotes: visibleNotes(signupNotes),
	};
	const isEmpty =
		sheet.preferredStorytellers.length + sheet.preferredPlayers.length === 0 &&
		!sheet.profileNotes &&
		!sheet.signupNotes;
	return isEmpty ? null : sheet;
}
