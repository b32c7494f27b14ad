import type { Board } from './board.ts';
import { type AutoSplitConfig, findConfigProblem } from './config.ts';

/** Confirmed players who are not acting as storytellers of the event or of a group, in the order given. */
export function listSplittable({
	board,
	confirmed,
	storytellers,
}: {
	board: Pick<Board, 'groups'>;
	confirmed: readonly string[];
	/** The event's. */
	storytellers: readonly string[];
}): string[] {
	const acting = new Set([...storytellers, ...board.groups.map(({ storytellerId }) => storytellerId)]);
	return confirmed.filter((id) => !acting.has(id));
}

/**
 * Returns why Auto-Split is disabled with so many confirmed players who are not storytellers, or null when it is not. The
 * same text stands beside the button and in the refusal.
 */
export function autoSplitObstacle(playerCount: number, config: AutoSplitConfig): string | null {
	const problem = findConfigProblem(config);
	if (problem !== null || playerCount >= config.triggerCount) return problem;
	return `Auto-Split needs at least ${config.triggerCount} confirmed players who are not storytellers; there ${playerCount === 1 ? 'is' : 'are'} ${playerCount}.`;
}
