import { HOUR_MS, MINUTE_MS } from '../limits.ts';
import { EDIT_ZONES, toKnownZone } from './zones.ts';

/** The clock of an IANA zone, moved forward by `aheadMs`: an offset from UTC, and 0 for a zone with a name. */
export type NamedZone = { zone: string; aheadMs: number };

/** Common abbreviations. Those of summer and winter are one, because people use them all year. */
const ABBREVIATIONS = {
	'America/New_York': 'ET EST EDT',
	'America/Chicago': 'CT CST CDT',
	'America/Denver': 'MT MST MDT',
	'America/Los_Angeles': 'PT PST PDT',
	'America/Anchorage': 'AKST AKDT',
	'Pacific/Honolulu': 'HST',
	UTC: 'GMT',
	'Europe/London': 'BST UK',
	'Europe/Berlin': 'CET CEST',
	'Asia/Tokyo': 'JST',
	'Australia/Sydney': 'AEST AEDT',
	'Pacific/Auckland': 'NZST NZDT',
};
/** Zones by abbreviation and by label ('eastern', 'berlin'), in lower case. */
const ZONE_WORDS = new Map([
	...EDIT_ZONES.map(({ zone, label }) => [label.toLowerCase(), zone] as const),
	...Object.entries(ABBREVIATIONS).flatMap(([zone, words]) =>
		words.split(' ').map((word) => [word.toLowerCase(), zone] as const),
	),
]);
const ZONE_WORD = new RegExp(
	`(?<![\\w/])\\(?(${[...ZONE_WORDS.keys()].join('|')})(?: (?:standard |daylight )?time)?(?![\\w/])\\)?`,
	'gi',
);
const ZONE_NAME = /\b[a-z_]+(?:\/[a-z0-9_+-]+){1,2}/gi;
const ZULU = /(?<=\d)z\b/gi;
/** Without "UTC", a minus is an offset only in the ISO form: "18:00-02:00" is a range. */
const OFFSET =
	/(?:(?<![\w/])(?:utc|gmt) ?([+-])|(?<=\d|[ap]m) ?(\+)(?=\d\d:?\d\d)|(?<=-\d\dT[\d:.]{5,12})(-)(?=\d\d))(\d{1,2})(?::?([0-5]\d))?(?![\d:])/gi;
const MAX_OFFSET_HOURS = 14;

/**
 * Returns the zone or offset that is named anywhere in a text, such as "ET", "berlin time", "Asia/Kolkata" or
 * "UTC+2", and the text without it. `second` is the name of another one.
 */
export function takeNamedZone(text: string): {
	rest: string;
	named: NamedZone | null;
	second: string | null;
} {
	const found: (NamedZone & { typed: string })[] = [];
	const take = (typed: string, zone: string, aheadMs = 0): string => {
		found.push({ zone, aheadMs, typed: typed.trim() });
		return ' ';
	};
	const rest = text
		.replace(ZONE_NAME, (name) => {
			const offered = EDIT_ZONES.find(({ zone }) => zone.toLowerCase() === name.toLowerCase());
			const zone = offered?.zone ?? toKnownZone(name);
			return zone ? take(name, zone) : name;
		})
		.replace(OFFSET, (typed, utc, plus, minus, hours, minutes = '0') => {
			if (Number(hours) > MAX_OFFSET_HOURS) return typed;
			const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
			return take(typed, 'UTC', (utc ?? plus ?? minus) === '-' ? -ms : ms);
		})
		.replace(ZULU, (typed) => take(typed, 'UTC'))
		.replace(ZONE_WORD, (typed, word) => take(typed, ZONE_WORDS.get(word.toLowerCase()) ?? 'UTC'));
	const [first = null, second] = found;
	return {
		rest,
		named: first && { zone: first.zone, aheadMs: first.aheadMs },
		second: second?.typed ?? null,
	};
}
