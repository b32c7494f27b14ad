import { z } from 'zod';
import { foldText } from '../fold-text.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { cleanLine } from '../text.ts';

/** A zod search text: one clean line of at most `TEXT_LIMITS.search` characters; the rest is ignored. */
export const searchText = z
	.string()
	.transform((text) => cleanLine([...text].slice(0, TEXT_LIMITS.search).join('')));

/**
 * Returns a filter that accepts a name when it contains every word of `query`, ignoring case and accents
 * ('dorde' finds 'Đorđe'; `foldText`). An empty query accepts every name. The query is shortened to `TEXT_LIMITS.search`
 * characters and normalized only once.
 */
export function createNameFilter(query: string): (name: string) => boolean {
	const words = foldText(query.slice(0, TEXT_LIMITS.search)).split(/\s+/);
	return (name) => {
		const folded = foldText(name);
		return words.every((word) => folded.includes(word));
	};
}
