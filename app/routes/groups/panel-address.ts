/** The field of an address whose page has one menu of the board open, and the id of that menu. */
export const MENU_FIELD = 'menu';
export const OPEN_MENU = 'open-menu';

const NAME = 'groups';
const VALUE = 'open';

/** Returns whether an address opens the groups of an event with many signups. */
export const isGroupsAddress = (search: URLSearchParams): boolean => search.get(NAME) === VALUE;

/** The fields of a form that opens the groups with GET. */
export const OPEN_GROUPS_FIELD = { name: NAME, value: VALUE } as const;

/**
 * Returns the address of an event's groups. `hasManySignups`: the groups are closed on the event's own address. `child`
 * is the address of a dialog within the page.
 */
export const getGroupsAddress = (eventId: string, hasManySignups: boolean, child = ''): string =>
	`/events/${eventId}${child}${hasManySignups ? `?${NAME}=${VALUE}` : ''}`;
