import { useLocation } from 'react-router';

/** The parameter of a signup's dialog that leaves only the form for the place. */
export const PLACE = 'place';

/** The parameter of the search for a player who is signed up. */
export const WHO = 'who';

/** Returns the address of the dialog that moves a player's place; `search` is the query of the event's page. */
export const buildPlaceHref = (eventId: string, signupId: string, search = ''): string =>
	`/events/${eventId}/signups/${signupId}${search}${search ? '&' : '?'}${PLACE}=`;

/** Returns the query that links of the event's page keep: `search` without the parameters of its dialogs. */
export function toPageSearch(search: string): string {
	const query = new URLSearchParams(search);
	const own = [PLACE, WHO].filter((name) => query.has(name));
	if (own.length === 0) return search;
	for (const name of own) query.delete(name);
	return query.size > 0 ? `?${query}` : '';
}

/** Returns the query of the event's page, which its links and forms keep, also while a dialog is open over it. */
export const usePageSearch = (): string => toPageSearch(useLocation().search);
