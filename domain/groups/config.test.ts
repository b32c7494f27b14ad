import { expect, test } from 'vitest';
import { AUTO_SPLIT_DEFAULTS, chooseSeated, countGroups, readAutoSplitConfig } from './config.ts';
import { findAutoSplitProblem } from './splittable.ts';

const spec = { triggerCount: 16, maxGroups: 2, minPlayersPerGroup: 8, maxPlayersPerGroup: 15 };

test.each<[string | null, Partial<typeof spec>]>([
	[null, {}],
	['', {}],
	['{}', {}],
	['{"maxGroups":4}', { maxGroups: 4 }],
	['{"maxGroups":13}', {}],
	['{"maxGroups":"4"}', {}],
	['{"minPlayersPerGroup":16}', { minPlayersPerGroup: 16 }],
	['[1', {}],
	['null', {}],
])('the setting %j', (value, change) => {
	expect(readAutoSplitConfig(value)).toEqual({ ...spec, ...change });
	expect(AUTO_SPLIT_DEFAULTS).toEqual(spec);
});

test.each([
	[15, 'there are 15.'],
	[1, 'there is 1.'],
	[0, 'there are 0.'],
])('%i players are too few', (count, end) => {
	expect(findAutoSplitProblem(count, spec)).toBe(
		`Auto-Split needs at least 16 confirmed players who are not storytellers; ${end}`,
	);
	expect(findAutoSplitProblem(16, spec)).toBeNull();
});

test.each([
	[{ triggerCount: 14 }, '2 groups of at least 8 players need a triggerCount of at least 16, not 14.'],
	[{ minPlayersPerGroup: 14 }, '2 groups of at least 14 players need a triggerCount of at least 28, not 16.'],
	[{ maxGroups: 1 }, 'maxGroups must be at least 2, not 1.'],
	[
		{ minPlayersPerGroup: 16, triggerCount: 40 },
		'minPlayersPerGroup (16) must not exceed maxPlayersPerGroup (15).',
	],
])('the settings %j are impossible for any number of players', (change, reason) => {
	const config = { ...spec, ...change };
	const text = `Auto-Split is off because its settings are impossible: ${reason} Correct the setting auto_split_config to use it.`;
	for (const players of [0, 14, 16, 100]) expect(findAutoSplitProblem(players, config)).toBe(text);
});

test.each([
	[16, {}, 2],
	[40, {}, 2],
	[23, { maxGroups: 4 }, 2],
	[24, { maxGroups: 4 }, 3],
	[60, { maxGroups: 4 }, 4],
	[5, { triggerCount: 4, minPlayersPerGroup: 2 }, 2],
])('%i players with %j make %i groups', (count, change, groups) => {
	expect(countGroups(count, { ...spec, ...change })).toBe(groups);
});

test('the latest signups wait when the groups are full, except pinned players', () => {
	const players = ['a', 'b', 'c', 'd', 'e'];
	const config = { ...spec, minPlayersPerGroup: 2, maxPlayersPerGroup: 2 };
	expect(chooseSeated(players, new Set(), config)).toEqual({
		...{ seated: ['a', 'b', 'c', 'd'], waiting: ['e'], groupCount: 2 },
	});
	expect(chooseSeated(players, new Set(['e']), config)).toMatchObject({
		seated: ['a', 'b', 'c', 'e'],
		waiting: ['d'],
	});
});
