import { formatCount } from '../format-count.ts';
import type { BoardGroup } from './board.ts';

type ConfirmedUsers = {
	board: { groups: readonly Pick<BoardGroup, 'storytellerId'>[] };
	/** The users with a confirmed signup. */
	confirmed: readonly string[];
	/** The event's storytellers. */
	storytellers: readonly string[];
};

/** Returns the confirmed players who are not storytellers of the event or of a group, in the given order. */
export function listSplittable({ board, confirmed, storytellers }: ConfirmedUsers): string[] {
	const storytellerIds = new Set([
		...storytellers,
		...board.groups.map(({ storytellerId }) => storytellerId),
	]);
	return confirmed.filter((id) => !storytellerIds.has(id));
}

/** Returns the number of confirmed players for the head of the panel. It says when storytellers are left out. */
export function describePlayerCount(users: ConfirmedUsers): string {
	const playerCount = listSplittable(users).length;
	const storytellerCount = users.confirmed.length - playerCount;
	const players = formatCount(playerCount, 'confirmed player');
	return storytellerCount === 0
		? players
		: `${players}, without ${formatCount(storytellerCount, 'storyteller')}`;
}

/**
 * Returns how many of the confirmed `players` have no seat and what to do, or null when all have one or the groups are
 * still empty.
 */
export function describeUnseated(
	players: readonly string[],
	groups: readonly Pick<BoardGroup, 'players' | 'maxPlayers'>[],
): string | null {
	const seated = new Set(groups.flatMap((group) => group.players));
	const unseatedCount = players.filter((id) => !seated.has(id)).length;
	if (seated.size === 0 || unseatedCount === 0) return null;
	const seatCount = groups.reduce((sum, { maxPlayers }) => sum + maxPlayers, 0);
	const advice =
		unseatedCount > seatCount - seated.size ? 'add a group or raise the maximum' : 'move them to a group';
	return `${formatCount(unseatedCount, 'confirmed player')} ${unseatedCount === 1 ? 'has' : 'have'} no seat: ${advice}.`;
}
