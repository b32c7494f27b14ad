import type { z } from 'zod';
import { POLL_FIELDS, type PollField } from '../events/field-uses.ts';
import { createHoursSchema, EVENT_FORM_FIELDS, EVENT_TEXTS } from '../events/fields.ts';
import { DURATION_MINUTES } from '../limits.ts';
import type { FieldErrors } from '../refusal.ts';
import { instantToWallTime, wallTimeToInstant } from '../time/wall-time.ts';
import { isKnownZone } from '../time/zones.ts';
import { sortByDate } from './poll.ts';
import { POLL_TIMES_MAX, type PollView } from './schema.ts';

type TypedWhen = { date: string; time: string };
/** A row of the form. Without a date it offers no time. */
type TypedTime = TypedWhen & { duration: string };

/** The values of the form of a poll: local dates and times in its zone, and durations in hours. */
export type PollFormValues = Record<PollField, string> & {
	times: TypedTime[];
	answer_by: TypedWhen;
};

const mapPollFields = <Value>(read: (field: PollField) => Value) =>
	Object.fromEntries(POLL_FIELDS.map((field) => [field, read(field)])) as Record<PollField, Value>;

const EMPTY_ROW: TypedTime = {
	date: '',
	time: EVENT_FORM_FIELDS.time.empty,
	duration: EVENT_FORM_FIELDS.duration.empty,
};

export const EMPTY_POLL_FORM: PollFormValues = {
	...mapPollFields((field): string => EVENT_FORM_FIELDS[field].empty),
	times: Array.from({ length: POLL_TIMES_MAX }, () => EMPTY_ROW),
	answer_by: { date: '', time: EVENT_FORM_FIELDS.time.empty },
};

/** Returns the values of the form that changes a poll, with its times by date. */
export function toPollFormValues(poll: PollView): PollFormValues {
	const toWhen = (instant: string): TypedWhen => {
		const { date, time } = instantToWallTime(instant, poll.timezone);
		return { date, time };
	};
	const rows = sortByDate(poll.times).map(({ date, duration }) => ({
		...toWhen(date),
		duration: String(duration / 60),
	}));
	return {
		...mapPollFields((field) => EVENT_FORM_FIELDS[field].show(poll)),
		times: [...rows, ...EMPTY_POLL_FORM.times].slice(0, POLL_TIMES_MAX),
		answer_by: toWhen(poll.answer_by),
	};
}

/**
 * Returns the body of a typed form, and what is wrong with it, by the paths of the body. `rows` are the rows of its times
 * (`toRowErrors`). `saved` is the poll that the form changes: a time that was not touched keeps its seconds. Without a
 * changed time or end, the body has neither, because saved ones may have passed.
 */
export function toPollBody(typed: PollFormValues, saved: PollView | null = null) {
	const errors: FieldErrors = {};
	const read = <Output>(path: string, schema: z.ZodType<Output>, value: string): Output | null => {
		const { data, error } = schema.safeParse(value);
		if (error) errors[path] = error.issues.map(({ message }) => message);
		return data ?? null;
	};
	const readInstant = (path: string, when: TypedWhen, shown: string[]): string => {
		const date = read(`${path}.date`, EVENT_FORM_FIELDS.date.schema, when.date);
		const time = read(`${path}.time`, EVENT_FORM_FIELDS.time.schema, when.time);
		if (date === null || time === null || !isKnownZone(typed.timezone)) return '';
		const kept = shown.findIndex((instant) => {
			const wall = instantToWallTime(instant, typed.timezone);
			return wall.date === date && wall.time === time;
		});
		// Two times may look the same, when the clocks go back.
		if (kept >= 0) return shown.splice(kept, 1)[0] ?? '';
		const found = wallTimeToInstant({ date, time, zone: typed.timezone });
		if ('instant' in found) return found.instant.toISOString();
		errors[`${path}.time`] = [found.error];
		return '';
	};
	const fields = mapPollFields((field) => read(field, EVENT_FORM_FIELDS[field].schema, typed[field]));
	const savedTimes = sortByDate(saved?.times ?? []);
	const shown = savedTimes.map(({ date }) => date);
	const rows = typed.times.flatMap(({ date }, row) => (date === '' ? [] : [row]));
	const times = rows.map((row, index) => {
		const when = typed.times[row] ?? EMPTY_ROW;
		const date = readInstant(`times.${index}`, when, shown);
		return { date, duration: read(`times.${index}.duration`, HOURS, when.duration) ?? 0 };
	});
	const answerBy = readInstant('answer_by', typed.answer_by, saved ? [saved.answer_by] : []);
	const isSame =
		saved?.answer_by === answerBy && listTimes(sortByDate(times)).join() === listTimes(savedTimes).join();
	return { body: { ...fields, ...(isSame ? {} : { times, answer_by: answerBy }) }, rows, errors };
}

const HOURS = createHoursSchema(DURATION_MINUTES.createMin, EVENT_TEXTS.createDuration);

const listTimes = (times: readonly { date: string; duration: number }[]): string[] =>
	times.map(({ date, duration }) => `${date} ${duration}`);

/** Returns errors by the fields of the form instead of the paths of its body, whose times come from `rows`. */
export const toRowErrors = (errors: FieldErrors, rows: readonly number[]): FieldErrors =>
	Object.fromEntries(
		Object.entries(errors).map(([path, texts]) => [
			path.replace(/^times\.(\d+)/, (_, index) => `times.${rows[Number(index)]}`),
			texts,
		]),
	);
