import { z } from 'zod';
import { formatCount, formatNumber, inflect } from '../format-count.ts';
import { AUTO_SPLIT, AUTO_SPLIT_BOUNDS, AUTO_SPLIT_MIN_GROUPS } from '../limits.ts';

/** The numbers of the config, in the order of the form in Site Settings. */
export const AUTO_SPLIT_FIELDS = {
	triggerCount: { label: 'Confirmed players needed', most: AUTO_SPLIT_BOUNDS.triggerCount },
	maxGroups: { label: 'Max groups', most: AUTO_SPLIT_BOUNDS.groups },
	minPlayersPerGroup: { label: 'Min players per group', most: AUTO_SPLIT_BOUNDS.playersPerGroup },
	maxPlayersPerGroup: { label: 'Max players per group', most: AUTO_SPLIT_BOUNDS.playersPerGroup },
} as const;
type AutoSplitField = keyof typeof AUTO_SPLIT_FIELDS;
export const AUTO_SPLIT_FIELD_NAMES = Object.keys(AUTO_SPLIT_FIELDS) as AutoSplitField[];

/** Returns the config's numbers, or their texts in a form, converted one by one. */
export const mapAutoSplit = <From, To>(config: Record<AutoSplitField, From>, convert: (value: From) => To) =>
	Object.fromEntries(AUTO_SPLIT_FIELD_NAMES.map((name) => [name, convert(config[name])])) as Record<
		AutoSplitField,
		To
	>;

function integer(field: AutoSplitField) {
	const { most } = AUTO_SPLIT_FIELDS[field];
	const text = `Please enter a whole number from 1 to ${formatNumber(most)}`;
	return z.int(text).min(1, { error: text, abort: true }).max(most, { error: text, abort: true });
}

/** Auto-split config (spec, section 3). */
export const autoSplitConfigSchema = z.object({
	triggerCount: integer('triggerCount'),
	maxGroups: integer('maxGroups'),
	minPlayersPerGroup: integer('minPlayersPerGroup'),
	maxPlayersPerGroup: integer('maxPlayersPerGroup'),
});
export type AutoSplitConfig = z.output<typeof autoSplitConfigSchema>;

/** The config in the form of Site Settings: the numbers must also fit together. */
export const autoSplitConfigInput = autoSplitConfigSchema.superRefine((config, { addIssue }) => {
	const problem = findImpossible(config);
	if (problem) addIssue({ code: 'custom', path: [problem.field], message: problem.text });
});

export const AUTO_SPLIT_DEFAULTS: AutoSplitConfig = { ...AUTO_SPLIT };

/** The key of the settings row that overrides the defaults: a JSON object with any of the four numbers. */
export const AUTO_SPLIT_SETTING = 'auto_split_config';

/** Returns the config of a row; defaults for what is missing or out of bounds. See also `findConfigProblem`. */
export function readAutoSplitConfig(value: string | null | undefined): AutoSplitConfig {
	if (!value) return AUTO_SPLIT_DEFAULTS;
	try {
		const parsed = autoSplitConfigSchema.partial().safeParse(JSON.parse(value));
		return { ...AUTO_SPLIT_DEFAULTS, ...parsed.data };
	} catch {
		return AUTO_SPLIT_DEFAULTS;
	}
}

/** Returns why no number of players can be split with these settings, or null. */
export function findConfigProblem(config: AutoSplitConfig): string | null {
	const problem = findImpossible(config);
	return problem && `Auto-Split is off: ${problem.text}. An admin can correct this in Site Settings.`;
}

/** How many confirmed players Auto-Split does not count: those who have left the server, and Travellers. */
type UncountedPlayers = { leftCount?: number | undefined; travellerCount?: number };

/** Returns why an event with this number of `places` (null for no limit) never has enough players for Auto-Split, or null. */
const findPlacesProblem = (places: number | null, { triggerCount }: AutoSplitConfig): string | null =>
	places !== null && places < triggerCount
		? `Auto-Split is for more players than this event has places (${places}).`
		: null;

/**
 * Returns why Auto-Split is disabled for this number of confirmed players who are not storytellers, or null;
 * `places` null: no limit. The text is shown next to the button and in the refusal.
 */
export function findAutoSplitProblem(
	playerCount: number,
	config: AutoSplitConfig,
	{ leftCount = 0, travellerCount = 0, places = null }: UncountedPlayers & { places?: number | null } = {},
): string | null {
	const problem = findConfigProblem(config);
	if (problem !== null || playerCount >= config.triggerCount) return problem;
	const placesProblem = findPlacesProblem(places, config);
	if (placesProblem !== null) return placesProblem;
	const travellers = travellerCount === 0 ? '' : `, without ${formatCount(travellerCount, 'Traveller')}`;
	const left =
		leftCount === 0
			? ''
			: ` ${formatCount(leftCount, 'confirmed player')} ${inflect(leftCount, 'has', 'have')} left the server.`;
	return `Auto-Split needs at least ${config.triggerCount} confirmed players who are not storytellers; there ${inflect(playerCount, 'is', 'are')} ${playerCount}${travellers}.${left}`;
}

