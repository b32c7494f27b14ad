import { joinNames } from '../format-count.ts';
import { DAY_MS } from '../limits.ts';
import { hasFact, listStatusesWith, type SignupStatus, type StatusWith } from '../signups/statuses.ts';
import { addDays } from '../time/day.ts';
import { formatOrdinalDate } from '../time/format.ts';
import { instantToWallTime, wallTimeToNextInstant } from '../time/wall-time.ts';
import type { SeriesInput } from './series-schema.ts';

/**
 * A series: an event that repeats every few weeks (decision 0070). Each of its events is an ordinary event with its own
 * signups. A date of a series is a calendar date 'YYYY-MM-DD' in the zone of the series; an event keeps the date that it
 * was created for when it alone is moved.
 */

/** How many weeks can lie between two events of a series. */
export const SERIES_WEEKS_MAX = 8;
/** How many dates after today have their events already: with a week between them, four weeks. */
const DATES_AHEAD = 4;

export const SERIES_TEXTS = {
	noDate: 'Please enter a date, or none to repeat without end',
	endsBefore: 'Please choose a date after the event, or none to repeat without end',
	overlaps: 'Please choose a date after the event before this one in the series',
	isPart: 'This event already repeats.',
	isNoPart: "This event doesn't repeat.",
	isClosed: 'Only an event that takes place can repeat. This one is cancelled or over.',
} as const;

/** The fields of a form that say how an event repeats, as they are typed; '' is none. */
export const EMPTY_REPEAT = { repeat_weeks: '', repeat_until: '' };
export type RepeatFields = typeof EMPTY_REPEAT;

/** Returns the series that a form asks for, undefined for an event that does not repeat. */
export const toSeriesInput = ({ repeat_weeks, repeat_until }: RepeatFields): SeriesInput | undefined =>
	repeat_weeks === '' ? undefined : { interval_weeks: Number(repeat_weeks), until: repeat_until || null };

/** The statuses with which a user can be a regular of a series. */
export type RegularStatus = StatusWith<'mayCome'>;
export const REGULAR_STATUSES = listStatusesWith('mayCome');

/** Returns whether a user with this status for one event can be a regular with it. */
export const isRegularStatus = (status: SignupStatus | null): status is RegularStatus =>
	hasFact(status, 'mayCome');

export type Regular = { userId: string; status: RegularStatus };

/**
 * Returns the regulars who are signed up for a new event, in their order. Those who take a place get at most half of the
 * `places`, so that the others are free for everyone; null is no limit.
 */
export function chooseRegulars(regulars: readonly Regular[], places: number | null): Regular[] {
	let left = places === null ? Number.POSITIVE_INFINITY : Math.floor(places / 2);
	return regulars.filter(({ status }) => !hasFact(status, 'takesPlace') || left-- > 0);
}

type Progress = { nextDate: string; intervalWeeks: number; until: string | null };

/**
 * Returns the dates of a series whose events are due on the day `today` in the zone of the series, and the date after
 * them. Dates before today are left out: they were missed.
 */
export function listDueDates({ nextDate, intervalWeeks, until }: Progress, today: string) {
	const horizon = addDays(today, 7 * intervalWeeks * DATES_AHEAD);
	const due: string[] = [];
	let date = nextDate;
	for (; date <= horizon && (until === null || date <= until); date = addDays(date, 7 * intervalWeeks)) {
		if (date >= today) due.push(date);
	}
	return { due, nextDate: date };
}

/** Returns whether a series has dates whose events do not exist yet. */
export const hasMoreDates = ({ nextDate, until }: Pick<Progress, 'nextDate' | 'until'>): boolean =>
	until === null || nextDate <= until;

/** Returns 'Every week' or 'Every 2 weeks', and until when. */
export function describeInterval({ interval_weeks: count, until }: SeriesInput): string {
	const interval = count === 1 ? 'Every week' : `Every ${count} weeks`;
	return until === null ? interval : `${interval} until ${formatOrdinalDate(`${until}T00:00:00Z`, 'UTC')}`;
}

