import { joinNames } from '../format-count.ts';
import { addDays } from '../time/day.ts';
import { instantToWallTime } from '../time/wall-time.ts';
import { EVENT_FIELD_USES, SERIES_FIELDS, type SeriesField, type SeriesValues } from './field-uses.ts';
import { getStart } from './series.ts';
import { countDays, moveRule, type SeriesRule, stepDate } from './series-rule.ts';

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

/**
 * Returns what an edit of one event and all later ones changes: the series' new template and rule, where its dates
 * move, and each later event. Only what differs between `before` and `after` (the edited event) is
 * passed on; day, time and zone each for themselves. A later event's value that differs from the template was
 * changed by hand and stays.
 */
export function planFollowing({
	rule,
	template,
	before,
	after,
	later,
}: {
	rule: SeriesRule;
	template: SeriesTemplate;
	before: Occurrence;
	after: Omit<Occurrence, 'id' | 'seriesDate'>;
	later: readonly Occurrence[];
}): { template: SeriesTemplate; events: PlannedChange[] } & ReturnType<typeof moveRule> {
	const fields = SERIES_FIELDS.filter((field) => !isEqual(before[field], after[field]));
	const edited = Object.fromEntries(fields.map((field) => [field, after[field]]));
	const [shown, start] = [before, after].map(({ date, timezone }) => instantToWallTime(date, timezone));
	const days = countDays(shown?.date ?? '', start?.date ?? '');
	const moved = moveRule(rule, before.seriesDate, addDays(before.seriesDate, days));
	const newTemplate: SeriesTemplate = {
		...template,
		...edited,
		timezone: before.timezone === after.timezone ? template.timezone : after.timezone,
		startTime: start === undefined || shown?.time === start.time ? template.startTime : start.time,
	};
	const hasNewTime =
		newTemplate.timezone !== template.timezone || newTemplate.startTime !== template.startTime;
	return {
		template: newTemplate,
		...moved,
		events: later.map((event) => {
			const own: PlannedField[] = [];
			const changes: Record<string, unknown> = {};
			for (const field of fields) {
				if (isEqual(event[field], after[field])) continue;
				if (isEqual(event[field], template[field])) changes[field] = after[field];
				else own.push(field);
			}
			const seriesDate = moved.move(event.seriesDate);
			if (hasNewTime || seriesDate !== event.seriesDate) {
				if (event.date.getTime() !== getStart(event.seriesDate, template).getTime()) own.push('date');
				else {
					const date = getStart(seriesDate, newTemplate);
					Object.assign(changes, { date, timezone: newTemplate.timezone });
				}
			}
			return { event, changes, own };
		}),
	};
}

/** A series whose dates move. `nextDate` is the first one without an event. */
type Moved = { rule: SeriesRule; nextDate: string; until: string | null };

/**
 * Returns a moved series' last possible date, so that it has as many events as before. A last date that does
 * so already stays; null stays without an end.
 */
export function moveEnd(
	{ rule, nextDate, until }: Moved,
	{ rule: newRule, move }: Pick<ReturnType<typeof moveRule>, 'rule' | 'move'>,
): string | null {
	if (until === null) return until;
	let last = nextDate;
	while (last > until) last = stepDate(rule, last, -1);
	for (let next = stepDate(rule, last); next <= until; next = stepDate(rule, next)) last = next;
	// Of two weekdays of a month, the one before may move behind the last one.
	const moved = [move(stepDate(rule, last, -1)), move(last)].sort().at(-1) ?? last;
	return until >= moved && until < stepDate(newRule, moved) ? until : moved;
}

/** Returns the names of the fields in a sentence: 'title and location'. */
export const listFieldNames = (fields: readonly PlannedField[]): string =>
	joinNames(fields.map((field) => EVENT_FIELD_USES[field].name));
