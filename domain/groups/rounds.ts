import { type EventStatus, findNotBegun } from '../events/status.ts';
import { formatCount, joinNames } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import { DAY_MS, GROUP_LIMITS } from '../limits.ts';
import type { Board, BoardGroup } from './board.ts';
import { listStorytellerIds } from './own-group.ts';

/** The rounds of a night: after a game, the players who are still there are mixed for the next one (decision 0025). */

export const ROUND_TEXTS = {
	cancelled: 'This event was cancelled, so there is no next round.',
	notStarted: 'The next round can begin once the event has started.',
	over: 'The next round can begin within a day of the start of the event.',
	noGroups: 'There are no saved groups yet.',
	many: `An event has at most ${GROUP_LIMITS.rounds} rounds.`,
	empty: 'According to the roll call, all players have left.',
	cannotPlay: 'A storyteller plays only with a signup for the event.',
	changed: 'The groups have changed since. Please look at them before the next round begins.',
} as const;

/** Returns why the round after the current one (from 1) cannot begin at `now`, or null. */
export function findNextRoundProblem(
	{ round, hasGroups, ...event }: { date: Date; status: EventStatus; round: number; hasGroups: boolean },
	now: Date,
): string | null {
	const notBegun = findNotBegun(event, now, ROUND_TEXTS);
	if (notBegun !== null) return notBegun;
	if (!hasGroups) return ROUND_TEXTS.noGroups;
	if (round >= GROUP_LIMITS.rounds) return ROUND_TEXTS.many;
	return now.getTime() - event.date.getTime() > DAY_MS ? ROUND_TEXTS.over : null;
}

/** Returns which of the current groups have players without a mark in the roll call in words, or null for none. */
export const describeMissingMarks = (groupNames: readonly string[]): string | null =>
	groupNames.length === 0
		? null
		: `The roll call of ${joinNames(groupNames.map(isolate))} is not complete. Players without a mark count as still here.`;

/**
 * Returns who plays the next round, earliest signup first: those with a seat, other confirmed players and the
 * storytellers `playing`, but not those who are `away`. `signedUp` are all users with a signup.
 */
export function listStaying({
	groups,
	signedUp,
	confirmed,
	playing = [],
	away,
}: {
	groups: Board['groups'];
	signedUp: readonly string[];
	confirmed: readonly string[];
	playing?: readonly string[];
	away: readonly string[];
}): string[] {
	const players = new Set([...confirmed, ...groups.flatMap((group) => group.players), ...playing]);
	return signedUp.filter((id) => players.has(id) && !away.includes(id));
}

const MAX_NAMED = 6;

/** Returns as many of the texts as a sentence lists, and how many others there are. */
const listFirst = (texts: readonly string[]): string[] =>
	texts.length > MAX_NAMED ? [...texts.slice(0, MAX_NAMED), `${texts.length - MAX_NAMED} more`] : [...texts];

/** Returns in words how many play the next round, and how that differs from the current `groups`. */
export function describeStaying(
	groups: readonly Pick<BoardGroup, 'players'>[],
	staying: readonly string[],
	nameOf: (userId: string) => string,
): string {
	const seated = groups.flatMap(({ players }) => players);
	const away = seated.filter((id) => !staying.includes(id));
	const joining = staying.length - (seated.length - away.length);
	const some = away.length === 0 ? 'the' : `${seated.length - away.length} of the`;
	const others = joining === 0 ? '' : ` and ${formatCount(joining, 'confirmed player')} without a group`;
	const names = joinNames(listFirst(away.map((id) => isolate(nameOf(id)))));
	const left = away.length === 0 ? '' : ` Not there any more: ${names}.`;
	return `${formatCount(staying.length, 'player')} can play the next round: ${some} ${seated.length} in these groups${others}.${left}`;
}

/** Returns which rules stay in the next round: 'Keeps: Ann in Owls; Bo and Cy apart.'; null for none. */
export function describeKeptRules(
	{ groups, pins, keepApart }: Board,
	staying: readonly string[],
	nameOf: (userId: string) => string,
): string | null {
	const toName = (id: string) => isolate(nameOf(id));
	const rules = [
		...pins
			.filter(({ userId }) => staying.includes(userId))
			.map(({ userId, groupId }) => {
				const group = groups.find(({ id }) => id === groupId)?.name;
				return `${toName(userId)} in ${group === undefined ? 'the same group' : isolate(group)}`;
			}),
		...keepApart
			.filter((pair) => pair.every((id) => staying.includes(id)))
			.map(([a, b]) => `${toName(a)} and ${toName(b)} apart`),
	];
	return rules.length === 0 ? null : `Keeps: ${listFirst(rules).join('; ')}.`;
}

/** Returns the storytellers of the groups who could play the next round: those with a signup, in the order of the groups. */
export const listPossiblePlayers = (groups: Board['groups'], signedUp: readonly string[]): string[] =>
	groups.flatMap(listStorytellerIds).filter((id) => signedUp.includes(id));

/** Returns the board before mixing: with the players who stay, without scripts, results and storytellers who play. */
export function toNextBoard(board: Board, staying: readonly string[], now: Date): Board {
	const groups = board.groups.map(
		({ id, name, players, storytellerId, coStorytellerIds, maxPlayers, voiceChannelId }): BoardGroup => ({
			id,
			name,
			players: players.filter((userId) => staying.includes(userId)),
			storytellerId: storytellerId !== null && staying.includes(storytellerId) ? null : storytellerId,
			coStorytellerIds: coStorytellerIds.filter((userId) => !staying.includes(userId)),
			maxPlayers,
			createdAt: now.toISOString(),
			scriptId: null,
			voiceChannelId,
		}),
	);
	return { ...board, groups };
}

/**
 * Returns the preferences that no earlier round has fulfilled, so that friends who met do not keep the groups
 * as they were. `tables` are the users of each played group.
 */
export const dropFulfilled = (
	preferences: Readonly<Record<string, readonly string[]>>,
	tables: readonly (readonly string[])[],
): Record<string, string[]> =>
	Object.fromEntries(
		Object.entries(preferences).map(([id, preferred]) => {
			const met = new Set(tables.filter((table) => table.includes(id)).flat());
			return [id, preferred.filter((other) => !met.has(other))];
		}),
	);
