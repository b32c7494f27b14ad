/** Returns a number with separators: '2,000'. */
export const formatNumber = (number: number): string => number.toLocaleString('en-US');

/** Returns the word that agrees with a number: `one` with 1, otherwise `many`, such as 'is' and 'are'. */
export const inflect = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Returns a number with its noun: '1 player', '2,000 players'. */
export const formatCount = (count: number, noun: string): string =>
	`${formatNumber(count)} ${inflect(count, noun, `${noun}s`)}`;

/** Returns which rows of a list a page has: '401–425 of 1,204'. `first` is the place of its first row, from 1. */
export const formatRange = (first: number, count: number, all: string): string =>
	`${formatNumber(first)}–${formatNumber(first + count - 1)} of ${all}`;

/** Returns `names` with their order kept, such as 'title, date and location'. */
export const joinNames = (names: readonly string[]): string =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
