/** What of a list is in its address: the search, a filter, the order and the page. */
export type ListAddress = { [Key in (typeof KEYS)[number]]?: string };

const KEYS = ['q', 'role', 'status', 'event', 'sort', 'cursor'] as const;

/** A selection that is short enough goes along in an address. */
const SHORT = 1_500;

/** The list's part of an address or a form; what is empty is left out. */
export function readAddress(from: URLSearchParams | FormData): ListAddress {
	const address: ListAddress = {};
	for (const key of KEYS) {
		const value = from.get(key);
		if (typeof value === 'string' && value !== '') address[key] = value;
	}
	return address;
}

/** An address of the list, with some of it changed; whatever is changed begins at the first page. */
export function listHref(base: string, address: ListAddress, changes: ListAddress = {}): string {
	const { cursor, ...rest } = address;
	const isChanged = Object.keys(changes).length > 0;
	const query = new URLSearchParams({ ...rest, ...(cursor && !isChanged ? { cursor } : {}), ...changes });
	for (const key of KEYS) if (query.get(key) === '') query.delete(key);
	return query.size > 0 ? `${base}?${query}` : base;
}

/** The list again, with a selection to begin with: '' for none; a long one does not fit and is left out. */
export function listWithSelection(href: string, packed: string): string {
	if (packed.length > SHORT) return href;
	return `${href}${href.includes('?') ? '&' : '?'}selected=${packed}`;
}
