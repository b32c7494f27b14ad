import { z } from 'zod';
import { DURATION_MINUTES } from '../limits.ts';
import { getToday, wallTimeToInstant } from '../time/wall-time.ts';
import { isKnownZone } from '../time/zones.ts';
import {
	createHoursSchema,
	EVENT_FORM_FIELD_NAMES,
	EVENT_FORM_FIELDS,
	EVENT_TEXTS,
	type EventFormField,
	mapFormFields,
	type ShownEvent,
	storytellerIds,
} from './fields.ts';
import { EMPTY_REPEAT, type RepeatFields, SERIES_TEXTS, toSeriesInput } from './series.ts';
import { checkTypedRepeat, listAskedStarts, typedRepeat } from './series-schema.ts';
import { isPlannableDate } from './status.ts';

/** The values of the event form: local date and time, and the duration in hours. */
export type EventFormValues = Record<EventFormField, string> & {
	storytellerIds: string[];
	createDiscordEvent: boolean;
	announce: boolean;
	/** Whether there are as many places as the storytellers can lead. */
	byStorytellers: boolean;
} & RepeatFields;

export const EDITED_FIELDS = [...EVENT_FORM_FIELD_NAMES, 'storytellerIds'] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** An empty create form: 20:30 Eastern, three hours, mirrored and announced (spec, sections 3 and 9). */
export const EMPTY_EVENT_FORM: EventFormValues = {
	...mapFormFields((_, { empty }): string => empty),
	storytellerIds: [],
	createDiscordEvent: true,
	announce: true,
	byStorytellers: false,
	...EMPTY_REPEAT,
};

type EditableEvent = ShownEvent & { storytellers: readonly { user_id: string }[] };

/** Returns the values of an event's edit form: the local time in its own zone, as it was typed. */
export function toEventFormValues(event: EditableEvent): EventFormValues {
	return {
		...EMPTY_EVENT_FORM,
		...mapFormFields((_, { show }) => show(event)),
		storytellerIds: event.storytellers.map(({ user_id }) => user_id),
		byStorytellers: event.capacity === 'storytellers',
	};
}

/**
 * Returns the fields in which an outdated form differs from the saved event, in the form's order. Differences
 * that would not be saved do not count, such as '3' and '3.0' hours.
 */
export function listDifferences(draft: EventFormValues, saved: EventFormValues): EditedField[] {
	return EDITED_FIELDS.filter((field) => toSavedText(draft, field) !== toSavedText(saved, field));
}

/** Returns a field as it would be saved, or the typed text when that is invalid. */
function toSavedText(values: EventFormValues, field: EditedField): string {
	if (field === 'capacity' && values.byStorytellers) return 'storytellers';
	if (field === 'storytellerIds') return [...new Set(values.storytellerIds)].sort().join();
	const { data } = EVENT_FORM_FIELDS[field].schema.safeParse(values[field]);
	return String(data ?? values[field] ?? '');
}

const WHEN_FIELDS = ['date', 'time', 'timezone'] as const;

type UpdateBody = z.output<ReturnType<typeof updateEventForm>>;

/**
 * Returns an edit form's body without what the user left as shown. The form shows some values rounded, such
 * as seconds and durations that it does not offer; they stay as saved. (decision 0012)
 */
export function omitUntouched(
	body: UpdateBody,
	sent: EventFormValues,
	saved: EditableEvent,
): Partial<UpdateBody> & Pick<UpdateBody, 'title' | 'date'> {
	const shown = toEventFormValues(saved);
	const isTouched = (field: EditedField) => toSavedText(sent, field) !== toSavedText(shown, field);
	const { title, date, timezone, ...rest } = body;
	const touched = Object.entries(rest).filter(([field]) => isTouched(field as EditedField));
	const when = WHEN_FIELDS.some(isTouched) ? { date, timezone } : { date: saved.date };
	return { title, ...Object.fromEntries(touched), ...when };
}

type FormShape = { [Name in EventFormField]: (typeof EVENT_FORM_FIELDS)[Name]['schema'] };
const textShape = mapFormFields((_, { schema }): z.ZodType => schema) as FormShape;

/** When the first event takes place: date, time of day and zone. */
type WallTimeFields = { date: string; time: string; timezone: string };

