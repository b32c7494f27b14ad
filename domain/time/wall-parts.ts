import { MINUTE_MS } from '../limits.ts';

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

/** What is cached of a zone: its formatter, and its offsets in milliseconds by the minute since 1970. */
type KnownZone = { formatter: Intl.DateTimeFormat; offsets: Map<number, number> };

const MAX_ZONES = 700;
const MAX_OFFSETS = 500;
const knownZones = new Map<string, KnownZone>();

/**
 * Returns what a clock in `zone` (IANA) shows at `instant`. Only numbers are read from Intl, because its
 * words differ between versions; date-fns-tz formats through the machine's zone, in which some times do not
 * exist. Throws a RangeError for an unknown zone or an invalid date.
 */
export function readWallParts(instant: Date | string, zone: string): WallParts {
	const time = new Date(instant).getTime();
	const wall = new Date(time + findOffset(time, zone));
	return {
		year: wall.getUTCFullYear(),
		month: wall.getUTCMonth() + 1,
		day: wall.getUTCDate(),
		hour: wall.getUTCHours(),
		minute: wall.getUTCMinutes(),
		second: wall.getUTCSeconds(),
		weekday: wall.getUTCDay(),
	};
}

/** Returns how far the clock in `zone` is ahead of UTC at `instant`, in milliseconds. */
export function readOffset(instant: Date, zone: string): number {
	return findOffset(instant.getTime(), zone);
}

/**
 * Returns the offset at `time` (ms since 1970). It is cached for each minute, because Intl takes a hundred
 * times as long. Clocks change only at whole minutes.
 */
function findOffset(time: number, zone: string): number {
	const { formatter, offsets } = getKnownZone(zone);
	const minute = Math.floor(time / MINUTE_MS);
	const cached = offsets.get(minute);
	if (cached !== undefined) return cached;
	const offset = computeOffset(minute * MINUTE_MS, formatter);
	if (offsets.size >= MAX_OFFSETS) offsets.clear();
	offsets.set(minute, offset);
	return offset;
}

function computeOffset(time: number, formatter: Intl.DateTimeFormat): number {
	const found: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
	for (const { type, value } of formatter.formatToParts(time)) found[type] = Number(value);
	const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = found;
	return Date.UTC(year, month - 1, day, hour, minute, second) - time;
}

function getKnownZone(zone: string): KnownZone {
	const known = knownZones.get(zone);
	if (known) return known;
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
	const added = { formatter, offsets: new Map<number, number>() };
	// Zone names come from cookies in any mix of upper and lower case, so there must be a limit.
	if (knownZones.size >= MAX_ZONES) knownZones.clear();
	knownZones.set(zone, added);
	return added;
}
