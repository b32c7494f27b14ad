import { z } from 'zod';
import { AUTO_SPLIT, AUTO_SPLIT_BOUNDS, AUTO_SPLIT_MIN_GROUPS } from '../limits.ts';

const integerUpTo = (most: number) => z.int().min(1).max(most);

/** Auto-split config (spec, section 3). */
export const autoSplitConfigSchema = z.object({
	triggerCount: integerUpTo(AUTO_SPLIT_BOUNDS.triggerCount).default(AUTO_SPLIT.triggerCount),
	maxGroups: integerUpTo(AUTO_SPLIT_BOUNDS.groups).default(AUTO_SPLIT.maxGroups),
	minPlayersPerGroup: integerUpTo(AUTO_SPLIT_BOUNDS.playersPerGroup).default(AUTO_SPLIT.minPlayersPerGroup),
	maxPlayersPerGroup: integerUpTo(AUTO_SPLIT_BOUNDS.playersPerGroup).default(AUTO_SPLIT.maxPlayersPerGroup),
});
export type AutoSplitConfig = z.output<typeof autoSplitConfigSchema>;

export const AUTO_SPLIT_DEFAULTS: AutoSplitConfig = { ...AUTO_SPLIT };

/** The key of the settings row that overrides the defaults: a JSON object with any of the four numbers. */
export const AUTO_SPLIT_SETTING = 'auto_split_config';

/**
 * Returns the config in a settings row, or the spec's defaults when there is no row or its numbers are not
 * integers within their bounds. `findConfigProblem` checks whether the numbers fit together.
 */
export function readAutoSplitConfig(value: string | null | undefined): AutoSplitConfig {
	if (!value) return AUTO_SPLIT_DEFAULTS;
	try {
		const parsed = autoSplitConfigSchema.safeParse(JSON.parse(value));
		return parsed.success ? parsed.data : AUTO_SPLIT_DEFAULTS;
	} catch {
		return AUTO_SPLIT_DEFAULTS;
	}
}

/**
 * Returns the reason why no number of players can be split with these settings, or null when they fit
 * together.
 */
export function findConfigProblem(config: AutoSplitConfig): string | null {
	const reason = findImpossibleReason(config);
	return (
		reason &&
		`Auto-Split is off because its settings are impossible: ${reason} Correct the setting ${AUTO_SPLIT_SETTING} to use it.`
	);
}

function findImpossibleReason(config: AutoSplitConfig): string | null {
	const { triggerCount, maxGroups, minPlayersPerGroup, maxPlayersPerGroup } = config;
	const minPlayers = AUTO_SPLIT_MIN_GROUPS * minPlayersPerGroup;
	if (maxGroups < AUTO_SPLIT_MIN_GROUPS) {
		return `maxGroups must be at least ${AUTO_SPLIT_MIN_GROUPS}, not ${maxGroups}.`;
	}
	if (minPlayersPerGroup > maxPlayersPerGroup) {
		return `minPlayersPerGroup (${minPlayersPerGroup}) must not exceed maxPlayersPerGroup (${maxPlayersPerGroup}).`;
	}
	if (triggerCount < minPlayers) {
		return `${AUTO_SPLIT_MIN_GROUPS} groups of at least ${minPlayersPerGroup} players need a triggerCount of at least ${minPlayers}, not ${triggerCount}.`;
	}
	return null;
}

/**
 * Returns the number of groups: as many as `minPlayersPerGroup` allows, at most `maxGroups`. It is at least
 * two from `triggerCount` players on.
 */
export function countGroups(playerCount: number, config: AutoSplitConfig): number {
	return Math.min(config.maxGroups, Math.floor(playerCount / config.minPlayersPerGroup));
}

/**
 * Returns which of `players` (earliest signup first) are split, and which stay available because the groups
 * are full: the latest signups, except pinned players.
 */
export function chooseSeated(
	players: readonly string[],
	pinned: ReadonlySet<string>,
	config: AutoSplitConfig,
): { seated: string[]; waiting: string[]; groupCount: number } {
	const groupCount = countGroups(players.length, config);
	const seats = groupCount * config.maxPlayersPerGroup;
	const first = [...players.filter((id) => pinned.has(id)), ...players.filter((id) => !pinned.has(id))];
	const chosen = new Set(first.slice(0, seats));
	return {
		seated: players.filter((id) => chosen.has(id)),
		waiting: players.filter((id) => !chosen.has(id)),
		groupCount,
	};
}
