import { type Binds, markUnnamed, selectColumn } from '~/database/sql.ts';

const USER_SEARCH_TEXT = `coalesce(u.preferred_username || ' ', '') || u.username`;
/**
 * A search that matches up to this many users or events selects them by their ids. A search that matches more
 * scans the rows in the order of the list.
 */
const MAX_MATCHED_IDS = 300;
/** When at most this many users and events match, their signups are looked up one by one. */
const MAX_FEW_MATCHES = 20;

/** A SQL condition with its bind values. */
export type Filter = { where: string; binds: Binds };

const splitWords = (q: string) => q.split(' ').filter(Boolean).slice(0, 8);
const buildWordCondition = (text: string, i: number) =>
	`strpos(fold_text(${text}), fold_text(:word${i})) > 0`;

/** Returns a condition that one of `texts` contains every word of `q`, ignoring case and accents; checked row by row. */
function buildWordsFilter(texts: readonly string[], q: string): Filter {
	const words = splitWords(q);
	return {
		where: texts
			.map((text) => `(${words.map((_, i) => buildWordCondition(text, i)).join(' AND ')})`)
			.join(' OR '),
		binds: Object.fromEntries(words.map((word, i) => [`word${i}`, word])),
	};
}

type SearchTarget = { from: 'users u' | 'events e'; id: 'u.id' | 'e.id'; text: string };
export const USER_SEARCH: SearchTarget = { from: 'users u', id: 'u.id', text: USER_SEARCH_TEXT };
export const EVENT_SEARCH: SearchTarget = { from: 'events e', id: 'e.id', text: 'e.title' };

/** Returns the ids of the rows that contain every word of `q`, by the n-gram index; null above `MAX_MATCHED_IDS`. */
async function findIds({ from, id, text }: SearchTarget, q: string): Promise<string[] | null> {
	const filter = buildWordsFilter([text], q);
	const grams = splitWords(q).map((_, i) => `search_grams(${text}) @> search_grams(:word${i})`);
	const sql = `SELECT ${id} FROM ${from} WHERE ${grams.join(' AND ')} AND ${filter.where} LIMIT ${MAX_MATCHED_IDS + 1}`;
	const ids = await selectColumn(markUnnamed(sql), filter.binds);
	return ids.length > MAX_MATCHED_IDS ? null : ids;
}

/** Returns a condition that a user's names, or an event's title, contain every word of `q`; an empty `q` matches all. */
export async function buildTextFilter(target: SearchTarget, q: string): Promise<Filter> {
	if (q === '') return MATCH_ALL;
	const found = await findIds(target, q);
	if (!found) return buildWordsFilter([target.text], q);
	return { where: `${target.id} = ANY(:found::bigint[])`, binds: { found } };
}

const MATCH_ALL: Filter = { where: 'true', binds: {} };

/** Returns a condition that all of `filters` are true. */
export const joinFilters = (filters: readonly Filter[]): Filter => ({
	where: filters.map(({ where }) => `(${where})`).join(' AND ') || 'true',
	binds: Object.assign({}, ...filters.map(({ binds }) => binds)),
});

/** Returns a condition that `column` has this value. Without a value it matches all rows. */
export const buildEqualsFilter = (column: string, name: string, value: string | undefined): Filter =>
	value === undefined ? MATCH_ALL : { where: `${column} = :${name}`, binds: { [name]: value } };

/**
 * Returns a condition that a signup's user or event contains every word of `q`. When at most `MAX_MATCHED_IDS`
 * users and `MAX_MATCHED_IDS` events match, the signups are found by these ids. When more match, the signups are
 * scanned in the order of the list, and a page is full soon. `isFew`: at most `MAX_FEW_MATCHES` users and events
 * match. `isMany`: the signups are scanned.
 */
export async function buildSignupFilter(q: string): Promise<Filter & { isFew: boolean; isMany: boolean }> {
	if (q === '') return { ...MATCH_ALL, isFew: false, isMany: false };
	const [users, events] = await Promise.all([findIds(USER_SEARCH, q), findIds(EVENT_SEARCH, q)]);
	if (!users || !events)
		return { ...buildWordsFilter([USER_SEARCH.text, EVENT_SEARCH.text], q), isFew: false, isMany: true };
	return {
		where: 's.user_id = ANY(:users::bigint[]) OR s.event_id = ANY(:events::bigint[])',
		binds: { users, events },
		isMany: false,
		isFew: users.length + events.length <= MAX_FEW_MATCHES,
	};
}
