import type { Fault } from './answers.ts';
import { compareIds } from './snowflakes.ts';

/** The `limit` of a query, or what is wrong with it. */
export function readLimit(url: URL, standard: number, max: number): number | Fault {
	const text = url.searchParams.get('limit');
	if (text === null) return standard;
	const limit = Number(text);
	if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit;
	return {
		path: 'limit',
		code: 'NUMBER_TYPE_MAX',
		message: `int value should be between 1 and ${max}.`,
	};
}

/** One page of rows in ascending order of their ID; when both `before` and `after` are given, only `before` counts. */
export function takePage<Row>(
	rows: readonly Row[],
	idOf: (row: Row) => string,
	url: URL,
	limit: number,
): Row[] {
	const sorted = rows.toSorted((a, b) => compareIds(idOf(a), idOf(b)));
	const before = url.searchParams.get('before');
	if (before !== null) return sorted.filter((row) => compareIds(idOf(row), before) < 0).slice(-limit);
	const after = url.searchParams.get('after') ?? '0';
	return sorted.filter((row) => compareIds(idOf(row), after) > 0).slice(0, limit);
}

export const readFlag = (url: URL, key: string) =>
	['true', 'True', '1'].includes(url.searchParams.get(key) ?? '');