/** Returns what a creator reads who has no groups yet; `places` null: no limit. */
export function describeNoGroups(
	playerCount: number,
	config: AutoSplitConfig,
	places: number | null = null,
): string {
	const missing = config.triggerCount - playerCount;
	const isImpossible = missing > 0 && findPlacesProblem(places, config) !== null;
	if (isImpossible || findConfigProblem(config) !== null) return 'No groups yet. Add one.';
	return missing > 0
		? `No groups yet. Add one. Auto-Split needs ${formatCount(missing, 'more confirmed player')}.`
		: 'No groups yet. Add one, or use Auto-Split.';
}

function findImpossible(config: AutoSplitConfig): { field: AutoSplitField; text: string } | null {
	const { triggerCount, maxGroups, minPlayersPerGroup, maxPlayersPerGroup } = config;
	const minPlayers = AUTO_SPLIT_MIN_GROUPS * minPlayersPerGroup;
	if (maxGroups < AUTO_SPLIT_MIN_GROUPS) {
		return { field: 'maxGroups', text: `There must be room for at least ${AUTO_SPLIT_MIN_GROUPS} groups` };
	}
	if (minPlayersPerGroup > maxPlayersPerGroup) {
		return {
			field: 'minPlayersPerGroup',
			text: `The minimum of ${minPlayersPerGroup} players per group is above the maximum of ${maxPlayersPerGroup}`,
		};
	}
	if (triggerCount < minPlayers) {
		return {
			field: 'triggerCount',
			text: `${AUTO_SPLIT_MIN_GROUPS} groups of at least ${minPlayersPerGroup} need ${minPlayers} confirmed players, not ${triggerCount}`,
		};
	}
	return null;
}

/** Returns the number of groups that Auto-Split chooses: as many as the settings allow. */
export function countGroups(playerCount: number, config: AutoSplitConfig): number {
	return Math.min(config.maxGroups, getMaxGroupCount(playerCount, config));
}

/** Returns the first value of the field for the number of groups: that of the saved ones if possible. */
export function getFirstGroupCount(savedCount: number, playerCount: number, config: AutoSplitConfig): number {
	const isPossible =
		savedCount >= AUTO_SPLIT_MIN_GROUPS && savedCount <= getMaxGroupCount(playerCount, config);
	return isPossible ? savedCount : countGroups(playerCount, config);
}

/** Returns the smallest number of groups in which all players have a seat, or null when no number has enough. */
export function findGroupCountForAll(playerCount: number, config: AutoSplitConfig): number | null {
	const needed = Math.max(AUTO_SPLIT_MIN_GROUPS, Math.ceil(playerCount / config.maxPlayersPerGroup));
	return needed <= getMaxGroupCount(playerCount, config) ? needed : null;
}

/** Returns the largest number of groups that a creator can choose. It may be above `maxGroups`. */
export function getMaxGroupCount(playerCount: number, config: AutoSplitConfig): number {
	return Math.min(AUTO_SPLIT_BOUNDS.groups, Math.floor(playerCount / config.minPlayersPerGroup));
}

/** Returns why the players cannot be split into `groupCount` groups, or null when they can. */
export function findGroupCountProblem(
	groupCount: number,
	playerCount: number,
	config: AutoSplitConfig,
): string | null {
	if (groupCount <= getMaxGroupCount(playerCount, config)) return null;
	const { minPlayersPerGroup } = config;
	return `${groupCount} groups of at least ${minPlayersPerGroup} need ${groupCount * minPlayersPerGroup} players; there ${inflect(playerCount, 'is', 'are')} ${playerCount}`;
}

/** Returns which `players` (earliest signup first) are split. The latest unpinned ones wait for a seat. */
export function chooseSeated(
	players: readonly string[],
	pinned: ReadonlySet<string>,
	config: AutoSplitConfig,
	groupCount = countGroups(players.length, config),
): { seated: string[]; waiting: string[]; groupCount: number } {
	const seats = groupCount * config.maxPlayersPerGroup;
	const first = [...players.filter((id) => pinned.has(id)), ...players.filter((id) => !pinned.has(id))];
	const chosen = new Set(first.slice(0, seats));
	return {
		seated: players.filter((id) => chosen.has(id)),
		waiting: players.filter((id) => !chosen.has(id)),
		groupCount,
	};
}
