/** The form of the id of a row. A text of any other form belongs to no row. */
export const ROW_ID = /^[1-9]\d{0,17}$/;

/** Compares ids for sorting. Outside SQL they are decimal strings, and a shorter one is smaller: '9' is before '10'. */
export const compareIds = (a: string, b: string): number =>
	a.length - b.length || (a === b ? 0 : a < b ? -1 : 1);

/** The form of Discord's IDs. */
export const DISCORD_ID = /^\d{17,20}$/;
