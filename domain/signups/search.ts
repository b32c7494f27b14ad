// Letters that Unicode does not take apart into a base letter and a mark.
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

/**
 * Whether `name` contains every word of `query`, whatever the case and the accents ('dorde' finds 'Đorđe').
 * An empty query matches everybody.
 */
export function matchesSearch(name: string, query: string): boolean {
	const folded = foldText(name);
	return foldText(query)
		.split(/\s+/)
		.every((word) => folded.includes(word));
}

function foldText(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[đðøłßæœħıþ]/g, (letter) => FOLDED[letter] ?? letter);
}
