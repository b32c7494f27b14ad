import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { SEARCH_CASES } from '~/tests/support/search-cases.ts';
import { chooseEvent } from './discord/command.ts';
import { createNameFilter, foldText } from './fold-text.ts';

test.each(SEARCH_CASES)('in %s, %s is found: %s', (text, query, isFound) => {
	expect(createNameFilter(query)(text)).toBe(isFound);
	const event = { id: '1', title: text, status: 'active' };
	// The command looks for the query as a whole.
	if (!query.includes(' ')) expect(chooseEvent([event], query).kind).toBe(isFound ? 'one' : 'none');
});

test('a folded text stays as it is', () => {
	for (const [text] of SEARCH_CASES) expect(foldText(foldText(text))).toBe(foldText(text));
});

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
	expect(createNameFilter(query)(name)).toBe(found);
});

test('every name matches itself as a query', () => {
	fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => createNameFilter(name)(name)));
});

test('only the first 100 characters of a query count', () => {
	const query = `${'a'.repeat(100)} something else`;
	expect(createNameFilter(query)('a'.repeat(120))).toBe(true);
});

test.each(['', '  '])('the query %j folds no name', (query) => {
	const isMatch = createNameFilter(query);
	const normalize = vi.spyOn(String.prototype, 'normalize');
	expect(isMatch('Zoë')).toBe(true);
	expect(normalize).not.toHaveBeenCalled();
});

test('normalizes a query only once for many names', () => {
	const normalize = vi.spyOn(String.prototype, 'normalize');
	const matches = createNameFilter('ﷺ'.repeat(300_000));
	const names = Array.from({ length: 500 }, (_, index) => `Player ${index}`);
	expect(names.filter(matches)).toEqual([]);
	const { contexts, calls } = normalize.mock;
	const folded = contexts.filter((_, i) => calls[i]?.[0] === 'NFKD').map((text) => String(text).length);
	expect(folded).toHaveLength(501);
	expect(Math.max(...folded)).toBe(100);
});
