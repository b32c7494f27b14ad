import { formatCount, inflect, joinNames } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import type { BoardGroup } from './board.ts';
import { type LedGroup, listStorytellerIds } from './own-group.ts';

type ConfirmedUsers = {
	board: { groups: readonly LedGroup[] };
	confirmed: readonly string[];
	storytellers: readonly string[];
};

/** Returns the confirmed players who are not storytellers of the event or of a group, in the given order. */
export function listSplittable({ board, confirmed, storytellers }: ConfirmedUsers): string[] {
	const storytellerIds = new Set([...storytellers, ...board.groups.flatMap(listStorytellerIds)]);
	return confirmed.filter((id) => !storytellerIds.has(id));
}

/** Returns the number of confirmed players, with Travellers, and without storytellers and those who left. */
export function describePlayerCount(
	{ leftCount = 0, ...users }: ConfirmedUsers & { leftCount?: number },
	travellerCount = 0,
): string {
	const splittableCount = listSplittable(users).length;
	const storytellerCount = users.confirmed.length - splittableCount;
	const playerCount = splittableCount - leftCount;
	const travellers = travellerCount === 0 ? '' : ` (${formatCount(travellerCount, 'Traveller')})`;
	const players = formatCount(playerCount, 'confirmed player') + travellers;
	return storytellerCount === 0
		? players
		: `${players}, without ${formatCount(storytellerCount, 'storyteller')}`;
}

/** Returns how many of the confirmed `players` have no seat, or null; and what to do when seats are free. */
export function describeUnseated(
	players: readonly string[],
	groups: readonly Pick<BoardGroup, 'players' | 'maxPlayers'>[],
): string | null {
	const seated = new Set(groups.flatMap((group) => group.players));
	const unseatedCount = players.filter((id) => !seated.has(id)).length;
	if (seated.size === 0 || unseatedCount === 0) return null;
	const seatCount = groups.reduce((sum, { maxPlayers }) => sum + maxPlayers, 0);
	const advice = unseatedCount > seatCount - seated.size ? '' : ': move them to a group';
	return `${formatCount(unseatedCount, 'player')} ${inflect(unseatedCount, 'has', 'have')} no seat${advice}.`;
}

/** More groups than this are only counted. */
const MAX_NAMED = 3;

/** Returns the groups with players that have no storyteller. */
export const listWithoutStoryteller = <Group extends Pick<BoardGroup, 'players' | 'storytellerId'>>(
	groups: readonly Group[],
): Group[] => groups.filter(({ players, storytellerId }) => players.length > 0 && storytellerId === null);

/** Returns which groups with players have no storyteller in words, or null when all have one. */
export function describeMissingStorytellers(
	groups: readonly Pick<BoardGroup, 'name' | 'players' | 'storytellerId'>[],
): string | null {
	const names = listWithoutStoryteller(groups).map(({ name }) => isolate(name));
	if (names.length === 0) return null;
	const listed = names.length > MAX_NAMED ? formatCount(names.length, 'group') : joinNames(names);
	return `${listed} ${inflect(names.length, 'has', 'have')} no storyteller.`;
}
