import { GROUP_LIMITS } from '../../limits.ts';
import type { PreferencesByUser } from '../affinity.ts';
import { type Board, type BoardGroup, nextGroupName } from '../board.ts';
import { type AutoSplitConfig, chooseSeated } from '../config.ts';
import { autoSplitObstacle, listSplittable } from '../splittable.ts';
import type { AutoSplitAnswer, AutoSplitQuestion } from './auto-split.ts';

export type SplitNight = {
	board: Board;
	/** The users with a confirmed signup, earliest signup first; may include storytellers. */
	confirmed: readonly string[];
	/** The event's storytellers, in order. */
	storytellers: readonly string[];
	preferences: PreferencesByUser;
	config: AutoSplitConfig;
};

/**
 * The auto-split question for an event and the groups that its result fills, or the text why it cannot be
 * asked.
 */
export type SplitPlan =
	| { question: AutoSplitQuestion; slots: BoardGroup[]; obstacle: null }
	| { obstacle: string };

/**
 * Returns the auto-split question for an event. Saved groups are reused in their order, those with pins
 * before others; missing groups are added as 'Group N', created at `now`. `company` is empty; the operation
 * fills it in.
 */
export function planSplit(night: SplitNight, now: Date): SplitPlan {
	const { board, config, preferences } = night;
	const players = listSplittable(night);
	const obstacle = autoSplitObstacle(players.length, config);
	if (obstacle !== null) return { obstacle };
	const isThere = (groupId: string) => board.groups.some(({ id }) => id === groupId);
	const pins = board.pins.filter(({ userId, groupId }) => players.includes(userId) && isThere(groupId));
	const pinned = new Set(pins.map(({ userId }) => userId));
	const { seated, groupCount } = chooseSeated(players, pinned, config);
	const held = new Set(pins.map(({ groupId }) => groupId));
	if (held.size > groupCount) {
		return { obstacle: `People are pinned to ${held.size} groups, but there are only ${groupCount}.` };
	}
	const slots = chooseSlots(board.groups, held, groupCount, config, now);
	const leading = board.groups.flatMap(({ storytellerId }) => storytellerId ?? []);
	return {
		obstacle: null,
		slots,
		question: {
			players: seated,
			groupCount,
			wishes: pick(seated, (id) => preferences[id]?.preferredPlayers),
			pins: pins.map(({ userId, groupId }) => ({
				userId,
				group: slots.findIndex(({ id }) => id === groupId),
			})),
			keepApart: board.keepApart,
			company: [],
			storytellers: [...new Set([...night.storytellers, ...leading])],
			storytellerWishes: pick(seated, (id) => preferences[id]?.preferredStorytellers),
		},
	};
}

const pick = (ids: readonly string[], listOf: (id: string) => readonly string[] | undefined) =>
	Object.fromEntries(ids.map((id) => [id, [...(listOf(id) ?? [])]]));

function chooseSlots(
	groups: readonly BoardGroup[],
	held: ReadonlySet<string>,
	groupCount: number,
	config: AutoSplitConfig,
	now: Date,
): BoardGroup[] {
	const free = groups.filter(({ id }) => !held.has(id)).slice(0, groupCount - held.size);
	const slots = groups.filter((group) => held.has(group.id) || free.includes(group));
	const taken = new Set(groups.map(({ id }) => id));
	for (let number = 1; slots.length < groupCount && number <= GROUP_LIMITS.groups * 2; number += 1) {
		const id = `group-${number}`;
		if (taken.has(id)) continue;
		const name = nextGroupName(slots);
		slots.push({ id, name, players: [], storytellerId: null, maxPlayers: 0, createdAt: now.toISOString() });
	}
	return slots.map((slot) => ({ ...slot, maxPlayers: config.maxPlayersPerGroup }));
}

/** Returns the slots of a plan with the players and storytellers of the result. */
export const fillSlots = (slots: readonly BoardGroup[], { groups }: AutoSplitAnswer): BoardGroup[] =>
	slots.map((slot, place) => ({
		...slot,
		players: groups[place]?.players ?? [],
		storytellerId: groups[place]?.storytellerId ?? null,
	}));
