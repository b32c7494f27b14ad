import { describe, expect, test } from 'vitest';
import {
	describeFulfillment,
	describePreferenceLinks,
	findPreferenceLinks,
	summarizeFulfillment,
	summarizePreferences,
} from './mutual-preferences.ts';

const withPreferences = (preferredPlayers: string[]) => ({
	preferredPlayers,
	preferredStorytellers: [],
	notes: '',
	showCountdown: true,
});
const preferences = {
	a: withPreferences(['b', 'c', 'd', 'e', 'x']),
	b: withPreferences(['a']),
	c: withPreferences(['a']),
	d: withPreferences(['a']),
	e: withPreferences([]),
	f: withPreferences(['a', 'f']),
};
const nameOf = (id: string) => id.toUpperCase();

describe('findPreferenceLinks', () => {
	test.each<[string, string[], number, string]>([
		['no one', ['a', 'g'], 0, ''],
		['one mutual', ['a', 'b'], 1, 'A and B chose each other'],
		['two', ['a', 'c', 'b'], 2, 'A and C, B chose each other'],
		['three', ['a', 'b', 'c', 'd'], 3, 'A and B, C, D chose each other'],
		['all', ['a', 'b', 'c', 'd', 'e', 'f'], 3, 'A and B, C, D chose each other; A chose E; F chose A'],
		['one-sided only', ['e', 'f'], 0, 'A chose E; F chose A'],
	])('%s', (_name, others, level, text) => {
		const links = findPreferenceLinks('a', others, preferences);
		expect(links.level).toBe(level);
		expect(describePreferenceLinks('A', links, nameOf)).toBe(text);
	});

	test('four mutual preferences glow like three; a user has none with themselves; an unknown user has none', () => {
		const four = {
			a: withPreferences(['b', 'c', 'd', 'e']),
			...Object.fromEntries(['b', 'c', 'd', 'e'].map((id) => [id, withPreferences(['a'])])),
		};
		expect(findPreferenceLinks('a', ['b', 'c', 'd', 'e'], four)).toMatchObject({
			mutual: ['b', 'c', 'd', 'e'],
			level: 3,
		});
		expect(findPreferenceLinks('f', ['f'], preferences)).toEqual({
			mutual: [],
			chose: [],
			chosenBy: [],
			level: 0,
		});
		expect(findPreferenceLinks('z', ['a'], {})).toMatchObject({ level: 0 });
	});
});

test('counts fulfilled preferences: pairs once, and none for users who do not play', () => {
	const groups = [{ players: ['a', 'b', 'e'] }, { players: ['c', 'f'] }];
	expect(summarizeFulfillment(groups, ['a', 'b', 'c', 'd', 'e', 'f'], preferences)).toEqual({
		mutual: { fulfilled: 1, total: 3 },
		oneSided: { fulfilled: 1, total: 2 },
		byPlayer: {
			a: { fulfilled: ['b', 'e'], unfulfilled: ['c', 'd'] },
			b: { fulfilled: ['a'], unfulfilled: [] },
			c: { fulfilled: [], unfulfilled: ['a'] },
			d: { fulfilled: [], unfulfilled: ['a'] },
			f: { fulfilled: [], unfulfilled: ['a'] },
		},
	});
});

test('a preference between two players without a group is not fulfilled', () => {
	expect(summarizeFulfillment([{ players: ['c'] }], ['a', 'b', 'c'], preferences)).toMatchObject({
		mutual: { fulfilled: 0, total: 2 },
	});
});

test.each<[mutual: [number, number], oneSided: [number, number], string]>([
	[[0, 0], [0, 0], 'None of these players picked each other.'],
	[[0, 0], [0, 1], '0 of 1 one-way pick is in the same group.'],
	[[1, 5], [0, 0], '1 of 5 mutual preferences is in the same group.'],
	[[0, 5], [0, 0], '0 of 5 mutual preferences are in the same group.'],
	[[4, 5], [0, 0], '4 of 5 mutual preferences are in the same group.'],
	[[1, 1], [0, 1], '1 of 1 mutual preference and 0 of 1 one-way pick are in the same group.'],
])('describes fulfilled preferences: %j and %j', (mutual, oneSided, text) => {
	const [toMutual, toOneSided] = [mutual, oneSided].map(([fulfilled, total]) => ({ fulfilled, total }));
	const counts = { mutual: toMutual, oneSided: toOneSided } as Parameters<typeof describeFulfillment>[0];
	expect(describeFulfillment(counts, { proven: false, isTaught: false })).toBe(text);
	expect(describeFulfillment(counts, { proven: true, isTaught: false })).toContain(text);
});

test.each([
	[undefined, null, null],
	[withPreferences([]), 'Signed up via Discord', null],
	[{ ...withPreferences([]), notes: '  ' }, '', null],
	[
		{ ...withPreferences(['b']), notes: ' Tea ' },
		'Late',
		{ preferredPlayers: ['b'], profileNotes: 'Tea', signupNotes: 'Late' },
	],
	[undefined, 'Late', { preferredPlayers: [], profileNotes: null, signupNotes: 'Late' }],
])('summarizes %j with the note %j', (own, notes, summary) => {
	expect(summarizePreferences(own, notes)).toEqual(summary && { preferredStorytellers: [], ...summary });
});
