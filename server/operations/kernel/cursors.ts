import type { Page } from '~/domain/admin/schema.ts';
import { invalid } from '~/domain/refusal.ts';
import { isId } from './operation.ts';

/**
 * The sort order of a list with cursors. Unlike page numbers, cursors make every page cost the same, and rows
 * that are added or deleted in the meantime shift nothing. `by` and `id` are SQL and must never contain user input;
 * together they give every row a unique position.
 */
export type Sort = { by: string; kind: 'time' | 'text'; id: string; direction: 'ASC' | 'DESC' };

/** `number` is the place of the row in the whole list, from 1, when its page was read; null in an older cursor. */
type CursorPosition = { side: 'after' | 'before'; key: string; id: string; number: number | null };
export type SortedRow = { id: string; sort_key: string };

/** The SQL parts of a page's query; `binds` are the values of `condition`. */
export type PageQuery = {
	column: string;
	condition: string;
	order: string;
	binds: Record<string, string | number>;
	position: CursorPosition | null;
};

/** Returns the query parts of the page at `cursor` (the first without one). Throws Refusal 'invalid' for a bad cursor. */
export function buildPageQuery(sort: Sort, cursor: string | undefined): PageQuery {
	const { by, id, kind } = sort;
	const position = cursor === undefined ? null : decodeCursor(cursor, sort);
	const isBackwards = position?.side === 'before';
	const direction = (sort.direction === 'ASC') === isBackwards ? 'DESC' : 'ASC';
	const operator = direction === 'ASC' ? '>' : '<';
	const key =
		kind === 'time' ? `(timestamptz 'epoch' + :cursorKey * interval '1 microsecond')` : ':cursorKey::text';
	return {
		// Microseconds, as PostgreSQL stores them; a Date would lose them.
		column: `${kind === 'time' ? `(extract(epoch FROM ${by}) * 1000000)::bigint` : by} AS sort_key`,
		// The second condition is redundant, but an index on `by` alone can use it when `id` belongs to another table.
		condition: position
			? `((${by}, ${id}) ${operator} (${key}, :cursorId::bigint) AND ${by} ${operator}= ${key})`
			: 'true',
		order: `${by} ${direction}, ${id} ${direction}`,
		binds: position
			? { cursorKey: kind === 'time' ? Number(position.key) : position.key, cursorId: position.id }
			: {},
		position,
	};
}

/** Returns the page of `rows` with its cursors. `rows` must be read with a limit of `limit + 1`. */
export function toPage<Row extends SortedRow>(
	rows: readonly Row[],
	{ position }: PageQuery,
	limit: number,
): Omit<Page<Row>, 'first' | 'total'> {
	const hasMore = rows.length > limit;
	const items = rows.slice(0, limit);
	if (position?.side === 'before') items.reverse();
	const [first, last] = [items[0], items.at(-1)];
	const number = getFirstNumber({ position }, items.length);
	const hasPrevious = position?.side === 'before' ? hasMore : position !== null;
	const hasNext = position?.side === 'before' ? true : hasMore;
	return {
		items,
		next: hasNext && last ? encodeCursor('after', last, number && number + items.length - 1) : null,
		previous: hasPrevious && first ? encodeCursor('before', first, number) : null,
	};
}

/**
 * Returns the place of a page's first row in the whole list, from 1; null when its cursor does not say it. It is off by the
 * rows that were added or deleted before it since the first page was read.
 */
export function getFirstNumber({ position }: Pick<PageQuery, 'position'>, rowCount: number): number | null {
	if (position === null) return 1;
	if (position.number === null) return null;
	return Math.max(1, position.side === 'after' ? position.number + 1 : position.number - rowCount);
}

const encodeCursor = (side: CursorPosition['side'], { sort_key, id }: SortedRow, number: number | null) =>
	Buffer.from(JSON.stringify([side, sort_key, id, ...(number === null ? [] : [number])])).toString(
		'base64url',
	);

function decodeCursor(cursor: string, { kind }: Sort): CursorPosition {
	const [side, key, id, number] = decodeList(cursor);
	const isKey = typeof key === 'string' && (kind === 'text' ? !key.includes('\0') : /^-?\d{1,16}$/.test(key));
	if ((side !== 'after' && side !== 'before') || !isKey || typeof id !== 'string' || !isId(id)) {
		throw invalid({ cursor: ['This page address is not valid.'] });
	}
	return { side, key, id, number: Number.isSafeInteger(number) ? Number(number) : null };
}

function decodeList(cursor: string): unknown[] {
	try {
		const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
		return Array.isArray(value) ? value : [];
	} catch {
		return [];
	}
}