/** The fields that an event has from its series, besides its date and time, by their names in the model. */
const SERIES_FIELDS = [
	'title',
	'description',
	'duration',
	'location',
	'capacity',
	'minimumPlayers',
	'decideMinutes',
	'onTooFew',
	'imageId',
	'storytellerIds',
] as const;
type SeriesField = (typeof SERIES_FIELDS)[number];
/** 'when' stands for date, time and zone. */
export type PlannedField = SeriesField | 'when';

/** The values of an event or of its series. */
export type SeriesValues = {
	title: string;
	description: string;
	duration: number;
	location: string;
	capacity: number | null;
	minimumPlayers: number | null;
	decideMinutes: number;
	onTooFew: 'ask' | 'cancel';
	imageId: string | null;
	storytellerIds: readonly string[];
};

/** What each event of a series has. `startTime` is 'HH:mm' in `timezone`. */
export type SeriesTemplate = SeriesValues & { timezone: string; startTime: string };
type Occurrence = SeriesValues & { id: string; seriesDate: string; date: Date; timezone: string };

/** What an edit of one event and all later ones does to a later event. */
export type PlannedChange<Event extends Occurrence = Occurrence> = {
	event: Event;
	changes: Partial<SeriesValues & { date: Date; timezone: string }>;
	/** The fields that someone has changed in this event alone. It keeps them. */
	own: PlannedField[];
};

/** Returns the start of the event of a date. A time that clocks skip on that day is moved forward with them. */
export const getStart = (
	date: string,
	{ startTime, timezone }: Pick<SeriesTemplate, 'startTime' | 'timezone'>,
) => wallTimeToNextInstant({ date, time: startTime, zone: timezone });

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns what an edit of one event and all later ones changes: the new template of the series, by how many days its dates
 * move, and the change of each later event. A value of a later event that differs from the template was changed by hand
 * and stays. `before` and `after` are the edited event; fields that are equal in both stay in all events.
 */
export function planFollowing<Event extends Occurrence>({
	template,
	before,
	after,
	later,
}: {
	template: SeriesTemplate;
	before: Occurrence;
	after: Omit<Occurrence, 'id' | 'seriesDate'>;
	later: readonly Event[];
}): { template: SeriesTemplate; shiftDays: number; events: PlannedChange<Event>[] } {
	const fields = SERIES_FIELDS.filter((field) => !isEqual(before[field], after[field]));
	const isMoved = before.date.getTime() !== after.date.getTime() || before.timezone !== after.timezone;
	const start = instantToWallTime(after.date, after.timezone);
	const newWhen = isMoved ? { timezone: after.timezone, startTime: start.time } : template;
	const shiftDays = isMoved ? countDays(before.seriesDate, start.date) : 0;
	const edited = Object.fromEntries(fields.map((field) => [field, after[field]]));
	return {
		template: { ...template, ...edited, timezone: newWhen.timezone, startTime: newWhen.startTime },
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
				if (event.date.getTime() !== getStart(event.seriesDate, template).getTime()) own.push('when');
				else {
					const date = getStart(addDays(event.seriesDate, shiftDays), newWhen);
					Object.assign(changes, { date, timezone: newWhen.timezone });
				}
			}
			return { event, changes, own };
		}),
	};
}

const countDays = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The names of the fields in a sentence. */
const FIELD_NAMES: Record<PlannedField, string> = {
	title: 'title',
	description: 'description',
	duration: 'duration',
	location: 'location',
	capacity: 'places',
	minimumPlayers: 'players needed',
	decideMinutes: 'time of the decision',
	onTooFew: 'what happens with too few players',
	imageId: 'image',
	storytellerIds: 'storytellers',
	when: 'start',
};

/** Returns the names of the fields in a sentence: 'title and location'. */
export const listFieldNames = (fields: readonly PlannedField[]): string =>
	joinNames(fields.map((field) => FIELD_NAMES[field]));
