import type { Board } from '~/domain/groups/board.ts';
import type { AutoSplitView, GroupsView, SavedGroups } from '~/domain/groups/schema.ts';
import type { Flash } from '~/server/http/flash.ts';
import type { StepFields } from './step.ts';

const GROUPS_INTENTS = ['groups.edit', 'groups.save', 'groups.autoSplit'] as const;
export type GroupsIntent = (typeof GROUPS_INTENTS)[number];

export const isGroupsIntent = (intent: unknown): intent is GroupsIntent =>
	(GROUPS_INTENTS as readonly unknown[]).includes(intent);

/** The page action's response to the form that adds a storyteller to the event. */
export type AddedStoryteller = {
	error: string | null;
	/** `groupId` is the group that needs the storyteller; '' for none. */
	added?: { storytellerId: string; groupId: string; notice: Pick<Flash, 'tone' | 'title' | 'text' | 'undo'> };
};

export type GroupsResponse = {
	error: string | null;
	groups: {
		intent: GroupsIntent;
		version: number | null;
		step?: StepFields;
		groupCount?: string;
		/** Whether the error is about the number of groups. */
		isGroupCount?: boolean;
		draft?: Board | null;
		/** The names of the board's players, because some may have left. */
		names?: Record<string, string>;
		saved?: SavedGroups;
		/** The audit entry of the save, when it can be undone. */
		undo?: string | null;
		split?: AutoSplitView;
		/** The groups that another user has saved in the meantime. */
		current?: GroupsView | null;
	};
};
