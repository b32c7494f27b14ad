import { isolate } from '../isolate.ts';
import { DAY_MS, DEFAULT_EVENT_TIME, DEFAULT_TIMEZONE } from '../limits.ts';
import { pick } from '../pick.ts';
import { addDays, getWeekday, WEEKDAYS } from '../time/day.ts';
import { formatDateTimeShort } from '../time/format.ts';
import { getToday, instantToWallTime } from '../time/wall-time.ts';
import { EVENT_FIELDS, getDefaultTitle, OPTIONAL_TEXTS } from './fields.ts';
import { type EditedField, EMPTY_EVENT_FORM, type EventFormValues } from './form.ts';

/** The Quick Select buttons (spec, sections 2 and 9); `weekday` is null for today. */
export const QUICK_SELECTS = [
	{ name: 'wednesday', label: 'Next Wednesday', weekday: 3 },
	{ name: 'friday', label: 'Next Friday', weekday: 5 },
	{ name: 'saturday', label: 'Next Saturday', weekday: 6 },
	{ name: 'today', label: 'Today', weekday: null },
] as const;

export type QuickChoice = Pick<EventFormValues, 'date' | 'time' | 'timezone' | 'title'>;

/** Returns what a Quick Select button fills in, by the days of New York; null for an unknown button. */
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
 * Returns `shownAt`, the time of the form's page (ISO 8601), if it is at most a day old, else `now`. So
 * midnight between page and press does not change what a button sets.
 */
export function chooseShownTime(shownAt: string, now: Date): Date {
	const shown = new Date(shownAt);
	const ageMs = now.getTime() - shown.getTime();
	return ageMs >= 0 && ageMs <= DAY_MS ? shown : now;
}

export const QUICK_SELECT_UNDONE =
	'What Quick Select filled in is undone. What you entered since then stays.';

/** Returns whether a user typed this title: it is neither empty nor the default title of any day. */
export const isTypedTitle = (title: string, gameName: string): boolean =>
	title.trim() !== '' && !WEEKDAYS.some((_, weekday) => title === getDefaultTitle(weekday, gameName));

/**
 * Returns the form's title once date and time are set: the default one when it is empty or that of the
 * previous date (spec, section 5).
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

/** The fields of the form that Quick Select fills in beside the start and the title. */
type UsualField = Exclude<EditedField, keyof QuickChoice | 'duration'> | 'byStorytellers';
type UsualValues = Pick<EventFormValues, UsualField>;

/** The parts of these fields, each filled in as a whole. A field that none of them has is a type error in `pickUsual`. */
const USUAL_PARTS = [
	...OPTIONAL_TEXTS.map((field) => ({ name: EVENT_FIELDS[field].uses.name, fields: [field] })),
	{ name: 'storytellers', fields: ['storytellerIds'] },
	{ name: 'places', fields: ['capacity', 'byStorytellers'] },
	{ name: 'players needed', fields: ['minimum_players', 'decide_minutes', 'on_too_few'] },
] as const satisfies { name: string; fields: UsualField[] }[];
type UsualPart = (typeof USUAL_PARTS)[number];

/** The last event of a weekday; `weekday` is 0 (Sunday) to 6, `date` its start (ISO 8601). */
export type UsualEvent = {
	weekday: number;
	title: string;
	date: string;
	timezone: string;
	values: UsualValues;
};

/** The event whose values Quick Select fills in, and the one whose values the form has from an earlier press. */
type FoundUsual = { usual: UsualEvent | undefined; previous: UsualEvent | undefined };

/** Returns those of `values` that Quick Select fills in. */
export const pickUsual = (values: EventFormValues): UsualValues =>
	pick(
		values,
		USUAL_PARTS.flatMap(({ fields }) => fields),
	);

const isSame = (values: UsualValues, other: UsualValues, { fields }: UsualPart): boolean =>
	fields.every((field) => isEqual(values[field], other[field]));

/** Returns the form with `usual` filled in where it is empty, or filled in from `previous`. */
export function fillUsual<Values extends UsualValues>(
	values: Values,
	{ usual, previous }: FoundUsual,
): Values {
	const isUntouched = (part: UsualPart) =>
		[EMPTY_EVENT_FORM, previous?.values].some((known) => known && isSame(values, known, part));
	const fields = USUAL_PARTS.filter(isUntouched).flatMap((part): readonly UsualField[] => part.fields);
	const filled = usual?.values ?? EMPTY_EVENT_FORM;
	return { ...values, ...Object.fromEntries(fields.map((field) => [field, filled[field]])) };
}

