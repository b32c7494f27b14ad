/** The part of a list's state that is in its address: the search, a filter, the order and the page. */
export type ListAddress = { [Key in (typeof KEYS)[number]]?: string };

const KEYS = ['q', 'role', 'status', 'event', 'sort', 'cursor'] as const;

/** The longest packed selection, in characters, that an address may carry. */
const MAX_SELECTION_LENGTH = 1_500;

/** Returns the list's part of an address or a form, without empty values. */
export function readAddress(from: URLSearchParams | FormData): ListAddress {
	const address: ListAddress = {};
	for (const key of KEYS) {
		const value = from.get(key);
		if (typeof value === 'string' && value !== '') address[key] = value;
	}
	return address;
}

/** Returns an address of the list with `changes` applied. Any change goes back to the first page. */
export function buildListHref(base: string, address: ListAddress, changes: ListAddress = {}): string {
	const { cursor, ...rest } = address;
	const isChanged = Object.keys(changes).length > 0;
	const query = new URLSearchParams({ ...rest, ...(cursor && !isChanged ? { cursor } : {}), ...changes });
	for (const key of KEYS) if (query.get(key) === '') query.delete(key);
	return query.size > 0 ? `${base}?${query}` : base;
}

/** Returns the list's address with an initial selection ('' means none). A long selection is left out. */
export function addSelectionToHref(href: string, packed: string): string {
	if (packed.length > MAX_SELECTION_LENGTH) return href;
	return `${href}${href.includes('?') ? '&' : '?'}selected=${packed}`;
}
