import { TEXT_LIMITS } from './limits.ts';

/** Cyrillic letters of their own, which Unicode decomposes: й, ў and ї. */
const CYRILLIC: readonly [decomposed: string, letter: string][] = [
	['\u0438\u0306', '\u0439'],
	['\u0443\u0306', '\u045e'],
	['\u0456\u0308', '\u0457'],
];
/**
 * Accents of Latin, Greek and Cyrillic letters, and the points of Hebrew, Arabic and Syriac. The marks of
 * other scripts are parts of their letters, such as the vowels of Hindi and the dakuten of Japanese.
 */
const ACCENTS = createClass([
	...['\u0300-\u036f', '\u0483-\u0487', '\u0591-\u05bd', '\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'],
	...['\u0610-\u061a', '\u064b-\u065f', '\u0670', '\u06d6-\u06dc', '\u06df-\u06e4', '\u06e7\u06e8'],
	...['\u06ea-\u06ed', '\u0730-\u074a', '\u1ab0-\u1aff', '\u1dc0-\u1dff', '\u20d0-\u20ff', '\ufe20-\ufe2f'],
]);
/** Characters that are not seen, and the line that makes an Arabic word longer (U+0640). */
const UNSEEN = createClass([
	...['\u00ad\u061c\u0640\u115f\u1160\u17b4\u17b5', '\u180b-\u180f', '\u200b-\u200f', '\u202a-\u202e'],
	...['\u2060-\u206f', '\ufe00-\ufe0f', '\ufeff'],
]);
/** Letters that count as another, such as the final sigma and Arabic ones of other keyboards. */
const LETTERS: Readonly<Record<string, string>> = {
	đ: 'd',
	ð: 'd',
	ø: 'o',
	ł: 'l',
	ħ: 'h',
	ı: 'i',
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	þ: 'th',
	ς: 'σ',
	'\u0649': '\u064a',
	'\u06cc': '\u064a',
	'\u0629': '\u0647',
	'\u06a9': '\u0643',
};

/** Apostrophes, quotation marks and dashes that phones and languages write in place of those of a keyboard. */
const PUNCTUATION: readonly [marks: RegExp, typed: string][] = [
	[/[\u00b4\u02bb\u02bc\u05f3\u2018\u2019\u201b\u2032`]/g, "'"],
	[/[\u00ab\u00bb\u05f4\u201c-\u201f\u2033]/g, '"'],
	[/[\u05be\u2010-\u2015\u2212]/g, '-'],
];

/**
 * Returns a text as searches compare it: without case, accents, optional points and unseen characters, and
 * with equal letters and marks written in one way. So 'İstanbul' is 'istanbul', and 'أَحمد' is 'أحمد'.
 * Letters that a language tells apart stay different ('か' and 'が'). The SQL function `fold_text` has the same
 * result.
 */
export function foldText(text: string): string {
	let folded = text;
	for (const [marks, typed] of PUNCTUATION) folded = folded.replace(marks, typed);
	folded = folded.normalize('NFKD').toLowerCase();
	for (const [decomposed, letter] of CYRILLIC) folded = folded.replaceAll(decomposed, letter);
	return folded
		.replace(ACCENTS, '')
		.replace(UNSEEN, '')
		.replace(/[đðøłħıßæœþς\u0649\u06cc\u0629\u06a9]/g, (letter) => LETTERS[letter] ?? letter)
		.normalize('NFC');
}

/**
 * Returns a filter for names that contain every word of `query`, by `foldText` ('dorde' finds 'Đorđe'). An
 * empty query accepts every name. The query is folded only once.
 */
export function createNameFilter(query: string): (name: string) => boolean {
	const words = foldText(query.slice(0, TEXT_LIMITS.search)).split(/\s+/).filter(Boolean);
	// Most pages have no query, and folding all their names would take longer than their rows.
	if (words.length === 0) return () => true;
	return (name) => {
		const folded = foldText(name);
		return words.every((word) => folded.includes(word));
	};
}

function createClass(ranges: readonly string[]): RegExp {
	return new RegExp(`[${ranges.join('')}]`, 'g');
}
