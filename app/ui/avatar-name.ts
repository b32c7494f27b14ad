/** The first letters of the first two words of a name, in capitals; '?' when it has none. */
export function pickInitials(name: string): string {
	const words = name
		.replace(/[^\p{L}\p{N} ]/gu, '')
		.trim()
		.split(/\s+/);
	const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
	return letters.join('').toUpperCase() || '?';
}

/** One of `count` grounds, always the same for the same name. */
export function pickGround(name: string, count: number): number {
	let sum = 7;
	for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
	return sum % count;
}
