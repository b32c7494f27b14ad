import { describeConflict } from '~/domain/groups/auto-split/conflict.ts';
import { fillSlots, planSplit } from '~/domain/groups/auto-split/plan.ts';
import type { Board } from '~/domain/groups/board.ts';
import { findConfigProblem } from '~/domain/groups/config.ts';
import { type AutoSplitView, autoSplitInput, type SentBoard } from '~/domain/groups/schema.ts';
import { displayName } from '~/domain/people/display.ts';
import { conflict, invalid } from '~/domain/refusal.ts';
import { type GroupsState, toGroupView, toPreferences } from '../../wire/groups.ts';
import { runAutoSplit } from '../../workers/auto-split.ts';
import { operation } from '../kernel/operation.ts';
import { settleSent } from './groups.ts';
import { selectCompany, selectGroupsState } from './queries.ts';

/**
 * Returns the best balanced split of the confirmed players, and saves nothing
 * (POST /api/events/{id}/groups/auto-split; decisions, "Groups"). It uses the saved groups, pins and pairs,
 * or those of the draft in the request. Throws Refusal 'missing' when no such event exists, 'invalid' when
 * the site's auto-split settings are impossible, 'conflict' when there are too few players or no balanced
 * split respects the pins and pairs, 'unavailable' when too many splits run at once.
 */
export const autoSplitGroups = operation({
	allow: 'groups.autoSplit',
	params: ['eventId'],
	input: autoSplitInput,
	async handle({ params, input, now }): Promise<AutoSplitView> {
		const saved = await selectGroupsState(params.eventId);
		const problem = findConfigProblem(saved.config);
		if (problem !== null) throw invalid({}, problem);
		const state = input.draft ? { ...saved, board: settleDraft(input.draft, saved, now) } : saved;
		const plan = planSplit(nightOf(state), now);
		if (plan.obstacle !== null) throw conflict(plan.obstacle);
		const { slots, question } = plan;
		const company = await selectCompany(question.players, state.date);
		const { answer, conflict: reason } = await runAutoSplit({ ...question, company });
		if (answer === null) {
			throw conflict(
				describeConflict(reason, question.groupCount, {
					nameOf: (id) => nameOf(state, id),
					groupName: (group) => slots[group]?.name ?? `Group ${group + 1}`,
				}),
			);
		}
		const { proven, mutual, oneSided, milliseconds } = answer;
		return {
			groups: fillSlots(slots, answer).map(toGroupView),
			result: { proven, mutual, oneSided, milliseconds },
		};
	},
});

/**
 * Returns the board of the draft, without storytellers who belong neither to the event nor to its saved
 * groups.
 */
function settleDraft(draft: SentBoard, state: GroupsState, now: Date): Board {
	const known = new Set(state.storytellers.map(({ user_id }) => user_id));
	const groups = draft.groups.map((group) =>
		group.storytellerId !== null && known.has(group.storytellerId)
			? group
			: { ...group, storytellerId: null },
	);
	return settleSent({ ...draft, groups }, state, now).board;
}

const nightOf = ({ board, signups, storytellers, preferences, config }: GroupsState) => ({
	...{ board, config },
	confirmed: signups.filter(({ status }) => status === 'confirmed').map(({ user_id }) => user_id),
	storytellers: storytellers.map(({ user_id }) => user_id),
	preferences: Object.fromEntries(preferences.map((row) => [row.user_id, toPreferences(row)])),
});

function nameOf({ signups }: GroupsState, userId: string): string {
	const signup = signups.find(({ user_id }) => user_id === userId);
	return displayName(
		signup && { username: signup.username, preferredUsername: signup.preferred_username },
		'player',
	);
}
