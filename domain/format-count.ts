/** Returns a number with its noun: '1 player', '2,000 players'. */
export const formatCount = (count: number, noun: string): string =>
	`${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
