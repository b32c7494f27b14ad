import { useLocation } from 'react-router';

/** The parameter of a signup's dialog that leaves only the form for the place. */
export const PLACE = 'place';

/** Returns the address of the dialog that moves a player's place; `search` is the query of the event's page. */
export const buildPlaceHref = (eventId: string, signupId: string, search = ''): string =>
	`/events/${eventId}/signups/${signupId}${search}${search ? '&' : '?'}${PLACE}=`;

/** Returns the query that links of the event's page keep: `search` without the parameter of the dialog for a place. */
export function toPageSearch(search: string): string {
	const query = new URLSearchParams(search);
	if (!query.has(PLACE)) return search;
	query.delete(PLACE);
	return query.size > 0 ? `?${query}` : '';
}

/** Returns the query of the event's page, which its links and forms keep, also while a dialog is open over it. */
export const usePageSearch = (): string => toPageSearch(useLocation().search);
