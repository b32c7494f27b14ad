import { z } from 'zod';
import { createIntegerSchema, flag } from '../inputs.ts';
import { getWeekday } from '../time/day.ts';
import {
	findRepeatField,
	listStarts,
	REGULAR_STATUSES,
	type RepeatFields,
	SERIES_TEXTS,
	type SeriesClock,
	toSeriesInput,
} from './series.ts';
import { SERIES_MONTHS_MAX, SERIES_WEEKS_MAX, type SeriesRule, toMonthDay } from './series-rule.ts';
import { isPlannableDate } from './status.ts';

/** The schemas of a series. They are apart from its rules, so that most pages load no schema library. */

const WEEKS_TEXT = `Please choose 1 to ${SERIES_WEEKS_MAX} weeks`;
const MONTHS_TEXT = `Please choose 1 to ${SERIES_MONTHS_MAX} months`;
const DAY_TEXT = 'Please choose a weekday of the month';

const isDate = (date: string) => getWeekday(date) !== null && isPlannableDate(date);
const createDate = (text: string) => z.string(text).refine(isDate, text);
const pauseDate = createDate(SERIES_TEXTS.noPause);

const monthDay = z.object({
	nth: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal('last')], DAY_TEXT),
	weekday: createIntegerSchema(0, 6, DAY_TEXT),
});
const weeksRule = z.object({ interval_weeks: createIntegerSchema(1, SERIES_WEEKS_MAX, WEEKS_TEXT) });
const monthsRule = z.object({
	months: createIntegerSchema(1, SERIES_MONTHS_MAX, MONTHS_TEXT),
	weekdays: z.array(monthDay, DAY_TEXT).min(1, DAY_TEXT).max(2, 'Please choose at most two weekdays'),
});

/**
 * Body of `POST /api/events/{id}/series`: how many weeks, or months with their weekdays, lie between the dates. `until` is the
 * last possible date, null for a series without end. Without `weekdays`, the event's own weekday is meant.
 */
export const seriesInput = z
	.object({
		...weeksRule.partial().shape,
		...monthsRule.partial().shape,
		until: createDate(SERIES_TEXTS.noDate).nullable().optional().default(null),
		pause: z
			.object({ from: pauseDate, until: pauseDate })
			.refine(({ from, until }) => !isDate(until) || until >= from, {
				path: ['until'],
				error: SERIES_TEXTS.pauseEndsBefore,
			})
			.nullable()
			.optional()
			.default(null),
	})
	.refine(({ interval_weeks, months }) => (interval_weeks === undefined) !== (months === undefined), {
		path: ['interval_weeks'],
		error: 'Please choose weeks or months',
	})
	.refine(
		({ weekdays: [one, other] = [] }) => !other || one?.nth !== other.nth || one.weekday !== other.weekday,
		{
			path: ['weekdays'],
			error: SERIES_TEXTS.sameDays,
		},
	);
export type SeriesInput = z.output<typeof seriesInput>;
export type SeriesBody = z.input<typeof seriesInput>;

/** Returns the rule of a body for an event on `date`. */
export const toRule = ({ interval_weeks, months, weekdays }: SeriesInput, date: string): SeriesRule =>
	months === undefined
		? { interval_weeks: interval_weeks ?? 1 }
		: { months, weekdays: weekdays ?? [toMonthDay(date)] };

/** Body of `DELETE /api/events/{id}/series`: whether later events without signups and comments are deleted. */
export const endSeriesInput = z.object({
	deleteEmpty: flag.optional().default(false),
});

/**
 * Returns the next starts (ISO 8601) of an event that repeats as a body asks for; none for an invalid body. `ownDate` is the
 * date of the event.
 */
export function listAskedStarts(body: unknown, ownDate: string, clock: SeriesClock): string[] {
	const { data } = seriesInput.safeParse(body);
	return data ? listStarts({ ...data, rule: toRule(data, ownDate) }, clock) : [];
}

const ruleSchema = z.union([weeksRule, monthsRule]);

export const seriesSchema = z
	.object({
		id: z.string(),
		/** Null when it repeats by months. */
		interval_weeks: z.number().nullable(),
		rule: ruleSchema,
		until: z.string().nullable(),
	})
	.meta({ id: 'Series' });
export type SeriesView = z.infer<typeof seriesSchema>;

/** Response of `GET /api/events/{id}/series`; `date` is a start, `event_id` null while its event does not exist. */
export const seriesDatesSchema = z.object({
	rule: ruleSchema,
	until: z.string().nullable(),
	pause: z.object({ from: z.string(), until: z.string() }).nullable(),
	dates: z.array(z.object({ date: z.iso.datetime(), event_id: z.string().nullable() })),
});
export type SeriesDates = z.infer<typeof seriesDatesSchema>;

const typedText = z.string().default('');
/** The fields of a form about repeats; `checkTypedRepeat` checks them. */
export const typedRepeat = {
	repeat_every: typedText,
	repeat_on: typedText,
	repeat_and_on: typedText,
	repeat_until: typedText,
	pause_from: typedText,
	pause_until: typedText,
};

/** The check of a form that adds the errors of its series to its fields, also when other fields are invalid. */
export const checkTypedRepeat = z.superRefine<RepeatFields>(
	(typed, context) => {
		const { error } = seriesInput.optional().safeParse(toSeriesInput(typed));
		for (const { path, message } of error?.issues ?? [])
			context.addIssue({
				code: 'custom',
				path: [findRepeatField(path.join('.')) ?? 'repeat_every'],
				message,
			});
	},
	{ when: ({ value }) => z.object(typedRepeat).safeParse(value).success },
);

/** Body of `PUT /api/events/{id}/regular`. */
export const regularInput = z.object({
	status: z.enum(REGULAR_STATUSES, 'status must be confirmed, late or tentative'),
});
