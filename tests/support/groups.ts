import { type BoardGroup, createGroup } from '~/domain/groups/board.ts';
import type { GroupView } from '~/domain/groups/schema.ts';

/** Returns the group `Group {id}` of a board, with `players` and `changes`. */
export const createBoardGroup = (
	id: string,
	players: string[] = [],
	changes: Partial<BoardGroup> = {},
): BoardGroup => ({
	...createGroup(id, '2026-10-01T10:00:00.000Z', []),
	name: `Group ${id}`,
	players,
	...changes,
});

/** Returns the same group as `/api` has it. */
export const createGroupView = (
	id: string,
	players: string[] = [],
	changes: Partial<GroupView> = {},
): GroupView => {
	const group = createBoardGroup(id, players);
	return { ...group, winner: null, round: 1, travellers: [], ...changes };
};
