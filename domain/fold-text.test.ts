import { expect, test } from 'vitest';
import { SEARCH_CASES } from '~/tests/support/search-cases.ts';
import { chooseEvent } from './discord/command.ts';
import { foldText } from './fold-text.ts';
import { createNameFilter } from './signups/search.ts';

test.each(SEARCH_CASES)('in %s, %s is found: %s', (text, query, isFound) => {
	expect(createNameFilter(query)(text)).toBe(isFound);
	const event = { id: '1', title: text, status: 'active' };
	// The command looks for the query as a whole.
	if (!query.includes(' ')) expect(chooseEvent([event], query).kind).toBe(isFound ? 'one' : 'none');
});

test('a folded text stays as it is', () => {
	for (const [text] of SEARCH_CASES) expect(foldText(foldText(text))).toBe(foldText(text));
});
