import { describe, expect, test } from 'vitest';
import { describeAffinity, readAffinity, readPreferenceSheet, summarizeFulfilment } from './affinity.ts';

const wishing = (preferredPlayers: string[]) => ({
	...{ preferredPlayers, preferredStorytellers: [], notes: '', showCountdown: true },
});
const preferences = {
	a: wishing(['b', 'c', 'd', 'e', 'x']),
	b: wishing(['a']),
	c: wishing(['a']),
	d: wishing(['a']),
	e: wishing([]),
	f: wishing(['a', 'f']),
};
const nameOf = (id: string) => id.toUpperCase();

describe('affinity', () => {
	test.each<[string, string[], number, string]>([
		['nobody', ['a', 'g'], 0, ''],
		['one mutual', ['a', 'b'], 1, 'A and B chose each other'],
		['two', ['a', 'c', 'b'], 2, 'A and C, B chose each other'],
		['three', ['a', 'b', 'c', 'd'], 3, 'A and B, C, D chose each other'],
		['all', ['a', 'b', 'c', 'd', 'e', 'f'], 3, 'A and B, C, D chose each other; A chose E; F chose A'],
		['one-sided only', ['e', 'f'], 0, 'A chose E; F chose A'],
	])('%s', (_name, others, level, text) => {
		const affinity = readAffinity('a', others, preferences);
		expect(affinity.level).toBe(level);
		expect(describeAffinity('A', affinity, nameOf)).toBe(text);
	});

	test('four mutual ones glow like three; nobody is their own; who is unknown has none', () => {
		const four = {
			a: wishing(['b', 'c', 'd', 'e']),
			...Object.fromEntries(['b', 'c', 'd', 'e'].map((id) => [id, wishing(['a'])])),
		};
		expect(readAffinity('a', ['b', 'c', 'd', 'e'], four)).toMatchObject({
			mutual: ['b', 'c', 'd', 'e'],
			level: 3,
		});
		expect(readAffinity('f', ['f'], preferences)).toEqual({ mutual: [], chose: [], chosenBy: [], level: 0 });
		expect(readAffinity('z', ['a'], {})).toMatchObject({ level: 0 });
	});
});

test('what a split fulfils: pairs count once, wishes for who is not there do not count', () => {
	const groups = [{ players: ['a', 'b', 'e'] }, { players: ['c', 'f'] }];
	expect(summarizeFulfilment(groups, ['a', 'b', 'c', 'd', 'e', 'f'], preferences)).toEqual({
		mutual: { kept: 1, all: 3 },
		oneSided: { kept: 1, all: 2 },
		byPlayer: {
			a: { kept: ['b', 'e'], missed: ['c', 'd'] },
			b: { kept: ['a'], missed: [] },
			c: { kept: [], missed: ['a'] },
			d: { kept: [], missed: ['a'] },
			f: { kept: [], missed: ['a'] },
		},
	});
});

test.each([
	[undefined, null, null],
	[wishing([]), 'Signed up via Discord', null],
	[{ ...wishing([]), notes: '  ' }, '', null],
	[
		{ ...wishing(['b']), notes: ' Tea ' },
		'Late',
		{ preferredPlayers: ['b'], profileNotes: 'Tea', signupNotes: 'Late' },
	],
	[undefined, 'Late', { preferredPlayers: [], profileNotes: null, signupNotes: 'Late' }],
])('the sheet of %j with the note %j', (own, notes, sheet) => {
	expect(readPreferenceSheet(own, notes)).toEqual(sheet && { preferredStorytellers: [], ...sheet });
});
