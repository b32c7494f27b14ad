/** A time of day; its seconds, which some browsers and tools add, have no meaning. */
export const CLOCK_PATTERN = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/;

/** Returns a time of day as 'HH:mm', without its seconds, or null when `text` is none. */
export const parseClock = (text: string): string | null =>
	CLOCK_PATTERN.test(text) ? text.slice(0, 'HH:mm'.length) : null;
