import type { Board } from '~/domain/groups/board.ts';
import type { AutoSplitView, GroupsView, SavedGroups } from '~/domain/groups/schema.ts';
import type { StepFields } from './step.ts';

const GROUPS_INTENTS = ['groups.edit', 'groups.save', 'groups.autoSplit'] as const;
export type GroupsIntent = (typeof GROUPS_INTENTS)[number];

export const isGroupsIntent = (intent: unknown): intent is GroupsIntent =>
	(GROUPS_INTENTS as readonly unknown[]).includes(intent);

/** What the page's action says of one of the panel's forms. */
export type GroupsAnswer = {
	/** Why it was refused. */
	error: string | null;
	groups: {
		intent: GroupsIntent;
		/** The version that the form was made from. */
		version: number | null;
		/** The step that was refused. */
		step?: StepFields;
		/** The board that could not be saved. */
		draft?: Board | null;
		/** The names of its players, of whom some may have left. */
		names?: Record<string, string>;
		saved?: SavedGroups;
		split?: AutoSplitView;
		/** What somebody else has saved meanwhile. */
		current?: GroupsView | null;
	};
};
