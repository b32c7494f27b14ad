import { DAY_MS, DEFAULT_EVENT_TIME, DEFAULT_TIMEZONE } from '../limits.ts';
import { addDays, getWeekday, WEEKDAYS } from '../time/day.ts';
import { getToday } from '../time/wall-time.ts';
import type { EventFormValues } from './form.ts';
import { getDefaultTitle } from './titles.ts';

/** The Quick Select buttons (spec, sections 2 and 9); `weekday` is null for today. */
export const QUICK_SELECTS = [
	{ name: 'wednesday', label: 'Next Wednesday', weekday: 3 },
	{ name: 'friday', label: 'Next Friday', weekday: 5 },
	{ name: 'saturday', label: 'Next Saturday', weekday: 6 },
	{ name: 'today', label: 'Today', weekday: null },
] as const;

export type QuickChoice = Pick<EventFormValues, 'date' | 'time' | 'timezone' | 'title'>;

/**
 * Returns what a Quick Select button fills in: the date, 20:30, America/New_York and a default title; null
 * for an unknown button. "Next" is the first such weekday after today, and today is the day in New York.
 */
export function findQuickChoice(name: string, now: Date, gameName: string): QuickChoice | null {
	const button = QUICK_SELECTS.find((one) => one.name === name);
	if (!button) return null;
	const start = getToday(DEFAULT_TIMEZONE, now);
	const first = getWeekday(start) ?? 0;
	const daysAhead = button.weekday === null ? 0 : ((button.weekday - first + 6) % 7) + 1;
	const date = addDays(start, daysAhead);
	return {
		date,
		time: DEFAULT_EVENT_TIME,
		timezone: DEFAULT_TIMEZONE,
		title: getDefaultTitle(getWeekday(date) ?? 0, gameName),
	};
}

/**
 * Returns the time whose dates the pressed button showed: `shownAt`, the time of the form's page (ISO 8601), if it is at most
 * a day before `now`. So midnight between the page and the press does not change what the button sets.
 */
export function chooseShownTime(shownAt: string, now: Date): Date {
	const shown = new Date(shownAt);
	const ageMs = now.getTime() - shown.getTime();
	return ageMs >= 0 && ageMs <= DAY_MS ? shown : now;
}

/** What Quick Select says after Undo. */
export const QUICK_SELECT_UNDONE =
	'What Quick Select filled in is undone. What you entered since then stays.';

/** Returns whether a user typed this title: it is neither empty nor the default title of any day. */
export const isTypedTitle = (title: string, gameName: string): boolean =>
	title.trim() !== '' && !WEEKDAYS.some((_, weekday) => title === getDefaultTitle(weekday, gameName));

/**
 * Returns the title that the form shows once date and time are set: '{Weekday}' and the game's name when the
 * title is empty or still the default title of the previous date, otherwise the title itself (spec, section
 * 5).
 */
export function fillTitle(
	form: Pick<EventFormValues, 'title' | 'date' | 'time'>,
	gameName: string,
	dateBefore?: string,
): string {
	const weekday = getWeekday(form.date);
	const before = dateBefore === undefined ? null : getWeekday(dateBefore);
	const isFilledIn = before !== null && form.title === getDefaultTitle(before, gameName);
	if (weekday === null || !form.time || (form.title.trim() !== '' && !isFilledIn)) return form.title;
	return getDefaultTitle(weekday, gameName);
}
