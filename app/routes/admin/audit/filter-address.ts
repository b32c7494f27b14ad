const FIELDS = ['actor', 'action', 'subjectType', 'subjectId', 'from', 'to'] as const;

/** What the list is narrowed to, as the form's fields hold it. */
export type AuditFilterValues = Record<(typeof FIELDS)[number], string>;

export const readFilter = (query: URLSearchParams): AuditFilterValues =>
	Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as AuditFilterValues;

/** The page's address with this filter; `cursor`: from there on. */
export function addressOf(filter: Partial<AuditFilterValues>, cursor?: string): string {
	const query = new URLSearchParams();
	for (const name of FIELDS) if (filter[name]) query.set(name, filter[name]);
	if (cursor) query.set('cursor', cursor);
	return query.size === 0 ? '/admin/audit' : `/admin/audit?${query}`;
}
