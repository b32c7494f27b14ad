import { z } from 'zod';
import { TEXT_LIMITS } from '../limits.ts';
import { cleanLine } from '../text.ts';

// Letters that Unicode does not decompose into a base letter and a mark.
const FOLDED: Record<string, string> = {
	đ: 'd',
	ð: 'd',
	ø: 'o',
	ł: 'l',
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ħ: 'h',
	ı: 'i',
	þ: 'th',
};

/** A zod search text: one clean line of at most `TEXT_LIMITS.search` characters; the rest is ignored. */
export const searchText = z.string().transform((text) => cleanLine(text.slice(0, TEXT_LIMITS.search)));

/**
 * Returns a filter that accepts a name when it contains every word of `query`, ignoring case and accents
 * ('dorde' finds 'Đorđe'). An empty query accepts every name. The query is shortened to `TEXT_LIMITS.search`
 * characters and normalized only once.
 */
export function createNameFilter(query: string): (name: string) => boolean {
	const words = foldText(query.slice(0, TEXT_LIMITS.search)).split(/\s+/);
	return (name) => {
		const folded = foldText(name);
		return words.every((word) => folded.includes(word));
	};
}

function foldText(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[đðøłßæœħıþ]/g, (letter) => FOLDED[letter] ?? letter);
}
