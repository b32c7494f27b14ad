const FIELDS = ['actor', 'action', 'subjectType', 'subjectId', 'from', 'to'] as const;

/** The values of the audit filter, as the form's fields hold them. */
export type AuditFilterValues = Record<(typeof FIELDS)[number], string>;

export const readFilter = (query: URLSearchParams): AuditFilterValues =>
	Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as AuditFilterValues;

/** Returns the audit page's address with this filter, starting at `cursor` when it is given. */
export function buildAuditAddress(filter: Partial<AuditFilterValues>, cursor?: string): string {
	const query = new URLSearchParams();
	for (const name of FIELDS) if (filter[name]) query.set(name, filter[name]);
	if (cursor) query.set('cursor', cursor);
	return query.size === 0 ? '/admin/audit' : `/admin/audit?${query}`;
}
