import type { BoardGroup } from '~/domain/groups/board.ts';
import type { Step } from './step.ts';

export type Dragged = { kind: 'player'; userId: string } | { kind: 'group'; groupId: string };
export type Target =
	| { kind: 'seat'; userId: string; groupId: string | null }
	| { kind: 'group'; groupId: string }
	| { kind: 'available' };

/** Returns the step of a drop, or null when the drop changes nothing (spec, section 4, "Groups"). */
export function toDropStep(dragged: Dragged, target: Target, groups: readonly BoardGroup[]): Step | null {
	const groupId = target.kind === 'available' ? null : target.groupId;
	if (dragged.kind === 'group') {
		if (groupId === null || groupId === dragged.groupId) return null;
		return { type: 'moveGroup', groupId: dragged.groupId, overGroupId: groupId };
	}
	const { userId } = dragged;
	const currentGroupId = groups.find(({ players }) => players.includes(userId))?.id ?? null;
	if (groupId === null) return currentGroupId === null ? null : { type: 'removePlayer', userId };
	if (target.kind === 'seat') {
		if (target.userId === userId) return null;
		return { type: 'movePlayer', userId, groupId, before: target.userId };
	}
	return groupId === currentGroupId ? null : { type: 'movePlayer', userId, groupId };
}
