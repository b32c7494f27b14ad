import { formatCount, joinNames } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import { getVisibleNotes } from '../signups/notes.ts';
import type { PreferencesView } from '../users/preferences.ts';

export type PreferencesByUser = Readonly<
	Record<string, Pick<PreferencesView, 'preferredPlayers' | 'preferredStorytellers'>>
>;

/** The glow: 0 none; 1 and 2 for as many mutual preferences; 3 for three or more (spec, section 2). */
type GlowLevel = 0 | 1 | 2 | 3;

export type PreferenceLinks = {
	mutual: string[];
	/** One-sided preferences: the users that this user chose, and those who chose this user. */
	chose: string[];
	chosenBy: string[];
	level: GlowLevel;
};

const prefers = (preferences: PreferencesByUser, from: string, to: string): boolean =>
	from !== to && (preferences[from]?.preferredPlayers.includes(to) ?? false);

/** Returns whether at least one of the two users prefers the other. */
export const hasPreferenceBetween = (preferences: PreferencesByUser, a: string, b: string): boolean =>
	prefers(preferences, a, b) || prefers(preferences, b, a);

/** Returns the preferences between a user and `others`, who may include the user. */
export function findPreferenceLinks(
	userId: string,
	others: readonly string[],
	preferences: PreferencesByUser,
): PreferenceLinks {
	const preferred = others.filter((other) => prefers(preferences, userId, other));
	const preferring = others.filter((other) => prefers(preferences, other, userId));
	const mutual = preferred.filter((other) => preferring.includes(other));
	return {
		mutual,
		chose: preferred.filter((other) => !mutual.includes(other)),
		chosenBy: preferring.filter((other) => !mutual.includes(other)),
		level: Math.min(mutual.length, 3) as GlowLevel,
	};
}

/** Returns the legend line for a hovered or focused player, or '' when there are no preferences. */
export function describePreferenceLinks(
	shownName: string,
	{ mutual, chose, chosenBy }: Pick<PreferenceLinks, 'mutual' | 'chose' | 'chosenBy'>,
	nameOf: (userId: string) => string,
): string {
	const name = isolate(shownName);
	const names = (ids: readonly string[]) => ids.map((id) => isolate(nameOf(id))).join(', ');
	return [
		mutual.length > 0 && `${name} and ${names(mutual)} chose each other`,
		chose.length > 0 && `${name} chose ${names(chose)}`,
		chosenBy.length > 0 && `${names(chosenBy)} chose ${name}`,
	]
		.filter(Boolean)
		.join('; ');
}

export type Fulfillment = {
	/** Mutual preferences: the number of pairs, and how many of them are in the same group. */
	mutual: { fulfilled: number; total: number };
	/** One-sided preferences: their number, and how many of them are fulfilled. */
	oneSided: { fulfilled: number; total: number };
	/** By player with preferences among `players`: which are fulfilled and which are not. */
	byPlayer: Record<string, { fulfilled: string[]; unfulfilled: string[] }>;
};

/** Returns how many preferences among `players` (all who could have been split) the groups fulfill. */
export function summarizeFulfillment(
	groups: readonly { players: readonly string[] }[],
	players: readonly string[],
	preferences: PreferencesByUser,
): Fulfillment {
	const groupOf = new Map(
		groups.flatMap((group, groupIndex) => group.players.map((id) => [id, groupIndex] as const)),
	);
	const isSameGroup = (a: string, b: string) => groupOf.has(a) && groupOf.get(a) === groupOf.get(b);
	const sum: Fulfillment = {
		mutual: { fulfilled: 0, total: 0 },
		oneSided: { fulfilled: 0, total: 0 },
		byPlayer: {},
	};
	const places = new Map(players.map((id, place) => [id, place]));
	const placeOf = (id: string) => places.get(id) ?? -1;
	for (const player of players) {
		const preferred = [...new Set(preferences[player]?.preferredPlayers)]
			.filter((other) => other !== player && places.has(other))
			.sort((one, other) => placeOf(one) - placeOf(other));
		if (preferred.length === 0) continue;
		const fulfilled = preferred.filter((other) => isSameGroup(player, other));
		sum.byPlayer[player] = {
			fulfilled,
			unfulfilled: preferred.filter((other) => !fulfilled.includes(other)),
		};
		for (const other of preferred) {
			const kind = prefers(preferences, other, player) ? 'mutual' : 'oneSided';
			// A mutual pair appears twice; count it only for its first player.
			if (kind === 'mutual' && placeOf(other) < placeOf(player)) continue;
			sum[kind].total += 1;
			sum[kind].fulfilled += Number(fulfilled.includes(other));
		}
	}
	return sum;
}

/**
 * Returns in words how many preferences the groups fulfill. `proven`: no balanced split fulfills more. `isTaught`: all
 * first-timers are in one group.
 */
export function describeFulfillment(
	{ mutual, oneSided }: Pick<Fulfillment, 'mutual' | 'oneSided'>,
	{ proven, isTaught }: { proven: boolean; isTaught: boolean },
): string {
	const parts = [
		{ ...mutual, noun: 'mutual preference' },
		{ ...oneSided, noun: 'one-way pick' },
	].filter(({ total }) => total > 0);
	const [first] = parts;
	if (!first) return 'None of these players picked each other.';
	const counts = parts.map(({ fulfilled, total, noun }) => `${fulfilled} of ${formatCount(total, noun)}`);
	const isOne = parts.length === 1 && (first.fulfilled === 1 || first.total === 1);
	const kept = `${joinNames(counts)} ${isOne ? 'is' : 'are'} in the same group.`;
	const others = isTaught ? 'No balanced split with the first-timers in one group' : 'No balanced split';
	return proven ? `${others} keeps more friends together: ${kept}` : kept;
}

export type PreferenceSummary = {
	preferredStorytellers: string[];
	preferredPlayers: string[];
	profileNotes: string | null;
	signupNotes: string | null;
};

/** Returns the parts of the modal '{name} Preferences', without automatic notes; null when all are empty. */
export function summarizePreferences(
	preferences: PreferencesView | undefined,
	signupNotes: string | null | undefined,
): PreferenceSummary | null {
	const summary: PreferenceSummary = {
		preferredStorytellers: preferences?.preferredStorytellers ?? [],
		preferredPlayers: preferences?.preferredPlayers ?? [],
		profileNotes: getVisibleNotes(preferences?.notes),
		signupNotes: getVisibleNotes(signupNotes),
	};
	const isEmpty =
		summary.preferredStorytellers.length + summary.preferredPlayers.length === 0 &&
		!summary.profileNotes &&
		!summary.signupNotes;
	return isEmpty ? null : summary;
}
