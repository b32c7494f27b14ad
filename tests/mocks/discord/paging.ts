import type { FieldError } from './responses.ts';
import { compareSnowflakes } from './snowflakes.ts';

/** Returns the `limit` of a query, or its field error. */
export function parseLimit(url: URL, defaultLimit: number, max: number): number | FieldError {
	const text = url.searchParams.get('limit');
	if (text === null) return defaultLimit;
	const limit = Number(text);
	if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit;
	return {
		path: 'limit',
		code: 'NUMBER_TYPE_MAX',
		message: `int value should be between 1 and ${max}.`,
	};
}

/** Returns one page of rows in ascending order of their IDs. `before` takes precedence over `after`. */
export function getPage<Row>(
	rows: readonly Row[],
	getId: (row: Row) => string,
	url: URL,
	limit: number,
): Row[] {
	const sorted = rows.toSorted((a, b) => compareSnowflakes(getId(a), getId(b)));
	const before = url.searchParams.get('before');
	if (before !== null) return sorted.filter((row) => compareSnowflakes(getId(row), before) < 0).slice(-limit);
	const after = url.searchParams.get('after') ?? '0';
	return sorted.filter((row) => compareSnowflakes(getId(row), after) > 0).slice(0, limit);
}

/** Whether a query parameter is true. */
export const parseFlag = (url: URL, key: string) =>
	['true', 'True', '1'].includes(url.searchParams.get(key) ?? '');
