import { type Binds, rows, unnamed } from '~/database/sql.ts';

const PERSON_SEARCHED = `coalesce(u.preferred_username || ' ', '') || u.username`;
/** Up to so many people or nights a search names by their ids; where more match, rows are looked at in their order. */
const NAMED_ROWS = 300;
/** The signups of so few are looked up one by one. */
const FEW_NAMED = 20;

/** SQL of ours with what it is filled with. */
export type Filter = {
	where: string;
	binds: Binds;
	/** It is asked of row after row: no index finds what it means. */
	isWide: boolean;
};

const wordsOf = (q: string) => q.split(' ').filter(Boolean).slice(0, 8);
const hasWord = (text: string, i: number) => `strpos(fold_text(${text}), fold_text(:word${i})) > 0`;

/** Every word of `q` in one of `texts`, whatever the case and the accents, row by row. */
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

/** The ids of what has these words, by the index of its grams; null where more match than are named. */
async function findIds({ from, id, text }: Searched, q: string): Promise<string[] | null> {
	const filter = findWords([text], q);
	const grams = wordsOf(q).map((_, i) => `search_grams(${text}) @> search_grams(:word${i})`);
	const sql = `SELECT ${id} FROM ${from} WHERE ${grams.join(' AND ')} AND ${filter.where} LIMIT ${NAMED_ROWS + 1}`;
	const ids = await selectIds(sql, filter);
	return ids.length > NAMED_ROWS ? null : ids;
}

/** The people or nights with every word of `q` in their names or titles; an empty one means all. */
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

/** All of them. */
export const joinFilters = (filters: readonly Filter[]): Filter => ({
	where: filters.map(({ where }) => `(${where})`).join(' AND ') || 'true',
	binds: Object.assign({}, ...filters.map(({ binds }) => binds)),
	isWide: filters.some(({ isWide }) => isWide),
});

/** That a column has this value; left out, anything. */
export const equals = (column: string, name: string, value: string | undefined): Filter =>
	value === undefined
		? EVERYTHING
		: { where: `${column} = :${name}`, binds: { [name]: value }, isWide: false };

/**
 * Signups of a person, or for an event, with these words. Where few are meant, their ids find the signups; where many
 * are, the signups are gone through in their order, and a page is full soon.
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

/** The ids that a query of ours selects. */
export async function selectIds(sql: string, { binds }: Filter): Promise<string[]> {
	return (await rows<{ id: string }>(unnamed(sql), binds)).map(({ id }) => id);
}
