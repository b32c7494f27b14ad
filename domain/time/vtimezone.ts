import { DAY_MS, MINUTE_MS } from '../limits.ts';
import { readOffset } from './wall-parts.ts';

/** A moment when the clocks change. Times and offsets are in milliseconds. */
type Change = { at: number; before: number; after: number };

/** A change's weekday in its month, and what the clocks show. `isLast`: the last such weekday. */
type Rule = { month: number; weekday: number; nth: number; isLast: boolean; time: string };

/** Clocks stay the same for at least this long between two changes. */
const STEP_MS = 14 * DAY_MS;
/** Within this many years, a last Sunday is sometimes the fifth, so "fourth" and "last" can be told apart. */
const MIN_YEARS = 9;
const MAX_YEARS = 30;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * Returns the VTIMEZONE of an IANA zone (RFC 5545, section 3.6.5) for events from the year `first` to `last`.
 * It has two rules when the clocks change on the same weekdays every year, else one entry for each change.
 * Throws a RangeError for an unknown zone.
 */
export function formatVtimezone(zone: string, { first, last }: { first: number; last: number }): string {
	const end = Math.min(Math.max(last + 2, first + MIN_YEARS), first + MAX_YEARS);
	const [from, until] = [Date.UTC(first - 1, 0), Date.UTC(end, 0)];
	const changes = listChanges(zone, from, until);
	const initial = readOffset(new Date(from), zone);
	const observances = formatYearlyRules(changes, end - first + 1) ?? [
		formatObservance({ at: -initial, before: initial, after: initial }),
		...changes.map((change) => formatObservance(change)),
	];
	return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE'].join('\r\n');
}

function listChanges(zone: string, from: number, until: number): Change[] {
	const offsetAt = (time: number) => readOffset(new Date(time), zone);
	const changes: Change[] = [];
	let before = offsetAt(from);
	for (let time = from; time < until; time += STEP_MS) {
		const after = offsetAt(time + STEP_MS);
		if (after === before) continue;
		let [early, late] = [time, time + STEP_MS];
		while (late - early > MINUTE_MS) {
			const middle = Math.floor((early + late) / 2 / MINUTE_MS) * MINUTE_MS;
			if (offsetAt(middle) === before) early = middle;
			else late = middle;
		}
		changes.push({ at: late, before, after });
		before = after;
	}
	return changes;
}

/** Returns the two observances of a zone whose clocks changed by the same two rules in each of `years`, or null. */
function formatYearlyRules(changes: readonly Change[], years: number): string[] | null {
	const forward = changes.filter(({ before, after }) => after > before);
	const back = changes.filter(({ before, after }) => after < before);
	if (forward.length !== years || back.length !== years) return null;
	const rules = [forward, back].map(findYearlyRule);
	if (rules.includes(null)) return null;
	return [forward, back].map(([change], i) => formatObservance(change as Change, rules[i] ?? undefined));
}

/** Returns the RRULE that all these changes follow, or null when there is none. */
function findYearlyRule(changes: readonly Change[]): string | null {
	const [first, ...others] = changes;
	if (!first) return null;
	const rules = changes.map(toRule);
	const [{ month, weekday, nth, time }] = rules as [Rule];
	const hasSameOffsets = others.every(
		({ before, after }) => before === first.before && after === first.after,
	);
	const isSame = rules.every(
		(rule) => rule.month === month && rule.weekday === weekday && rule.time === time,
	);
	if (!hasSameOffsets || !isSame) return null;
	const place = rules.every(({ isLast }) => isLast) ? -1 : nth;
	if (place !== -1 && rules.some((rule) => rule.nth !== nth)) return null;
	return `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${place}${WEEKDAYS[weekday]}`;
}

function toRule({ at, before }: Change): Rule {
	const wall = new Date(at + before);
	const day = wall.getUTCDate();
	return {
		month: wall.getUTCMonth() + 1,
		weekday: wall.getUTCDay(),
		nth: Math.ceil(day / 7),
		isLast: new Date(wall.getTime() + 7 * DAY_MS).getUTCMonth() !== wall.getUTCMonth(),
		time: wall.toISOString().slice(11, 16),
	};
}

function formatObservance({ at, before, after }: Change, rule?: string): string {
	const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
	return [
		`BEGIN:${kind}`,
		`DTSTART:${formatWall(at + before)}`,
		...(rule ? [rule] : []),
		`TZOFFSETFROM:${formatCalendarOffset(before)}`,
		`TZOFFSETTO:${formatCalendarOffset(after)}`,
		`END:${kind}`,
	].join('\r\n');
}

const formatWall = (time: number): string =>
	new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

function formatCalendarOffset(offsetMs: number): string {
	const minutes = Math.abs(Math.round(offsetMs / MINUTE_MS));
	const pad = (value: number) => String(value).padStart(2, '0');
	return `${offsetMs < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`;
}
