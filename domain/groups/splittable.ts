import type { Board } from './board.ts';
import { type AutoSplitConfig, findConfigProblem } from './config.ts';

/** Returns the confirmed players who are not storytellers of the event or of a group, in the given order. */
export function listSplittable({
	board,
	confirmed,
	storytellers,
}: {
	board: Pick<Board, 'groups'>;
	confirmed: readonly string[];
	/** The event's storytellers. */
	storytellers: readonly string[];
}): string[] {
	const storytellerIds = new Set([
		...storytellers,
		...board.groups.map(({ storytellerId }) => storytellerId),
	]);
	return confirmed.filter((id) => !storytellerIds.has(id));
}

/**
 * Returns the reason why Auto-Split is disabled for this number of confirmed players who are not
 * storytellers, or null. The same text is shown next to the button and in the refusal.
 */
export function findAutoSplitProblem(playerCount: number, config: AutoSplitConfig): string | null {
	const problem = findConfigProblem(config);
	if (problem !== null || playerCount >= config.triggerCount) return problem;
	return `Auto-Split needs at least ${config.triggerCount} confirmed players who are not storytellers; there ${playerCount === 1 ? 'is' : 'are'} ${playerCount}.`;
}
