import { z } from 'zod';
import { AUTO_SPLIT, AUTO_SPLIT_BOUNDS } from '../limits.ts';

const whole = (most: number) => z.int().min(1).max(most);

/** Auto-split config (spec, section 3). */
export const autoSplitConfigSchema = z
	.object({
		triggerCount: whole(AUTO_SPLIT_BOUNDS.triggerCount).default(AUTO_SPLIT.triggerCount),
		maxGroups: whole(AUTO_SPLIT_BOUNDS.groups).default(AUTO_SPLIT.maxGroups),
		minPlayersPerGroup: whole(AUTO_SPLIT_BOUNDS.playersPerGroup).default(AUTO_SPLIT.minPlayersPerGroup),
		maxPlayersPerGroup: whole(AUTO_SPLIT_BOUNDS.playersPerGroup).default(AUTO_SPLIT.maxPlayersPerGroup),
	})
	.refine((config) => config.minPlayersPerGroup <= config.maxPlayersPerGroup, {
		path: ['maxPlayersPerGroup'],
		message: 'A group’s most players cannot be fewer than its least',
	});
export type AutoSplitConfig = z.output<typeof autoSplitConfigSchema>;

export const AUTO_SPLIT_DEFAULTS: AutoSplitConfig = { ...AUTO_SPLIT };

/** The key of the settings row that overrides the defaults: a JSON object with any of the four numbers. */
export const AUTO_SPLIT_SETTING = 'auto_split_config';

/** The config that a settings row holds; without one, or with one that makes no sense, the spec's defaults. */
export function readAutoSplitConfig(value: string | null | undefined): AutoSplitConfig {
	if (!value) return AUTO_SPLIT_DEFAULTS;
	try {
		const parsed = autoSplitConfigSchema.safeParse(JSON.parse(value));
		return parsed.success ? parsed.data : AUTO_SPLIT_DEFAULTS;
	} catch {
		return AUTO_SPLIT_DEFAULTS;
	}
}

/** As many groups as `minPlayersPerGroup` each allows, at least one and at most `maxGroups`. */
export function countGroups(playerCount: number, config: AutoSplitConfig): number {
	return Math.max(1, Math.min(config.maxGroups, Math.floor(playerCount / config.minPlayersPerGroup)));
}

/**
 * Who of `players` (earliest sign-up first) is split, and who stays available because the groups are full: the latest
 * sign-ups, but nobody who is pinned.
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