/** Returns the schema of both forms. With `now`, the date may not be before today. */
const eventForm = (duration: FormShape['duration'], now?: Date) =>
	z
		.object({
			...textShape,
			duration,
			storytellerIds: storytellerIds.default([]),
			/** Only the create form has these checkboxes; browsers do not send an unchecked one. */
			createDiscordEvent: z.literal('on').optional(),
			announce: z.literal('on').optional(),
			byStorytellers: z.literal('on').optional(),
			...typedRepeat,
		})
		// `when` runs these checks even if other fields are invalid, so that all errors are shown at once.
		.refine((form) => findSkippedTimeError(form) === null, {
			path: ['time'],
			when: () => true,
			error: ({ input }) => findSkippedTimeError(input as WallTimeFields) ?? '',
		})
		.check(checkTypedRepeat)
		.refine(({ repeat_every, repeat_until, date }) => !repeat_every || !repeat_until || repeat_until > date, {
			path: ['repeat_until'],
			error: SERIES_TEXTS.endsBefore,
		})
		.refine((form) => findDateError(form, now) === null, {
			path: ['date'],
			when: () => true,
			error: ({ input }) => findDateError(input as WallTimeFields, now) ?? '',
		});

const isValidField = (name: 'date' | 'time' | 'timezone', value: unknown) =>
	typeof value === 'string' && EVENT_FORM_FIELDS[name].schema.safeParse(value).success;
const isComplete = ({ date, time, timezone }: WallTimeFields) =>
	isValidField('date', date) && isValidField('time', time) && isValidField('timezone', timezone);

/** Returns the error for a local time that a clock change skips; null for others and incomplete ones. */
function findSkippedTimeError(when: WallTimeFields): string | null {
	if (!isComplete(when)) return null;
	const result = wallTimeToInstant({ date: when.date, time: when.time, zone: when.timezone });
	return 'error' in result ? result.error : null;
}

function findDateError({ date, timezone }: WallTimeFields, now?: Date): string | null {
	if (!isValidField('date', date)) return null;
	if (!isPlannableDate(date)) return EVENT_TEXTS.dateOutOfRange;
	if (!now || !isKnownZone(String(timezone))) return null;
	return date < getToday(timezone, now) ? EVENT_TEXTS.beforeToday : null;
}

/** Returns the instant (ISO) of a form whose date, time and zone are valid. */
function toInstant(when: WallTimeFields): string {
	const result = wallTimeToInstant({ date: when.date, time: when.time, zone: when.timezone });
	if ('error' in result) throw new Error(result.error);
	return result.instant.toISOString();
}

function toUpdateBody({
	date,
	time,
	byStorytellers,
	capacity,
	createDiscordEvent: _,
	announce: __,
	repeat_every: ___,
	repeat_on: ____,
	repeat_and_on: _____,
	repeat_until: ______,
	pause_from: _______,
	pause_until: ________,
	...fields
}: z.output<ReturnType<typeof eventForm>>) {
	return {
		...fields,
		capacity: byStorytellers ? ('storytellers' as const) : capacity,
		date: toInstant({ date, time, timezone: fields.timezone }),
	};
}

/** Returns the next starts (ISO 8601) of an event that repeats as a form asks for; none while its fields are not valid. */
export function listTypedStarts(typed: RepeatFields, first: WallTimeFields): string[] {
	if (!isComplete(first)) return [];
	const { date, time: startTime, timezone } = first;
	return listAskedStarts(toSeriesInput(typed), date, { lastDate: date, startTime, timezone });
}

/**
 * Returns the schema that turns the create form into the body of `POST /api/events`. The date may not be
 * before today (at `now`) in the form's zone. (spec, sections 3 and 5; decision 0012)
 */
export const createEventForm = (now: Date) =>
	eventForm(createHoursSchema(DURATION_MINUTES.createMin, EVENT_TEXTS.createDuration), now).transform(
		(form) => ({
			...toUpdateBody(form),
			series: toSeriesInput(form),
			createDiscordEvent: form.createDiscordEvent === 'on',
			announce: form.announce === 'on',
		}),
	);

/** Returns the schema that turns the edit form into the body of `PUT /api/events/{id}`. */
export const updateEventForm = () => eventForm(EVENT_FORM_FIELDS.duration.schema).transform(toUpdateBody);
