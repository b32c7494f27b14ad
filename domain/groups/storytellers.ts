import type { BoardGroup } from './board.ts';

/** Returns the ids of a group's storytellers: the storyteller, then the co-storytellers. */
export const listStorytellerIds = ({
	storytellerId,
	coStorytellerIds = [],
}: Pick<BoardGroup, 'storytellerId' | 'coStorytellerIds'>): string[] =>
	storytellerId === null ? coStorytellerIds : [storytellerId, ...coStorytellerIds];
