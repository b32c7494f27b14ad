import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesSearch } from './search.ts';

test.each([
	['Tomás Echeverría', 'tomas', true],
	['Tomás Echeverría', 'ECHEVERRÍA', true],
	['Tomás Echeverría', 'eche tom', true],
	['Tomás Echeverría', 'tomas smith', false],
	['Đorđe', 'dorde', true],
	['Katarzyna Wójcik', 'wojcik', true],
	['Anneliese Voß', 'voss', true],
	['Anneliese Voß', 'VOẞ', true],
	['Mei-Lin Zhao', 'mei-lin', true],
	['marlowe', '', true],
	['marlowe', '   ', true],
	['marlowe', '.*', false],
	['ＷＩＤＥ', 'wide', true],
])('%s has %j: %s', (name, query, found) => {
	expect(matchesSearch(name, query)).toBe(found);
});

test('everybody is found by their own name', () => {
	fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => matchesSearch(name, name)));
});
