import { z } from 'zod';
import { createIntegerSchema, createListSchema, flag, idempotencyKey } from '../inputs.ts';
import { DEFAULT_EVENT_TIME, EASTERN, TEXT_LIMITS } from '../limits.ts';
import { pick } from '../pick.ts';
import { capacityInput, minimumInput } from '../places/schema.ts';
import { createClockSchema, createLineSchema } from '../text.ts';
import { addDays, getMonday, getWeekday, WEEKDAYS } from '../time/day.ts';
import { getToday, wallTimeToInstant } from '../time/wall-time.ts';
import { listTextsIn } from './field-uses.ts';
import {
	buildEventBodyShape,
	EVENT_FORM_FIELDS,
	EVENT_TEXTS,
	getDefaultTitle,
	storytellerIds,
} from './fields.ts';
import { EMPTY_EVENT_FORM, type EventFormValues, listTypedStarts } from './form.ts';
import { describeEventCount, EMPTY_REPEAT, type RepeatFields } from './series.ts';
import { seriesInput } from './series-schema.ts';
import { isSameEvent } from './start-questions.ts';
import { type EventStatus, isPlannableDate } from './status.ts';

/** A template week, that is, a week of events created at once (spec, sections 3, 5, 8 and 9). */

export const TEMPLATE_TEXTS = {
	noStart: 'Please select a start date',
	noDays: 'Please enable at least one event day',
	noStoryteller: 'Please choose a storyteller',
	allAssigned: 'All storytellers are already assigned to this event',
	sameDay: 'Each weekday can appear only once',
	noDay: 'A day is a number from 0 (Sunday) to 6 (Saturday)',
	nameTooLong: `A title can have at most ${TEXT_LIMITS.eventTitle} characters`,
	starting: 'Creating template events...',
	done: 'Template events created!',
} as const;

/** Wednesday, Friday and Saturday. */
const DEFAULT_DAYS: readonly number[] = [3, 5, 6];
/** The weekdays in the form's order: Monday first, because the start date is a Monday. */
export const TEMPLATE_DAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

export type TemplateDay = {
	/** 0 Sunday to 6 Saturday. */
	day: number;
	/** The title of that day's event; '' means '{Weekday} {GAME_NAME}'. */
	name: string;
	/** 'HH:mm' in New York. */
	time: string;
	enabled: boolean;
	storytellerIds: string[];
};

/** The texts that each event of the week gets, in the order of the form: those of one line come first. */
export const WEEK_TEXTS = listTextsIn('template').sort(
	(one, other) => Number(EVENT_FORM_FIELDS[one].isLong) - Number(EVENT_FORM_FIELDS[other].isLong),
);

export type TemplateForm = Pick<EventFormValues, (typeof WEEK_TEXTS)[number]> & {
	/** 'YYYY-MM-DD'. */
	startDate: string;
	/** The global selection; it replaces the lists of all enabled days. */
	storytellerIds: string[];
	createDiscordEvents: boolean;
	announce: boolean;
	/** The places of each event as they are typed: '' for no limit; they do not count with `byStorytellers`. */
	capacity: string;
	byStorytellers: boolean;
	/** How many players each event needs as it is typed; '' for any number. */
	minimum_players: string;
	/** How each event repeats, as it is typed. */
	series: RepeatFields;
	events: TemplateDay[];
};

/**
 * Returns the form's initial start date: the first Monday after the third day past the latest event, or the
 * next Monday. It is never a past one (spec, section 9).
 */
export function getDefaultStartDate({ latest, now }: { latest: Date | null; now: Date }): string {
	const current = getToday(EASTERN, now);
	const after = latest === null ? current : addDays(getToday(EASTERN, latest), 3);
	return addDays(getMonday(after > current ? after : current), 7);
}

