import { z } from 'zod';
import { createIntegerSchema, flag } from '../inputs.ts';
import { getWeekday } from '../time/day.ts';
import { REGULAR_STATUSES, SERIES_TEXTS, SERIES_WEEKS_MAX } from './series.ts';
import { isPlannableDate } from './status.ts';

/** The schemas of a series. They are apart from its rules, so that most pages load no schema library. */

const WEEKS_TEXT = `Please choose 1 to ${SERIES_WEEKS_MAX} weeks`;

const weeks = createIntegerSchema(1, SERIES_WEEKS_MAX, WEEKS_TEXT);
const isDate = (date: string) => getWeekday(date) !== null && isPlannableDate(date);

/** Body of `POST /api/events/{id}/series`; `until` is the last possible date, null for a series without end. */
export const seriesInput = z.object({
	interval_weeks: weeks,
	until: z
		.string(SERIES_TEXTS.noDate)
		.refine(isDate, SERIES_TEXTS.noDate)
		.nullable()
		.optional()
		.default(null),
});
export type SeriesInput = z.output<typeof seriesInput>;

/** Body of `DELETE /api/events/{id}/series`: whether later events without signups and comments are deleted. */
export const endSeriesInput = z.object({
	deleteEmpty: flag.optional().default(false),
});

export const seriesSchema = z
	.object({ id: z.string(), interval_weeks: z.number(), until: z.string().nullable() })
	.meta({ id: 'Series' });
export type SeriesView = z.infer<typeof seriesSchema>;

export const typedRepeat = {
	repeat_weeks: z
		.string()
		.default('')
		.refine(
			(text) => text === '' || (/^\d$/.test(text) && weeks.safeParse(Number(text)).success),
			WEEKS_TEXT,
		),
	repeat_until: z
		.string()
		.default('')
		.refine((text) => text === '' || isDate(text), SERIES_TEXTS.noDate),
};

/** Body of `PUT /api/events/{id}/regular`. */
export const regularInput = z.object({
	status: z.enum(REGULAR_STATUSES, 'status must be confirmed, late or tentative'),
});
