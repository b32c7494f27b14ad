import { type Binds, rows, unnamed } from '~/database/sql.ts';

const PERSON_SEARCHED = `coalesce(u.preferred_username || ' ', '') || u.username`;
/**
 * A search that matches up to this many users or events selects them by their ids. A search that matches more
 * scans the rows in the order of the list.
 */
const NAMED_ROWS = 300;
/** When at most this many users and events match, their signups are looked up one by one. */
const FEW_NAMED = 20;

/** A SQL condition with its bind values. */
export type Filter = {
	where: string;
	binds: Binds;
	/** Whether no index supports the condition, so that it is checked row by row. */
	isWide: boolean;
};

const wordsOf = (q: string) => q.split(' ').filter(Boolean).slice(0, 8);
const hasWord = (text: string, i: number) => `strpos(fold_text(${text}), fold_text(:word${i})) > 0`;

/**
 * Returns a condition that one of `texts` contains every word of `q`, ignoring case and accents. It is
 * checked row by row.
 */
function findWords(texts: readonly string[], q: string): Filter {
	const words = wordsOf(q);
	return {
		where: texts.map((text) => `(${words.map((_, i) => hasWord(text, i)).join(' AND ')})`).join(' OR '),
		binds: Object.fromEntries(words.map((word, i) => [`word${i}`, word])),
		isWide: true,
	};
}

type Searched = { from: 'users u' | 'events e'; id: 'u.id' | 'e.id'; text: string };
export const PEOPLE: Searched = { from: 'users u', id: 'u.id', text: PERSON_SEARCHED };
export const NIGHTS: Searched = { from: 'events e', id: 'e.id', text: 'e.title' };

/**
 * Returns the ids of the rows that contain every word of `q`, found with the n-gram index; null when more
 * than `NAMED_ROWS` rows match.
 */
async function findIds({ from, id, text }: Searched, q: string): Promise<string[] | null> {
	const filter = findWords([text], q);
	const grams = wordsOf(q).map((_, i) => `search_grams(${text}) @> search_grams(:word${i})`);
	const sql = `SELECT ${id} FROM ${from} WHERE ${grams.join(' AND ')} AND ${filter.where} LIMIT ${NAMED_ROWS + 1}`;
	const ids = await selectIds(sql, filter);
	return ids.length > NAMED_ROWS ? null : ids;
}

/**
 * Returns a condition that a user's names, or an event's title, contain every word of `q`. An empty `q`
 * matches all rows.
 */
export async function matchText(searched: Searched, q: string): Promise<Filter> {
	if (q === '') return EVERYTHING;
	const found = await findIds(searched, q);
	if (!found) return findWords([searched.text], q);
	return {
		where: `${searched.id} = ANY(:found::bigint[])`,
		binds: { found },
		isWide: false,
	};
}

const EVERYTHING: Filter = { where: 'true', binds: {}, isWide: false };

/** Returns a condition that all of `filters` are true. */
export const joinFilters = (filters: readonly Filter[]): Filter => ({
	where: filters.map(({ where }) => `(${where})`).join(' AND ') || 'true',
	binds: Object.assign({}, ...filters.map(({ binds }) => binds)),
	isWide: filters.some(({ isWide }) => isWide),
});

/** Returns a condition that `column` has this value. Without a value it matches all rows. */
export const equals = (column: string, name: string, value: string | undefined): Filter =>
	value === undefined
		? EVERYTHING
		: { where: `${column} = :${name}`, binds: { [name]: value }, isWide: false };

/**
 * Returns a condition that a signup's user or event contains every word of `q`. When at most `NAMED_ROWS`
 * users and `NAMED_ROWS` events match, the signups are found by these ids. When more match, the signups are
 * scanned in the order of the list, and a page is full soon. `isFew`: at most `FEW_NAMED` users and events
 * match.
 */
export async function matchSignups(q: string): Promise<Filter & { isFew: boolean }> {
	if (q === '') return { ...EVERYTHING, isFew: false };
	const [users, events] = await Promise.all([findIds(PEOPLE, q), findIds(NIGHTS, q)]);
	if (!users || !events) return { ...findWords([PEOPLE.text, NIGHTS.text], q), isFew: false };
	return {
		where: 's.user_id = ANY(:users::bigint[]) OR s.event_id = ANY(:events::bigint[])',
		binds: { users, events },
		isWide: false,
		isFew: users.length + events.length <= FEW_NAMED,
	};
}

/** Returns the ids that `sql` selects. */
export async function selectIds(sql: string, { binds }: Filter): Promise<string[]> {
	return (await rows<{ id: string }>(unnamed(sql), binds)).map(({ id }) => id);
}
