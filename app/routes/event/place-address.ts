/** The parameter of a signup's dialog that leaves only the form for the place. */
export const PLACE = 'place';

/** Returns the address of the dialog that moves a player's place; `search` is the query of the event's page. */
export const buildPlaceHref = (eventId: string, signupId: string, search = ''): string =>
	`/events/${eventId}/signups/${signupId}${search}${search ? '&' : '?'}${PLACE}=`;
