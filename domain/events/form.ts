import { z } from 'zod';
import { DEFAULT_EVENT_TIME, DEFAULT_TIMEZONE, DURATION_MINUTES } from '../limits.ts';
import { weekdayOf } from '../time/day.ts';
import { instantToWallTime, today, wallTimeToInstant } from '../time/wall-time.ts';
import { isKnownZone } from '../time/zones.ts';
import { eventTexts, storytellerIds, TEXTS } from './input.ts';
import type { EventDetail } from './schema.ts';
import { isPlannable } from './status.ts';

/** What the fields of the event form hold, as text: a wall date and time, a duration in hours. */
export type EventFormValues = {
	title: string;
	description: string;
	date: string;
	time: string;
	timezone: string;
	duration: string;
	location: string;
	storytellerIds: string[];
	createDiscordEvent: boolean;
};

/** An empty create form: 20:30 in Eastern, three hours, mirrored to Discord (spec, sections 3 and 9). */
export const EMPTY_EVENT_FORM: EventFormValues = {
	title: '',
	description: '',
	date: '',
	time: DEFAULT_EVENT_TIME,
	timezone: DEFAULT_TIMEZONE,
	duration: String(DURATION_MINUTES.default / 60),
	location: '',
	storytellerIds: [],
	createDiscordEvent: true,
};

type Editable = Pick<
	EventDetail,
	'title' | 'description' | 'date' | 'timezone' | 'duration' | 'location' | 'storytellers'
>;

/** The edit form of an event: its own wall time in its own zone, so that what was typed is what is shown again. */
export function toEventFormValues(event: Editable): EventFormValues {
	const { date, time } = instantToWallTime(event.date, event.timezone);
	return {
		...EMPTY_EVENT_FORM,
		title: event.title,
		description: event.description,
		date,
		time,
		timezone: event.timezone,
		duration: String(fitDuration(event.duration) / 60),
		location: event.location,
		storytellerIds: event.storytellers.map(({ user_id }) => user_id),
	};
}

/** The nearest duration that the edit form takes; an imported event may have any (spec, section 9: 180 is the fallback). */
export function fitDuration(minutes: number): number {
	const { step, editMin, editMax } = DURATION_MINUTES;
	if (!(minutes > 0)) return DURATION_MINUTES.default;
	return Math.min(editMax, Math.max(editMin, Math.round(minutes / step) * step));
}

const hours = (min: number, text: string) =>
	z
		.string(text)
		.trim()
		.regex(/^\d{1,2}([.,]\d)?$/, text)
		.transform((typed) => Number(typed.replace(',', '.')) * 60)
		.refine((minutes) => minutes >= min && minutes <= DURATION_MINUTES.createMax, text)
		.refine((minutes) => minutes % DURATION_MINUTES.step === 0, text);

type When = { date: string; time: string; timezone: string };

/** The fields of both forms; `now` is given where the date may not lie before today. */
const eventFields = (minDuration: number, durationText: string, now?: Date) =>
	z
		.object({
			title: z.string().default('').pipe(eventTexts.title),
			description: z.string().default('').pipe(eventTexts.description),
			date: z.string().default('').refine(isDate, TEXTS.noDate),
			time: z.string().default('').refine(isTime, TEXTS.noTime),
			timezone: z.string().default('').refine(isKnownZone, TEXTS.noZone),
			duration: z.string().default('').pipe(hours(minDuration, durationText)),
			location: z.string().default('').pipe(eventTexts.location),
			storytellerIds: storytellerIds.default([]),
			/** Only the create form has it; a checkbox that is not set is not sent. */
			createDiscordEvent: z.literal('on').optional(),
		})
		// Whatever else is wrong with the form: all of it is said at once.
		.refine((form) => gapOf(form) === null, {
			path: ['time'],
			when: () => true,
			error: ({ input }) => gapOf(input as When) ?? '',
		})
		.refine((form) => dayErrorOf(form, now) === null, {
			path: ['date'],
			when: () => true,
			error: ({ input }) => dayErrorOf(input as When, now) ?? '',
		});

const isDate = (date: unknown) => typeof date === 'string' && weekdayOf(date) !== null;
const isTime = (time: unknown) => typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
const isComplete = ({ date, time, timezone }: When) =>
	isDate(date) && isTime(time) && typeof timezone === 'string' && isKnownZone(timezone);

/** Why clocks never show that time on that day; null when they do, or when date, time or zone are not there yet. */
function gapOf(when: When): string | null {
	if (!isComplete(when)) return null;
	const read = wallTimeToInstant({ date: when.date, time: when.time, zone: when.timezone });
	return 'error' in read ? read.error : null;
}

function dayErrorOf({ date, timezone }: When, now?: Date): string | null {
	if (!isDate(date)) return null;
	if (!isPlannable(new Date(`${date}T00:00:00Z`))) return TEXTS.farDate;
	if (!now || !isKnownZone(String(timezone))) return null;
	return date < today(timezone, now) ? TEXTS.beforeToday : null;
}

/** The instant of a form whose date, time and zone were found right. */
function instantOf(when: When): string {
	const read = wallTimeToInstant({ date: when.date, time: when.time, zone: when.timezone });
	if ('error' in read) throw new Error(read.error);
	return read.instant.toISOString();
}

/**
 * The create form as the body of `POST /api/events`: wall time and zone become an instant, hours become minutes.
 * `now`: the date may not lie before today in the form's own zone. (spec, sections 3 and 5; decisions, "Time")
 */
export const createEventForm = (now: Date) =>
	eventFields(DURATION_MINUTES.createMin, TEXTS.createDuration, now).transform(
		({ date, time, createDiscordEvent, ...fields }) => ({
			...fields,
			date: instantOf({ date, time, timezone: fields.timezone }),
			createDiscordEvent: createDiscordEvent === 'on',
		}),
	);

/** The edit form as the body of `PUT /api/events/{id}`. */
export const updateEventForm = () =>
	eventFields(DURATION_MINUTES.editMin, TEXTS.editDuration).transform(
		({ date, time, createDiscordEvent: _, ...fields }) => ({
			...fields,
			date: instantOf({ date, time, timezone: fields.timezone }),
		}),
	);
