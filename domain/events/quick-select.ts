import { DEFAULT_EVENT_TIME, DEFAULT_TIMEZONE } from '../limits.ts';
import { addDays, weekdayOf } from '../time/day.ts';
import { today } from '../time/wall-time.ts';
import type { EventFormValues } from './form.ts';
import { defaultTitle } from './titles.ts';

/** The buttons of Quick Select (spec, sections 2 and 9); `weekday` is null for today. */
export const QUICK_SELECTS = [
	{ name: 'wednesday', label: 'Next Wednesday', weekday: 3 },
	{ name: 'friday', label: 'Next Friday', weekday: 5 },
	{ name: 'saturday', label: 'Next Saturday', weekday: 6 },
	{ name: 'today', label: 'Today', weekday: null },
] as const;

export type QuickChoice = Pick<EventFormValues, 'date' | 'time' | 'timezone' | 'title'>;

/**
 * What a Quick Select button sets: the date, 20:30, America/New_York and a default title. "Next" is the first such
 * weekday after today, and today is that of New York. Null for a name that is no button.
 */
export function quickSelect(name: string, now: Date, gameName: string): QuickChoice | null {
	const button = QUICK_SELECTS.find((one) => one.name === name);
	if (!button) return null;
	const start = today(DEFAULT_TIMEZONE, now);
	const first = weekdayOf(start) ?? 0;
	const ahead = button.weekday === null ? 0 : ((button.weekday - first + 6) % 7) + 1;
	const date = addDays(start, ahead);
	return {
		date,
		time: DEFAULT_EVENT_TIME,
		timezone: DEFAULT_TIMEZONE,
		title: defaultTitle(weekdayOf(date) ?? 0, gameName),
	};
}

/**
 * The title that a form shows once date and time are set: its own, or while that is empty (or still the one that was
 * filled in for the date before) '{Weekday}' and the game's name (spec, section 5).
 */
export function fillTitle(
	form: Pick<EventFormValues, 'title' | 'date' | 'time'>,
	gameName: string,
	dateBefore?: string,
): string {
	const weekday = weekdayOf(form.date);
	const before = dateBefore === undefined ? null : weekdayOf(dateBefore);
	const isFilledIn = before !== null && form.title === defaultTitle(before, gameName);
	if (weekday === null || !form.time || (form.title.trim() !== '' && !isFilledIn)) return form.title;
	return defaultTitle(weekday, gameName);
}
