import { getPlayerStanding, getSection, type StandingSignup } from '../signups/standing.ts';
import type { Board, BoardGroup } from './board.ts';
import { findPreferenceLinks, type PreferencesByUser } from './mutual-preferences.ts';
import { type LedGroup, listStorytellerIds } from './own-group.ts';
import { GROUP_TEXTS } from './texts.ts';

/** The sections of Available Players (spec, section 2). Those who wait are the first to ask. */
const SECTIONS = [
	{ key: 'confirmed', label: 'Confirmed' },
	{ key: 'waitlist', label: 'Waitlist' },
	{ key: 'late', label: 'Late' },
	{ key: 'tentative', label: 'Tentative' },
	{ key: 'other', label: 'Other' },
] as const;
export type SectionKey = (typeof SECTIONS)[number]['key'];
export type Section<T> = { key: SectionKey; label: string; players: T[] };

/**
 * Returns the sections of Available Players: the signups of users in no group (nor withdrawn from one) who
 * lead none, in the given order. Sections of statuses are returned even if empty. Users who have left have
 * none.
 */
export function listAvailable<T extends StandingSignup>(
	groups: readonly (LedGroup & Pick<BoardGroup, 'players' | 'withdrawn'>)[],
	signups: readonly T[],
): Section<T>[] {
	const taken = new Set(
		groups.flatMap((group) => [...group.players, ...listStorytellerIds(group), ...(group.withdrawn ?? [])]),
	);
	const free = signups.filter(({ user_id, has_left }) => !taken.has(user_id) && !has_left);
	const sectionOf = (signup: T): SectionKey => {
		const section = getSection(getPlayerStanding(signup), false);
		return SECTIONS.find(({ key }) => key === section)?.key ?? 'other';
	};
	return SECTIONS.map(({ key, label }) => ({
		key,
		label,
		players: free.filter((signup) => sectionOf(signup) === key),
	})).filter(({ key, players }) => key !== 'waitlist' || players.length > 0);
}

export type StorytellerOption = { id: string; label: string; disabled: boolean };

/** Returns the options of a group's storyteller select; those of others are disabled (spec, section 5). */
export function listStorytellerOptions(
	groups: readonly (LedGroup & Pick<BoardGroup, 'id'>)[],
	groupId: string,
	storytellers: readonly { user_id: string; username: string }[],
): StorytellerOption[] {
	const elsewhere = new Set(groups.filter(({ id }) => id !== groupId).flatMap(listStorytellerIds));
	return storytellers.map(({ user_id, username }) => {
		const disabled = elsewhere.has(user_id);
		return { id: user_id, label: disabled ? username + GROUP_TEXTS.assignedElsewhere : username, disabled };
	});
}

/**
 * Returns who can take the seats of a group's withdrawn players. As with Auto-Split, pinned players come
 * first, then those with most mutual, then most one-sided preferences, then the order of `splittable`:
 * confirmed players who are not storytellers. Players who are pinned elsewhere, or kept apart from one of the
 * group, are never chosen.
 */
export function chooseReplacements(
	group: Pick<BoardGroup, 'id' | 'players' | 'maxPlayers' | 'withdrawn'>,
	splittable: readonly string[],
	{ groups, pins, keepApart }: Board,
	preferences: PreferencesByUser,
): string[] {
	const seats = Math.min(group.withdrawn?.length ?? 0, group.maxPlayers - group.players.length);
	const pinnedGroups = new Map(pins.map(({ userId, groupId }) => [userId, groupId]));
	const toScore = (userId: string, players: readonly string[]): number[] => {
		const { mutual, chose, chosenBy } = findPreferenceLinks(userId, players, preferences);
		return [Number(pinnedGroups.has(userId)), mutual.length, chose.length + chosenBy.length];
	};
	const taken = new Set(groups.flatMap(({ players, withdrawn = [] }) => [...players, ...withdrawn]));
	let candidates = splittable.filter(
		(id) => !taken.has(id) && (pinnedGroups.get(id) ?? group.id) === group.id,
	);
	const chosen: string[] = [];
	while (chosen.length < seats) {
		const players = [...group.players, ...chosen];
		candidates = candidates.filter((id) => !chosen.includes(id) && !isKeptApart(id, players, keepApart));
		const [best] = candidates.toSorted((a, b) => compareScores(toScore(a, players), toScore(b, players)));
		if (best === undefined) return chosen;
		chosen.push(best);
	}
	return chosen;
}

const isKeptApart = (userId: string, players: readonly string[], keepApart: Board['keepApart']): boolean =>
	keepApart.some(([a, b]) => (a === userId && players.includes(b)) || (b === userId && players.includes(a)));

/** Returns a negative number when score `a` is higher than score `b`: the first difference decides. */
function compareScores(a: readonly number[], b: readonly number[]): number {
	const differing = a.findIndex((value, index) => value !== b[index]);
	return differing < 0 ? 0 : (b[differing] ?? 0) - (a[differing] ?? 0);
}
