import type { Board } from '~/domain/groups/board.ts';
import type { Directory } from './board-people.ts';
import type { Step } from './step.ts';

/** The last change of the board. */
export type News = { what: Step | 'saved' | 'split' | 'undone'; isByForm: boolean };

/** Returns the last change in words, for users who do not see the board change. */
export function describeNews({ what }: News, board: Board, directory: Directory): string {
	if (what === 'saved') return 'The groups are saved.';
	if (what === 'split') return 'Auto-Split has made the groups.';
	if (what === 'undone') return 'The last change is undone.';
	const groupName = (id: string) => board.groups.find((group) => group.id === id)?.name ?? 'The group';
	switch (what.type) {
		case 'movePlayer':
			return `${directory.player(what.userId).name} is in ${groupName(what.groupId)}.`;
		case 'removePlayer':
			return `${directory.player(what.userId).name} is available.`;
		case 'assignStoryteller':
			return what.userId === null
				? `${groupName(what.groupId)} has no storyteller.`
				: `${directory.storyteller(what.userId).name} is the storyteller of ${groupName(what.groupId)}.`;
		case 'addGroup':
			return `${groupName(what.id)} is there.`;
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
