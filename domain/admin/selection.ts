/**
 * A selection of ids as one field of a form carries it: runs of neighbors, each number as its distance from the one
 * before, in base 36. A hundred thousand rows of a table that nobody has deleted from are one run.
 */

const FORM = /^([0-9a-z]{1,12}(-[0-9a-z]{1,12})?(\.|$))*$/;

/** Ids of the form that ours have; the order is lost, doubles fold. */
export function packIds(ids: Iterable<string>): string {
	const numbers = [...new Set(ids)].map(BigInt).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
	const runs: string[] = [];
	let before = 0n;
	for (let i = 0; i < numbers.length; ) {
		const first = numbers[i] ?? 0n;
		let length = 1;
		while (numbers[i + length] === first + BigInt(length)) length += 1;
		const start = (first - before).toString(36);
		runs.push(length === 1 ? start : `${start}-${(length - 1).toString(36)}`);
		before = first + BigInt(length - 1);
		i += length;
	}
	return runs.join('.');
}

/**
 * The ids of a packed selection, ascending; at most `limit` and one more, so that whoever asks can tell that it is too
 * many. What no form of ours has written is an empty selection.
 */
export function unpackIds(packed: string, limit: number): string[] {
	if (packed === '' || !FORM.test(packed)) return [];
	const ids: string[] = [];
	let before = 0n;
	for (const run of packed.split('.', limit + 1)) {
		const [start = '', length = '0'] = run.split('-');
		let id = before + readBase36(start);
		for (let left = readBase36(length); left >= 0n; left -= 1n) {
			ids.push(id.toString());
			if (ids.length > limit) return ids;
			before = id;
			id += 1n;
		}
	}
	return ids;
}

function readBase36(text: string): bigint {
	let value = 0n;
	for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36));
	return value;
}

/** What is selected after a page was looked at: what was before, without its rows, and those of them that are checked. */
export function mergeSelection(
	before: readonly string[],
	shown: readonly string[],
	checked: readonly string[],
): string[] {
	const seen = new Set(shown);
	return [...before.filter((id) => !seen.has(id)), ...checked.filter((id) => seen.has(id))];
}
