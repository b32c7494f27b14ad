import { describeConflict } from '~/domain/groups/auto-split/balanced-split.ts';
import { fillSlots, planSplit } from '~/domain/groups/auto-split/plan.ts';
import type { Board } from '~/domain/groups/board.ts';
import { findConfigProblem } from '~/domain/groups/config.ts';
import { type AutoSplitView, autoSplitInput, type BoardInput } from '~/domain/groups/schema.ts';
import { conflict, invalid } from '~/domain/refusal.ts';
import { isTraveller, type StayEvent } from '~/domain/signups/stay.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import {
	countLeft,
	type GroupsState,
	listExperience,
	toGroupViews,
	toPreferences,
} from '../../wire/groups.ts';
import { runAutoSplit } from '../../workers/auto-split.ts';
import { defineOperation } from '../kernel/operation.ts';
import { selectGroupsState, selectRecentPairings } from './queries.ts';
import { normalizeSentBoard } from './save-groups.ts';

/**
 * Returns the best balanced split of the confirmed players, and saves nothing (POST /api/events/{id}/groups/auto-split;
 * decision 0019). It uses the saved groups, pins and pairs, or those of the draft in the request. Without `groupCount`
 * the site's settings decide on the number of groups. Throws Refusal 'missing' when no such event exists, 'invalid'
 * when the site's auto-split settings or `groupCount` are impossible, 'conflict' when there are too few players or no
 * balanced split respects the pins and pairs, 'unavailable' when too many splits run at once.
 */
export const autoSplitGroups = defineOperation({
	allow: 'groups.autoSplit',
	params: ['eventId'],
	input: autoSplitInput,
	async handle({ actor, params, input, now }): Promise<AutoSplitView> {
		const saved = await selectGroupsState(params.eventId);
		const problem = findConfigProblem(saved.config);
		if (problem !== null) throw invalid({}, problem);
		const state = input.draft ? { ...saved, board: normalizeDraft(input.draft, saved, now) } : saved;
		const experience = listExperience(state);
		const firstTimers = Object.keys(experience).filter((id) => experience[id] === 'new');
		const plan = planSplit(
			{
				...toSplitInput(state),
				groupCount: input.groupCount,
				...(input.firstTimersTogether && { firstTimers, teachers: state.teachers }),
			},
			now,
		);
		if (plan.problem !== null) {
			throw plan.isGroupCount ? invalid({ groupCount: [plan.problem] }) : conflict(plan.problem);
		}
		const { slots, request } = plan;
		const recentPairings = await selectRecentPairings([...request.players, ...(request.travellers ?? [])], {
			id: params.eventId,
			date: state.date,
		});
		const { result, conflict: reason } = await runAutoSplit({ ...request, recentPairings });
		if (result === null) {
			throw conflict(
				describeConflict(reason, request.groupCount, {
					nameOf: (id) => getName(state, id),
					groupName: (group) => slots[group]?.name ?? `Group ${group + 1}`,
				}),
			);
		}
		const round = saved.board.groups[0]?.round ?? 1;
		const { proven, mutual, oneSided, milliseconds, taughtGroup } = result;
		return {
			groups: toGroupViews(
				fillSlots(slots, result).map((group) => ({ ...group, round })),
				state,
				actor,
			),
			result: {
				proven,
				mutual,
				oneSided,
				milliseconds,
				taughtGroupId: (taughtGroup !== null && slots[taughtGroup]?.id) || null,
			},
		};
	},
});

/** Returns the board of the draft, without storytellers who belong neither to the event nor to its saved groups. */
function normalizeDraft(draft: BoardInput, state: GroupsState, now: Date): Board {
	const storytellerIds = new Set(state.storytellers.map(({ user_id }) => user_id));
	const isKnown = (id: string | null) => id !== null && storytellerIds.has(id);
	const groups = draft.groups.map(({ storytellerId, coStorytellerIds, ...group }) => ({
		...group,
		storytellerId: isKnown(storytellerId) ? storytellerId : null,
		coStorytellerIds: coStorytellerIds?.filter(isKnown),
	}));
	return normalizeSentBoard({ ...draft, groups }, state, now).board;
}

type Signup = GroupsState['signups'][number];

/** Returns what `planSplit` needs of an event; `plays` decides which signups are split, by default the confirmed ones. */
export const toSplitInput = (
	state: GroupsState & StayEvent & { places: number | null },
	plays = ({ user_id }: Signup): boolean => state.confirmed.includes(user_id),
) => {
	const { board, signups, storytellers, preferences, config } = state;
	const confirmed = signups.filter(plays);
	return {
		board,
		config,
		places: state.places,
		confirmed: confirmed.map(({ user_id }) => user_id),
		leftCount: countLeft(state),
		travellers: confirmed.filter((signup) => isTraveller(state, signup)).map(({ user_id }) => user_id),
		storytellers: storytellers.map(({ user_id }) => user_id),
		preferences: Object.fromEntries(preferences.map((row) => [row.user_id, toPreferences(row)])),
	};
};

/** Returns the display name of a user with a signup. */
export function getName({ signups }: GroupsState, userId: string): string {
	const signup = signups.find(({ user_id }) => user_id === userId);
	return formatDisplayName(
		signup && { username: signup.username, preferredUsername: signup.preferred_username },
		'player',
	);
}