/** Returns what Quick Select has done, in sentences. `values` are those of the form after it. */
export function describeQuickFill(values: UsualValues, { usual, previous }: FoundUsual): string {
	const isEmpty = (part: UsualPart, all: UsualValues) => isSame(all, EMPTY_EVENT_FORM, part);
	const filled = USUAL_PARTS.filter(
		(part) => usual && isSame(values, usual.values, part) && !isEmpty(part, values),
	);
	const emptied = USUAL_PARTS.filter(
		(part) => previous && isEmpty(part, values) && !isEmpty(part, previous.values),
	);
	const source = usual && `“${isolate(usual.title)}” (${formatDateTimeShort(usual.date, usual.timezone)})`;
	return [
		'Title, date, time and timezone are set.',
		filled.length > 0 && `Filled in from ${source}: ${listNames(filled)}.`,
		emptied.length > 0 && `Empty again: ${listNames(emptied)}.`,
	]
		.filter(Boolean)
		.join(' ');
}

const listNames = (parts: readonly UsualPart[]) => parts.map(({ name }) => name).join(', ');

/** Returns the usual event of a date ('2026-10-23'), and that of an earlier press; undefined without one. */
export const findUsual = (
	events: readonly UsualEvent[],
	date: string,
	previousWeekday: number | null,
): FoundUsual => ({
	usual: events.find(({ weekday }) => weekday === getWeekday(date)),
	previous: events.find(({ weekday }) => weekday === previousWeekday),
});

// A browser sends the line breaks of a text field as \r\n.
const isEqual = (one: unknown, other: unknown) => toText(one) === toText(other);
const toText = (value: unknown) =>
	Array.isArray(value) ? [...value].sort().join() : String(value).replaceAll('\r\n', '\n');

/** All fields that Quick Select fills in. */
const QUICK_FIELDS = [
	'title',
	'date',
	'time',
	'timezone',
	...USUAL_PARTS.flatMap(({ fields }) => fields),
] as const;
type QuickField = (typeof QUICK_FIELDS)[number];
type QuickValues = Pick<EventFormValues, QuickField>;

/** The fields that Quick Select has changed, each with the user's entry before it and what it has filled in. */
export type QuickReplaced = Partial<Record<QuickField, { before: unknown; after: unknown }>>;

/** Returns what Quick Select has changed after one more press, so that Undo takes all of them back. */
export function recordQuickFill(
	replaced: QuickReplaced,
	before: QuickValues,
	after: QuickValues,
): QuickReplaced {
	const changes = QUICK_FIELDS.map((field) => {
		const known = replaced[field];
		const isUntouched = known !== undefined && isEqual(known.after, before[field]);
		return [field, { before: isUntouched ? known.before : before[field], after: after[field] }] as const;
	});
	return Object.fromEntries(changes.filter(([, change]) => !isEqual(change.before, change.after)));
}

/** Returns the values of the form after Undo. What the user has entered since Quick Select stays. */
export function undoQuickFill<Values extends QuickValues>(values: Values, replaced: QuickReplaced): Values {
	const restored = QUICK_FIELDS.flatMap((field) => {
		const change = replaced[field];
		if (!change) return [];
		if (field === 'storytellerIds') return [[field, undoStorytellers(values.storytellerIds, change)]];
		return isEqual(values[field], change.after) ? [[field, change.before]] : [];
	});
	return { ...values, ...Object.fromEntries(restored) };
}

/** Storytellers are taken back one by one, so that those who were chosen since stay. */
function undoStorytellers(
	ids: readonly string[],
	{ before, after }: { before: unknown; after: unknown },
): string[] {
	const [former, filled] = [before as string[], after as string[]];
	const chosen = ids.filter((id) => !filled.includes(id) && !former.includes(id));
	const dropped = filled.filter((id) => !ids.includes(id));
	return [...former.filter((id) => !dropped.includes(id)), ...chosen];
}

/** Returns what Quick Select has changed from its JSON in a form. A field without usable values is left out. */
export function readQuickReplaced(json: string): QuickReplaced {
	const isUsable = (field: QuickField, value: unknown) =>
		field === 'storytellerIds'
			? Array.isArray(value) && value.every((id) => typeof id === 'string')
			: typeof value === typeof EMPTY_EVENT_FORM[field];
	try {
		const found = JSON.parse(json) as Record<string, { before?: unknown; after?: unknown } | null> | null;
		const changes = QUICK_FIELDS.map((field) => [field, found?.[field]] as const).filter(
			([field, change]) => isUsable(field, change?.before) && isUsable(field, change?.after),
		);
		return Object.fromEntries(changes);
	} catch {
		return {};
	}
}

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

/** Returns the date ('2026-10-23') of an event's copy: the next on its weekday after today and the event. */
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
