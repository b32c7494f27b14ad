import { joinNames } from '../format-count.ts';
import { DAY_MS } from '../limits.ts';
import { addDays } from '../time/day.ts';
import { instantToWallTime } from '../time/wall-time.ts';
import { EVENT_FIELD_USES, SERIES_FIELDS, type SeriesField, type SeriesValues } from './field-uses.ts';
import { getStart } from './series.ts';

/** An edit of one event of a series and all later ones (decision 0012). */

/** 'date' stands for date, time and zone: the start is one field. */
type PlannedField = SeriesField | 'date';

/** What each event of a series has. `startTime` is 'HH:mm' in `timezone`. */
export type SeriesTemplate = SeriesValues & { timezone: string; startTime: string };

/** An event of a series. `seriesDate` is the date of the series that it was created for. */
export type Occurrence = SeriesValues & { id: string; seriesDate: string; date: Date; timezone: string };

/** What an edit of one event and all later ones does to a later event. */
export type PlannedChange = {
	event: Occurrence;
	changes: Partial<SeriesValues & { date: Date; timezone: string }>;
	/** The fields that someone has changed in this event alone. It keeps them. */
	own: PlannedField[];
};

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const countDays = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/**
 * Returns what an edit of one event and all later ones changes: the series' new template, by how many days
 * its dates move, and each later event. Only what differs between `before` and `after` (the edited event) is
 * passed on; day, time and zone each for themselves. A later event's value that differs from the template was
 * changed by hand and stays.
 */
export function planFollowing({
	template,
	before,
	after,
	later,
}: {
	template: SeriesTemplate;
	before: Occurrence;
	after: Omit<Occurrence, 'id' | 'seriesDate'>;
	later: readonly Occurrence[];
}): { template: SeriesTemplate; shiftDays: number; events: PlannedChange[] } {
	const fields = SERIES_FIELDS.filter((field) => !isEqual(before[field], after[field]));
	const edited = Object.fromEntries(fields.map((field) => [field, after[field]]));
	const [shown, start] = [before, after].map(({ date, timezone }) => instantToWallTime(date, timezone));
	const shiftDays = countDays(shown?.date ?? '', start?.date ?? '');
	const newTemplate: SeriesTemplate = {
		...template,
		...edited,
		timezone: before.timezone === after.timezone ? template.timezone : after.timezone,
		startTime: start === undefined || shown?.time === start.time ? template.startTime : start.time,
	};
	const isMoved =
		shiftDays !== 0 ||
		newTemplate.timezone !== template.timezone ||
		newTemplate.startTime !== template.startTime;
	return {
		template: newTemplate,
		shiftDays,
		events: later.map((event) => {
			const own: PlannedField[] = [];
			const changes: Record<string, unknown> = {};
			for (const field of fields) {
				if (isEqual(event[field], after[field])) continue;
				if (isEqual(event[field], template[field])) changes[field] = after[field];
				else own.push(field);
			}
			if (isMoved) {
				if (event.date.getTime() !== getStart(event.seriesDate, template).getTime()) own.push('date');
				else {
					const date = getStart(addDays(event.seriesDate, shiftDays), newTemplate);
					Object.assign(changes, { date, timezone: newTemplate.timezone });
				}
			}
			return { event, changes, own };
		}),
	};
}

/**
 * Returns a moved series' last possible date, so that it has as many events as before. A last date that does
 * so already stays; null stays without an end.
 */
export function moveEnd(
	{ nextDate, intervalWeeks, until }: { nextDate: string; intervalWeeks: number; until: string | null },
	shiftDays: number,
): string | null {
	if (until === null || shiftDays === 0) return until;
	const interval = 7 * intervalWeeks;
	const last = addDays(nextDate, Math.floor(countDays(nextDate, until) / interval) * interval + shiftDays);
	return until >= last && until < addDays(last, interval) ? until : last;
}

/** Returns the names of the fields in a sentence: 'title and location'. */
export const listFieldNames = (fields: readonly PlannedField[]): string =>
	joinNames(fields.map((field) => EVENT_FIELD_USES[field].name));