/** Returns a new form: Wednesday, Friday and Saturday, 20:30, mirrored and announced on Discord. */
export function createTemplateForm(options: {
	latest: Date | null;
	now: Date;
	gameName: string;
}): TemplateForm {
	return {
		startDate: getDefaultStartDate(options),
		storytellerIds: [],
		...pick(EMPTY_EVENT_FORM, WEEK_TEXTS),
		description: defaultDescription(options.gameName),
		createDiscordEvents: true,
		announce: true,
		capacity: '',
		byStorytellers: false,
		minimum_players: '',
		series: EMPTY_REPEAT,
		events: TEMPLATE_DAYS.map((day) => ({
			day,
			enabled: DEFAULT_DAYS.includes(day),
			name: '',
			time: DEFAULT_EVENT_TIME,
			storytellerIds: [],
		})),
	};
}

const defaultDescription = (gameName: string) =>
	`Join us for an evening of ${gameName}!\nEveryone is welcome, newcomers and old hands alike.`;

/** Returns the first such weekday on or after `startDate`. */
export function getDateInWeek(startDate: string, day: number): string {
	const first = getWeekday(startDate) ?? 0;
	return addDays(startDate, (day - first + 7) % 7);
}

/** The plan of one enabled day: the event to create, or the error that prevents it. */
export type PlannedDay = { day: number; title: string; storytellerIds: string[] } & (
	| { date: string; error?: undefined }
	| { error: string; date?: undefined }
);

/** Returns the enabled days by date; a global selection of storytellers replaces each day's own list. */
export function planWeek(
	week: Pick<TemplateForm, 'startDate' | 'storytellerIds' | 'events'>,
	{ now, gameName }: { now: Date; gameName: string },
): PlannedDay[] {
	return week.events
		.filter(({ enabled }) => enabled)
		.map((one) => ({ ...one, eventDate: getDateInWeek(week.startDate, one.day) }))
		.sort((a, b) => (a.eventDate < b.eventDate ? -1 : 1))
		.map(({ day, name, time, eventDate, ...own }) => ({
			day,
			title: name || getDefaultTitle(day, gameName).slice(0, TEXT_LIMITS.eventTitle),
			storytellerIds: week.storytellerIds.length > 0 ? week.storytellerIds : own.storytellerIds,
			...resolveDay(eventDate, time, now),
		}));
}

/** Returns the next starts (ISO 8601) of all events of a week that repeats, after their first ones. */
export function listWeekStarts({ startDate, series, events }: TemplateForm): string[] {
	if (getWeekday(startDate) === null) return [];
	return events
		.filter(({ enabled }) => enabled)
		.flatMap(({ day, time }) =>
			listTypedStarts(series, { date: getDateInWeek(startDate, day), time, timezone: EASTERN }),
		)
		.sort();
}

type ExistingEvent = { title: string; date: Date; status: EventStatus };

/**
 * Returns the plan with an error on each day that has an event with this title and start that is not
 * cancelled. So a week that is sent twice is created once, unless its events were changed since.
 */
export function refuseExistingDays(
	days: readonly PlannedDay[],
	events: readonly ExistingEvent[],
): PlannedDay[] {
	const existing = events.filter(({ status }) => status !== 'cancelled');
	return days.map((planned) => {
		const { day, title, storytellerIds, date } = planned;
		if (date === undefined) return planned;
		const hasOne = existing.some((event) => isSameEvent({ title, date: new Date(date) }, event));
		return hasOne ? { day, title, storytellerIds, error: EVENT_TEXTS.exists } : planned;
	});
}

function resolveDay(date: string, time: string, now: Date): { date: string } | { error: string } {
	if (!isPlannableDate(date)) return { error: EVENT_TEXTS.dateOutOfRange };
	if (date < getToday(EASTERN, now)) return { error: EVENT_TEXTS.beforeToday };
	const result = wallTimeToInstant({ date, time, zone: EASTERN });
	return 'error' in result ? result : { date: result.instant.toISOString() };
}

/** Returns the form with a global selection of storytellers, also for disabled days without others. */
export function assignToAllDays(week: TemplateForm, ids: readonly string[]): TemplateForm {
	return {
		...week,
		storytellerIds: [...ids],
		events: week.events.map((one) =>
			one.enabled || one.storytellerIds.join() === week.storytellerIds.join()
				? { ...one, storytellerIds: [...ids] }
				: one,
		),
	};
}

/**
 * Returns the list with `chosen` added, or an error text when none is chosen or all are in the list. One who
 * is in the list already, or not in `all`, changes nothing.
 */
