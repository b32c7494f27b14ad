import type { Board, BoardGroup } from './board.ts';
import { findPreferenceLinks, type PreferencesByUser } from './mutual-preferences.ts';

/**
 * Returns who can take the seats of a group's withdrawn players, at most as many as the group has room for. As with
 * Auto-Split, players who are pinned to the group come first, then those with the most mutual preferences in it, then
 * those with the most one-sided ones; among equals, the order of `splittable` decides. A player who is pinned
 * elsewhere, or kept apart from a player of the group, is never chosen.
 *
 * `splittable` are the confirmed players who are not storytellers, earliest signup first. Those with a seat keep it.
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
