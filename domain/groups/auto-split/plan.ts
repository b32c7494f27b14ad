import { GROUP_LIMITS } from '../../limits.ts';
import { type Board, type BoardGroup, createGroup } from '../board.ts';
import {
	type AutoSplitConfig,
	chooseSeated,
	findAutoSplitProblem,
	findGroupCountProblem,
	getMaxGroupCount,
} from '../config.ts';
import type { PreferencesByUser } from '../mutual-preferences.ts';
import { listSplittable } from '../splittable.ts';
import { BOARD_TEXTS } from '../texts.ts';
import type { AutoSplitRequest, AutoSplitResult } from './auto-split.ts';

export type SplitPlanInput = {
	board: Board;
	/** The users with a confirmed signup, earliest signup first; may include storytellers. */
	confirmed: readonly string[];
	/** How many confirmed players have left the server; they are not among `confirmed`. */
	leftCount?: number;
	/** Those of `confirmed` who miss so much of the event that they are seated as Travellers. */
	travellers?: readonly string[];
	storytellers: readonly string[];
	preferences: PreferencesByUser;
	config: AutoSplitConfig;
	/** The places of the event; null for no limit. */
	places?: number | null;
	/** The players who get one group together, with one of `teachers`; none when the creator did not ask for it. */
	firstTimers?: readonly string[];
	teachers?: readonly string[];
	/** The number of groups that the creator chose; without it, `config` decides. */
	groupCount?: number | undefined;
};

/** The request and the groups that its result fills, or why not (`isGroupCount`: the chosen number). */
export type SplitPlan =
	| { request: AutoSplitRequest; slots: BoardGroup[]; problem: null }
	| { problem: string; isGroupCount?: true };

/**
 * Returns the request for an event. Saved groups are reused in order, those with pins first; missing ones are
 * added as 'Group N'. The operation fills in `recentPairings`.
 */
export function planSplit(input: SplitPlanInput, now: Date): SplitPlan {
	const { board, config, preferences } = input;
	const splittable = listSplittable(input);
	const players = splittable.filter((id) => !input.travellers?.includes(id));
	const problem = findAutoSplitProblem(players.length, config, {
		leftCount: input.leftCount,
		travellerCount: splittable.length - players.length,
		places: input.places ?? null,
	});
	if (problem !== null) return { problem };
	const chosenCount = input.groupCount;
	const countProblem = chosenCount && findGroupCountProblem(chosenCount, players.length, config);
	if (countProblem) return { problem: countProblem, isGroupCount: true };
	const isExistingGroup = (groupId: string) => board.groups.some(({ id }) => id === groupId);
	const pins = board.pins.filter(
		({ userId, groupId }) => splittable.includes(userId) && isExistingGroup(groupId),
	);
	const pinned = new Set(pins.map(({ userId }) => userId));
	const { seated, groupCount } = chooseSeated(players, pinned, config, chosenCount);
	const pinnedGroupIds = new Set(pins.map(({ groupId }) => groupId));
	if (pinnedGroupIds.size > groupCount) {
		const advice =
			groupCount < getMaxGroupCount(players.length, config)
				? 'Unpin some players, or choose more groups.'
				: 'Unpin some players.';
		return {
			problem: `Players are pinned to ${pinnedGroupIds.size} groups, but Auto-Split makes only ${groupCount}. ${advice}`,
		};
	}
	const slots = chooseSlots(board.groups, pinnedGroupIds, groupCount, config, now);
	const travellers = chooseTravellers(
		splittable.filter((id) => !players.includes(id)),
		seated.length,
		groupCount,
	);
	const all = [...seated, ...travellers];
	const firstTimers = seated.filter((id) => input.firstTimers?.includes(id));
	const groupStorytellers = board.groups.flatMap(({ storytellerId }) => storytellerId ?? []);
	// Co-storytellers stay with their group, so they get no other one.
	const helpers = new Set(slots.flatMap(({ coStorytellerIds }) => coStorytellerIds));
	const teachers = input.teachers?.filter((id) => !helpers.has(id)) ?? [];
	if (firstTimers.length > 0 && teachers.length === 0) return { problem: BOARD_TEXTS.noTeacher };
	return {
		problem: null,
		slots,
		request: {
			players: seated,
			groupCount,
			playerPreferences: mapLists(all, (id) => preferences[id]?.preferredPlayers),
			pins: pins.map(({ userId, groupId }) => ({
				userId,
				group: slots.findIndex(({ id }) => id === groupId),
			})),
			keepApart: board.keepApart,
			recentPairings: [],
			storytellers: [...new Set([...input.storytellers, ...groupStorytellers])].filter(
				(id) => !helpers.has(id),
			),
			storytellerPreferences: mapLists(all, (id) => preferences[id]?.preferredStorytellers),
			...(travellers.length > 0 && { travellers }),
			...(firstTimers.length > 0 && { firstTimers, teachers }),
		},
	};
}

/** Returns those Travellers who have a seat: at most five in each group, the earliest signups first. */
function chooseTravellers(travellers: readonly string[], seatedCount: number, groupCount: number): string[] {
	// The largest group may be one with the fewest players.
	const fewest = Math.floor(seatedCount / groupCount);
	const seats = (fewest + GROUP_LIMITS.travellers) * groupCount - seatedCount;
	return travellers.slice(0, Math.max(0, seats));
}

const mapLists = (ids: readonly string[], getList: (id: string) => readonly string[] | undefined) =>
	Object.fromEntries(ids.map((id) => [id, [...(getList(id) ?? [])]]));

function chooseSlots(
	groups: readonly BoardGroup[],
	pinnedGroupIds: ReadonlySet<string>,
	groupCount: number,
	config: AutoSplitConfig,
	now: Date,
): BoardGroup[] {
	const free = groups.filter(({ id }) => !pinnedGroupIds.has(id)).slice(0, groupCount - pinnedGroupIds.size);
	const slots = groups.filter((group) => pinnedGroupIds.has(group.id) || free.includes(group));
	const existingIds = new Set(groups.map(({ id }) => id));
	for (let number = 1; slots.length < groupCount && number <= GROUP_LIMITS.groups * 2; number += 1) {
		const id = `group-${number}`;
		if (existingIds.has(id)) continue;
		slots.push(createGroup(id, now.toISOString(), slots));
	}
	return slots.map((slot) => ({ ...slot, maxPlayers: config.maxPlayersPerGroup }));
}

/** Returns a plan's slots with the result's users. A group has room for its Travellers, too. */
export const fillSlots = (slots: readonly BoardGroup[], { groups }: AutoSplitResult): BoardGroup[] =>
	slots.map((slot, index) => {
		const { players = [], storytellerId = null } = groups[index] ?? {};
		return { ...slot, players, storytellerId, maxPlayers: Math.max(slot.maxPlayers, players.length) };
	});
