import { visibleNotes } from '../signups/notes.ts';

/** What a person wishes for, as the panel knows it by user id (spec, section 3). */
export type UserPreferences = {
	preferredPlayers: string[];
	preferredStorytellers: string[];
	notes: string;
	showCountdown: boolean;
};
export type PreferencesByUser = Readonly<Record<string, UserPreferences>>;

/** 0 no glow; 1 and 2 mutual preferences; 3 for three or more (spec, section 2). */
type GlowLevel = 0 | 1 | 2 | 3;

export type Affinity = {
	/** Who of the others and this person chose each other. */
	mutual: string[];
	/** Whom this person chose, and who chose them, without an answer. */
	chose: string[];
	chosenBy: string[];
	level: GlowLevel;
};

const chooses = (preferences: PreferencesByUser, from: string, to: string): boolean =>
	from !== to && (preferences[from]?.preferredPlayers.includes(to) ?? false);

/** Returns whether one of the two chose the other. */
export const isChosen = (preferences: PreferencesByUser, a: string, b: string): boolean =>
	chooses(preferences, a, b) || chooses(preferences, b, a);

/** How a person stands to `others` (the players of a group, or all); the person may be among them. */
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

/** The legend line for a hovered or focused player; '' when there is nothing to tell. */
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
	/** Pairs who chose each other: how many there are, and how many sit together. */
	mutual: { kept: number; all: number };
	/** Wishes without an answer, likewise. */
	oneSided: { kept: number; all: number };
	/** By person who has wishes for people who play: which came true. */
	byPlayer: Record<string, { kept: string[]; missed: string[] }>;
};

/** What a split made of the wishes among `players` (all who could have been split). */
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
			// Both tell of a mutual pair; the first of them counts.
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
 * The four parts of the modal '{name} Preferences', or null for GROUP_TEXTS.noPreferences. Notes that a person did not
 * write ('Signed up via Discord') are none.
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
