import type { Board } from '~/domain/groups/board.ts';
import type { Directory } from './board-directory.ts';
import type { Step } from './step.ts';

/** The last change of the board. */
export type BoardUpdate = { change: Step | 'saved' | 'split' | 'undone'; isFromForm: boolean };

/** Returns the last change in words, for users who do not see the board change. */
export function describeUpdate({ change }: BoardUpdate, board: Board, directory: Directory): string {
	if (change === 'saved') return 'The groups are saved.';
	if (change === 'split') return 'Auto-Split has made the groups.';
	if (change === 'undone') return 'The last change is undone.';
	const groupName = (id: string) => board.groups.find((group) => group.id === id)?.name ?? 'The group';
	switch (change.type) {
		case 'movePlayer':
			return `${directory.player(change.userId).name} is in ${groupName(change.groupId)}.`;
		case 'removePlayer':
			return `${directory.player(change.userId).name} is available.`;
		case 'removeWithdrawn':
			return `The players who can't come were removed from ${groupName(change.groupId)}.`;
		case 'replaceWithdrawn':
			return `Moved ${change.userIds.map((id) => directory.player(id).name).join(', ')} to ${groupName(change.groupId)}.`;
		case 'assignStoryteller':
			return change.userId === null
				? `${groupName(change.groupId)} has no storyteller.`
				: `${directory.storyteller(change.userId).name} is the storyteller of ${groupName(change.groupId)}.`;
		case 'addGroup':
			return `${groupName(change.id)} is there.`;
		case 'removeGroup':
			return 'The group is removed.';
		case 'pin':
		case 'keepApart':
		case 'allowTogether':
			return 'The rules for Auto-Split are changed.';
		default:
			return 'The groups are changed.';
	}
}
