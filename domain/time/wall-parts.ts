/** The date and time that a clock in one zone shows. `month` is 1 to 12, `weekday` 0 Sunday to 6 Saturday. */
export type WallParts = {
	year: number;
	month: number;
	day: number;
	hour: number;
	minute: number;
	second: number;
	weekday: number;
};

const MAX_FORMATTERS = 700;
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns what a clock in `zone` (an IANA name) shows at `instant` (a Date or an ISO string).
 *
 * Only numbers are read from Intl, because its words and spaces differ between versions of ICU. date-fns-tz
 * formats through a Date in the machine's own zone, in which some local times do not exist. With numbers
 * only, server and browser always agree. Throws a RangeError for an unknown zone or an invalid date.
 */
export function readWallParts(instant: Date | string, zone: string): WallParts {
	const date = new Date(instant);
	const found: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
	for (const { type, value } of getFormatter(zone).formatToParts(date)) found[type] = Number(value);
	const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = found;
	return {
		year,
		month,
		day,
		hour,
		minute,
		second,
		weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(),
	};
}

/** Returns how far the clock in `zone` is ahead of UTC at `instant`, in milliseconds. */
export function readOffset(instant: Date, zone: string): number {
	const { year, month, day, hour, minute, second } = readWallParts(instant, zone);
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant.getTime() / 1_000) * 1_000;
}

function getFormatter(zone: string): Intl.DateTimeFormat {
	const cached = formatters.get(zone);
	if (cached) return cached;
	const formatter = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		calendar: 'gregory',
		numberingSystem: 'latn',
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	});
	// Zone names come from cookies in any mix of upper and lower case, so the cache needs a size limit.
	if (formatters.size >= MAX_FORMATTERS) formatters.clear();
	formatters.set(zone, formatter);
	return formatter;
}
