import type { BoardGroup } from './board.ts';

/**
 * Returns the ids of a group's storytellers: the storyteller, then the co-storytellers. It is apart from the board, whose
 * rules a page that only names a group does not load.
 */
export const listStorytellerIds = ({
	storytellerId,
	coStorytellerIds = [],
}: Pick<BoardGroup, 'storytellerId' | 'coStorytellerIds'>): string[] =>
	storytellerId === null ? coStorytellerIds : [storytellerId, ...coStorytellerIds];
