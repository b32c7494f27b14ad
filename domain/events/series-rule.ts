import { inflect, joinNames } from '../format-count.ts';
import { DAY_MS } from '../limits.ts';
import { addDays, getWeekday, WEEKDAYS } from '../time/day.ts';

/**
 * How a series repeats (decision 0012). A date is 'YYYY-MM-DD' in the series' zone. A rule has no first date: the date
 * after or before one of its dates follows from that date, so the next date of a series is all that has to be saved.
 */

/** How many weeks, or months, can lie between two dates of a series. */
export const SERIES_WEEKS_MAX = 8;
export const SERIES_MONTHS_MAX = 6;
/** Which weekday of a month; every month has a first to fourth one, and a last one. */
export const NTHS = [1, 2, 3, 4, 'last'] as const;

/** A weekday of a month, 0 (Sunday) to 6: the first Tuesday is `{ nth: 1, weekday: 2 }`. */
export type MonthDay = { nth: (typeof NTHS)[number]; weekday: number };
export type SeriesRule = { interval_weeks: number } | { months: number; weekdays: MonthDay[] };
/** The dates that are left out, both inclusive. */
export type Pause = { from: string; until: string };

const NTH_NAMES: Record<MonthDay['nth'], string> = {
	1: 'first',
	2: 'second',
	3: 'third',
	4: 'fourth',
	last: 'last',
};

/** Returns 'first Tuesday'. */
export const describeMonthDay = ({ nth, weekday }: MonthDay): string =>
	`${NTH_NAMES[nth]} ${WEEKDAYS[weekday]}`;

/** Returns 'Every month', or 'Every 2 weeks'. */
export const describeEvery = (count: number, unit: 'week' | 'month'): string =>
	inflect(count, `Every ${unit}`, `Every ${count} ${unit}s`);

/** Returns 'Every week', or 'Every 2 months on the first Tuesday and the third Saturday'. */
export function describeRule(rule: SeriesRule): string {
	if ('interval_weeks' in rule) return describeEvery(rule.interval_weeks, 'week');
	const days = joinNames(rule.weekdays.map((day) => `the ${describeMonthDay(day)}`));
	return `${describeEvery(rule.months, 'month')} on ${days}`;
}

/** Returns which weekday of its month a date is. The fifth one is always the last. */
export function toMonthDay(date: string): MonthDay {
	const nth = Math.ceil(Number(date.slice(8)) / 7);
	return { nth: NTHS.find((each) => each === nth) ?? 'last', weekday: getWeekday(date) ?? 0 };
}

/** Returns the number of months since the year 0. */
const toMonth = (date: string) => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7)) - 1;
const getFirstOf = (month: number) =>
	`${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;

/** Returns the date of a weekday in a month. */
function findInMonth({ nth, weekday }: MonthDay, month: number): string {
	const first = getFirstOf(month);
	const firstSuch = addDays(first, (weekday - (getWeekday(first) ?? 0) + 7) % 7);
	if (nth !== 'last') return addDays(firstSuch, 7 * (nth - 1));
	const fifth = addDays(firstSuch, 28);
	return toMonth(fifth) === month ? fifth : addDays(firstSuch, 21);
}

/** Returns the next date, with -1 the previous one. `date` need not be one of the rule; months count from its month. */
export function stepDate(rule: SeriesRule, date: string, direction: 1 | -1 = 1): string {
	if ('interval_weeks' in rule) return addDays(date, 7 * rule.interval_weeks * direction);
	for (let month = toMonth(date); ; month += rule.months * direction) {
		const dates = rule.weekdays.map((day) => findInMonth(day, month)).sort();
		const found = direction === 1 ? dates.find((each) => each > date) : dates.findLast((each) => each < date);
		if (found) return found;
	}
}

/** Returns how many days `to` is after `from`. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * Returns the rule of a series whose date `from` moves to `to`, and where its other dates from then on move. Every few
 * weeks all dates move by as many days. With months, the weekday that `from` is moves, and a date that leaves its month
 * moves alone.
 */
export function moveRule(
	rule: SeriesRule,
	from: string,
	to: string,
): { rule: SeriesRule; move: (date: string) => string } {
	if ('interval_weeks' in rule) {
		const days = countDays(from, to);
		return { rule, move: (date) => addDays(date, days) };
	}
	const old = rule.weekdays.find((day) => findInMonth(day, toMonth(from)) === from);
	if (!old || toMonth(from) !== toMonth(to) || from === to) return { rule, move: (date) => date };
	const toLast = findInMonth({ nth: 'last', weekday: getWeekday(to) ?? 0 }, toMonth(to)) === to;
	const moved =
		old.nth === 'last' && toLast ? { nth: old.nth, weekday: getWeekday(to) ?? 0 } : toMonthDay(to);
	return {
		rule: { ...rule, weekdays: rule.weekdays.map((day) => (day === old ? moved : day)) },
		move: (date) => (findInMonth(old, toMonth(date)) === date ? findInMonth(moved, toMonth(date)) : date),
	};
}