export function addStoryteller(
	assigned: readonly string[],
	chosen: string,
	all: readonly string[],
): { ids: string[] } | { error: string } {
	const available = all.filter((id) => !assigned.includes(id));
	if (available.length === 0) return { error: TEMPLATE_TEXTS.allAssigned };
	if (chosen === '') return { error: TEMPLATE_TEXTS.noStoryteller };
	return { ids: available.includes(chosen) ? [...assigned, chosen] : [...assigned] };
}

const templateDay = z.preprocess(
	// The other fields of a disabled day are ignored.
	(one) => (isDisabled(one) ? { day: one.day, enabled: false } : one),
	z.object({
		day: createIntegerSchema(0, 6, TEMPLATE_TEXTS.noDay),
		name: createLineSchema(TEXT_LIMITS.eventTitle, TEMPLATE_TEXTS.nameTooLong).optional().default(''),
		time: createClockSchema(EVENT_TEXTS.noTime).optional().default(DEFAULT_EVENT_TIME),
		enabled: flag.optional().default(false),
		storytellerIds: storytellerIds.optional().default([]),
	}),
);

/** Returns whether `enabled` is false or missing. The schema validates every other value. */
const isDisabled = (one: unknown): one is { day: unknown } =>
	typeof one === 'object' && one !== null && 'day' in one && (!('enabled' in one) || one.enabled === false);

/** Body of POST /api/admin/template-events: the template form (spec, section 3). */
export const templateWeekInput = z.object({
	startDate: z
		.string(TEMPLATE_TEXTS.noStart)
		.refine((date) => getWeekday(date) !== null, TEMPLATE_TEXTS.noStart),
	storytellerIds: storytellerIds.optional().default([]),
	...pick(buildEventBodyShape('create'), WEEK_TEXTS),
	createDiscordEvents: flag.optional().default(true),
	announce: flag.optional().default(true),
	capacity: capacityInput,
	minimum_players: minimumInput.minimum_players,
	/** Makes each of the events the first one of a series. */
	series: seriesInput.optional(),
	events: createListSchema(templateDay, 7, { wrong: TEMPLATE_TEXTS.noDays, tooMany: TEMPLATE_TEXTS.sameDay })
		.refine((days) => new Set(days.map(({ day }) => day)).size === days.length, TEMPLATE_TEXTS.sameDay)
		.refine((days) => days.some(({ enabled }) => enabled), TEMPLATE_TEXTS.noDays),
	idempotencyKey,
});

export type TemplateWeek = Omit<z.output<typeof templateWeekInput>, 'idempotencyKey'>;

/** Response of POST /api/admin/template-events (spec, section 7). */
export const templateResultSchema = z
	.object({
		eventsCreated: z.number(),
		discordEventsCreated: z.number(),
		errors: z.array(z.object({ day: z.number(), error: z.string() })),
		events: z.array(
			z.object({
				id: z.string(),
				title: z.string(),
				date: z.iso.datetime(),
				/** How many events its series has, this one included; absent without a series. */
				seriesEvents: z.number().optional(),
			}),
		),
	})
	.meta({ id: 'TemplateResult' });
export type TemplateResult = z.infer<typeof templateResultSchema>;

/** Returns 'Create 3 events starting from Oct 19th, 2026?' (spec, section 5). */
export const formatCreateConfirmation = (count: number, date: string): string =>
	`Create ${count} events starting from ${date}?`;

/** Returns the text of a day's error: 'Friday: …'. */
export const describeDayError = ({ day, error }: { day: number; error: string }): string =>
	`${WEEKDAYS[day] ?? 'A day'}: ${error}`;

/** Returns the success message (spec, section 8), and how many repeating events there are now. */
export function describeCreated({ eventsCreated, discordEventsCreated, events }: TemplateResult) {
	const count = events.reduce((total, { seriesEvents = 0 }) => total + seriesEvents, 0);
	return {
		title: `Successfully created ${eventsCreated} template events!`,
		text: `Events created: ${eventsCreated}. Discord events created: ${discordEventsCreated}. All are now in Events management.`,
		seriesText: count > 0 ? describeEventCount(count) : null,
	};
}
