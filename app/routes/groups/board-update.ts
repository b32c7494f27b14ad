import type { PageNotice } from '~/app/shell/flash.tsx';
import type { Board } from '~/domain/groups/board.ts';
import { isolate } from '~/domain/isolate.ts';
import type { Directory } from './board-directory.ts';
import type { Step } from './step.ts';

export type BoardUpdate = {
	change: Step | 'saved' | 'split' | 'undone' | 'discarded' | 'storyteller';
	isFromForm: boolean;
	/** The players that a save removed, because they had withdrawn. */
	dropped?: readonly string[];
	/** The audit entry of a save, when it can be undone. */
	undo?: string | null | undefined;
	/** What was saved at once with it. */
	notice?: PageNotice;
};

/** Returns the last change in words, for users who do not see the board change; null for what has a notice. */
export function describeUpdate({ change }: BoardUpdate, board: Board, directory: Directory): string | null {
	if (change === 'saved' || change === 'storyteller') return null;
	if (change === 'split') return 'Auto-Split made these groups.';
	if (change === 'undone') return 'Undid the last change.';
	if (change === 'discarded') return 'Discarded your changes.';
	const groupName = (id: string) => board.groups.find((group) => group.id === id)?.name ?? 'the group';
	switch (change.type) {
		case 'movePlayer':
			return `Moved ${isolate(directory.player(change.userId).name)} to ${isolate(groupName(change.groupId))}.`;
		case 'removePlayer':
			return `Moved ${isolate(directory.player(change.userId).name)} to Available Players.`;
		case 'shuffleSeats':
			return `Shuffled the seats of ${isolate(groupName(change.groupId))}.`;
		case 'removeWithdrawn':
			return `Removed the players who can't come from ${isolate(groupName(change.groupId))}.`;
		case 'replaceWithdrawn':
			return `Moved ${change.userIds.map((id) => isolate(directory.player(id).name)).join(', ')} to ${isolate(groupName(change.groupId))}.`;
		case 'changeGroup':
			return describeChange(change, isolate(groupName(change.groupId)), directory);
		case 'removeCoStoryteller':
			return `${isolate(directory.storyteller(change.userId).name)} is no longer a co-storyteller.`;
		case 'addGroup':
			return `Added ${isolate(groupName(change.id))}.`;
		case 'removeGroup':
			return 'Removed the group.';
		case 'pin':
		case 'keepApart':
		case 'allowTogether':
			return 'Changed the rules for Auto-Split.';
		default:
			return 'Changed the groups.';
	}
}

function describeChange(
	{ storytellerId, coStorytellerId, scriptId, voiceChannelId }: Extract<Step, { type: 'changeGroup' }>,
	name: string,
	directory: Directory,
): string {
	const getName = (id: string) => isolate(directory.storyteller(id).name);
	const parts = [
		storytellerId === null && `Removed the storyteller of ${name}.`,
		storytellerId && `${getName(storytellerId)} is now the storyteller of ${name}.`,
		coStorytellerId && `${getName(coStorytellerId)} is now a co-storyteller of ${name}.`,
		scriptId !== undefined && `Changed the script of ${name}.`,
		voiceChannelId !== undefined && `Changed the voice channel of ${name}.`,
	].filter(Boolean);
	return parts.length === 0 ? `Changed ${name}.` : parts.join(' ');
}
