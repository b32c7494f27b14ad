import { expect, test } from 'vitest';
import {
	AUTO_SPLIT_DEFAULTS,
	autoSplitConfigInput,
	chooseSeated,
	countGroups,
	describeNoGroups,
	findAutoSplitProblem,
	findGroupCountForAll,
	findGroupCountProblem,
	getFirstGroupCount,
	getMaxGroupCount,
	readAutoSplitConfig,
} from './config.ts';

const listIssues = (config: unknown) =>
	autoSplitConfigInput.safeParse(config).error?.issues.map(({ path, message }) => [path.join('.'), message]);

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
	[{ leftCount: 1 }, '. 1 confirmed player has left the server.'],
	[{ leftCount: 3 }, '. 3 confirmed players have left the server.'],
	[{ travellerCount: 1 }, ', without 1 Traveller.'],
	[{ leftCount: 1, travellerCount: 2 }, ', without 2 Travellers. 1 confirmed player has left the server.'],
])('the reason names those who do not count: %j', (uncounted, end) => {
	expect(findAutoSplitProblem(13, spec, uncounted)).toBe(
		`Auto-Split needs at least 16 confirmed players who are not storytellers; there are 13${end}`,
	);
	expect(findAutoSplitProblem(16, spec, uncounted)).toBeNull();
});

test.each<[number, number | null, string | null]>([
	[7, 8, 'Auto-Split is for more players than this event has places (8).'],
	[0, 15, 'Auto-Split is for more players than this event has places (15).'],
	[7, 16, 'Auto-Split needs at least 16 confirmed players who are not storytellers; there are 7.'],
	[7, null, 'Auto-Split needs at least 16 confirmed players who are not storytellers; there are 7.'],
	// More players may have a place than there are places.
	[16, 8, null],
])('%i players of an event with %s places', (playerCount, places, text) => {
	expect(findAutoSplitProblem(playerCount, spec, { places, leftCount: 0 })).toBe(text);
	const isNamed = describeNoGroups(playerCount, spec, places).includes('Auto-Split');
	expect(isNamed).toBe(!text?.includes('places'));
});

test.each([
	[16, {}, 'No groups yet. Add one, or use Auto-Split.'],
	[15, {}, 'No groups yet. Add one. Auto-Split needs 1 more confirmed player.'],
	[0, {}, 'No groups yet. Add one. Auto-Split needs 16 more confirmed players.'],
	[40, { maxGroups: 1 }, 'No groups yet. Add one.'],
])('without groups, %i players with the settings %j', (playerCount, change, text) => {
	expect(describeNoGroups(playerCount, { ...spec, ...change })).toBe(text);
});

test.each([
	['triggerCount', { triggerCount: 14 }, '2 groups of at least 8 need 16 confirmed players, not 14'],
	['triggerCount', { minPlayersPerGroup: 14 }, '2 groups of at least 14 need 28 confirmed players, not 16'],
	['maxGroups', { maxGroups: 1 }, 'There must be room for at least 2 groups'],
	[
		'minPlayersPerGroup',
		{ minPlayersPerGroup: 16, triggerCount: 40 },
		'The minimum of 16 players per group is above the maximum of 15',
	],
])('%s: the settings %j are impossible for any number of players', (field, change, reason) => {
	const config = { ...spec, ...change };
	const text = `Auto-Split is off: ${reason}. An admin can correct this in Site Settings.`;
	for (const players of [0, 14, 16, 100]) expect(findAutoSplitProblem(players, config)).toBe(text);
	expect(listIssues(config)).toEqual([[field, reason]]);
});

test.each([
	['triggerCount', 0, 'Please enter a whole number from 1 to 1,000'],
	['maxGroups', 13, 'Please enter a whole number from 1 to 12'],
	['minPlayersPerGroup', 8.5, 'Please enter a whole number from 1 to 30'],
	['maxPlayersPerGroup', '15', 'Please enter a whole number from 1 to 30'],
])('%s cannot be %j', (field, value, text) => {
	expect(listIssues({ ...spec, [field]: value })).toEqual([[field, text]]);
});

test('a config that fits together is accepted', () =>
	expect(autoSplitConfigInput.parse({ ...spec, maxGroups: 4 })).toEqual({ ...spec, maxGroups: 4 }));

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

test.each([
	[16, {}, 2],
	[40, {}, 5],
	[500, {}, 12],
	[30, { minPlayersPerGroup: 10 }, 3],
])('%i players with %j can be in up to %i groups', (playerCount, change, maxCount) => {
	const config = { ...spec, ...change };
	expect(getMaxGroupCount(playerCount, config)).toBe(maxCount);
	expect(findGroupCountProblem(maxCount, playerCount, config)).toBeNull();
	expect(findGroupCountProblem(maxCount + 1, playerCount, config)).toMatch(/ players; there are \d+$/);
});

test('an impossible number of groups is refused with the reason', () =>
	expect(findGroupCountProblem(4, 22, spec)).toBe('4 groups of at least 8 need 32 players; there are 22'));

test('the latest signups wait when the groups are full, except pinned players', () => {
	const players = ['a', 'b', 'c', 'd', 'e'];
	const config = { ...spec, minPlayersPerGroup: 2, maxPlayersPerGroup: 2 };
	expect(chooseSeated(players, new Set(), config)).toEqual({
		seated: ['a', 'b', 'c', 'd'],
		waiting: ['e'],
		groupCount: 2,
	});
	expect(chooseSeated(players, new Set(['e']), config)).toMatchObject({
		seated: ['a', 'b', 'c', 'e'],
		waiting: ['d'],
	});
	expect(chooseSeated(players, new Set(), config, 3)).toMatchObject({ waiting: [], groupCount: 3 });
});

/** A community's night: how many groups the field starts with, and how many give everyone a seat. */
test.each([
	// players, saved groups, first number, number for all
	[16, 0, 2, 2],
	[17, 0, 2, 2],
	[30, 0, 2, 2],
	[37, 0, 2, 3],
	[37, 3, 3, 3],
	[37, 1, 2, 3],
	[37, 9, 2, 3],
	[60, 0, 2, 4],
	[60, 5, 5, 4],
	[62, 0, 2, 5],
	[500, 0, 2, null],
])(
	'%i players, %i saved groups: starts with %i, and %s have room for all',
	(players, saved, first, forAll) => {
		expect(getFirstGroupCount(saved, players, spec)).toBe(first);
		expect(findGroupCountForAll(players, spec)).toBe(forAll);
	},
);
