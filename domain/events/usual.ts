import { addDays, getWeekday } from '../time/day.ts';
import { getToday, instantToWallTime } from '../time/wall-time.ts';
import { EMPTY_EVENT_FORM, type EventFormValues } from './form.ts';

/** What a new event takes from an earlier one: from the last event of a weekday, or from the one that is copied. */

/** What Quick Select fills in beside the start and the title. The fields of one list are filled in together. */
const USUAL_FIELDS = [
	['description'],
	['location'],
	['storytellerIds'],
	['capacity', 'byStorytellers'],
	['minimum_players', 'decide_minutes', 'on_too_few'],
] as const satisfies (keyof EventFormValues)[][];
type UsualField = (typeof USUAL_FIELDS)[number][number];
export type UsualValues = Pick<EventFormValues, UsualField>;

/** The last event of a weekday; `weekday` is 0 (Sunday) to 6, `date` its start (ISO 8601). */
export type UsualEvent = {
	weekday: number;
	title: string;
	date: string;
	timezone: string;
	values: UsualValues;
};

/** Returns those of `values` that Quick Select fills in. */
export const pickUsual = (values: EventFormValues): UsualValues =>
	Object.fromEntries(USUAL_FIELDS.flat().map((field) => [field, values[field]])) as UsualValues;

/**
 * Returns the values of the form after Quick Select, which fills in those of `usual` (null: none). What the user has typed
 * or chosen stays: only fields that are empty, or that Quick Select has filled in with `previous`, change.
 */
export function fillUsual<Values extends UsualValues>(
	values: Values,
	{ usual, previous }: { usual: UsualValues | null; previous: UsualValues | null },
): Values {
	const isUntouched = (fields: readonly UsualField[]) =>
		[EMPTY_EVENT_FORM, previous].some(
			(known) => known !== null && fields.every((field) => isEqual(values[field], known[field])),
		);
	const fields: readonly UsualField[] = USUAL_FIELDS.filter(isUntouched).flat();
	const filled = usual ?? EMPTY_EVENT_FORM;
	return { ...values, ...Object.fromEntries(fields.map((field) => [field, filled[field]])) };
}

/**
 * Returns the usual event of a Quick Select date ('2026-10-23'), and the one whose values the form has from an earlier press;
 * undefined without one.
 */
export const findUsual = (
	events: readonly UsualEvent[],
	date: string,
	previousWeekday: number | null,
): { usual: UsualEvent | undefined; previous: UsualEvent | undefined } => ({
	usual: events.find(({ weekday }) => weekday === getWeekday(date)),
	previous: events.find(({ weekday }) => weekday === previousWeekday),
});

// A browser sends the line breaks of a text field as \r\n.
const isEqual = (one: unknown, other: unknown) => toText(one) === toText(other);
const toText = (value: unknown) =>
	Array.isArray(value) ? [...value].sort().join() : String(value).replaceAll('\r\n', '\n');

type EventStart = { id: string; date: Date; timezone: string };

/** Returns the first of `events` on each weekday of its own zone; for events by date, newest first, the last one. */
export function findUsualEvents(events: readonly EventStart[]): Map<number, string> {
	const ids = new Map<number, string>();
	for (const { id, date, timezone } of events) {
		const weekday = getWeekday(instantToWallTime(date, timezone).date) ?? 0;
		if (!ids.has(weekday)) ids.set(weekday, id);
	}
	return ids;
}

/**
 * Returns the date ('2026-10-23') that the copy of an event gets: the next one on its weekday that is after today and after
 * the event, in the zone of the event. `date` is its start.
 */
export function getCopyDate(
	{ date, timezone }: { date: Date | string; timezone: string },
	now: Date,
): string {
	const start = instantToWallTime(date, timezone).date;
	const today = getToday(timezone, now);
	if (start > today) return addDays(start, 7);
	const daysAhead = ((getWeekday(start) ?? 0) - (getWeekday(today) ?? 0) + 6) % 7;
	return addDays(today, daysAhead + 1);
}
