/** Packs a selection of ids into one form field: runs of ids in base 36, relative to the id before. */

const PACKED_PATTERN = /^([0-9a-z]{1,12}(-[0-9a-z]{1,12})?(\.|$))*$/;

/** Returns the packed form of `ids`, which must be decimal numbers. Sorts them and drops duplicates. */
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

/** Returns the packed ids in ascending order, at most `limit` + 1; [] when `packed` is malformed. */
export function unpackIds(packed: string, limit: number): string[] {
	if (packed === '' || !PACKED_PATTERN.test(packed)) return [];
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

/** Returns the selection after a page's form: the one before it without the page's rows, plus checked ones. */
export function mergeSelection(
	before: readonly string[],
	shown: readonly string[],
	checked: readonly string[],
): string[] {
	const seen = new Set(shown);
	return [...before.filter((id) => !seen.has(id)), ...checked.filter((id) => seen.has(id))];
}
