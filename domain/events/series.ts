import { formatCount, inflect } from '../format-count.ts';
import { hasFact, listStatusesWith, type SignupStatus, type StatusWith } from '../signups/statuses.ts';
import { addDays } from '../time/day.ts';
import { formatOrdinalDate } from '../time/format.ts';
import { wallTimeToNextInstant } from '../time/wall-time.ts';
import type { SeriesInput } from './series-schema.ts';

/**
 * A series: an event that repeats every few weeks (decision 0012). Each of its events is an ordinary one. A
 * date of a series is 'YYYY-MM-DD' in its zone; an event keeps the date that it was created for when it is
 * moved.
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

export type RegularStatus = StatusWith<'mayCome'>;
export const REGULAR_STATUSES = listStatusesWith('mayCome');

/** Returns whether a user with this status for one event can be a regular with it. */
export const isRegularStatus = (status: SignupStatus | null): status is RegularStatus =>
	hasFact(status, 'mayCome');

export type Regular = { userId: string; status: RegularStatus };

/**
 * Returns the regulars who are signed up for a new event, in their order. They get at most half of the
 * `places` (null: no limit), so that the others are free for everyone.
 */
export function chooseRegulars(regulars: readonly Regular[], places: number | null): Regular[] {
	let left = places === null ? Number.POSITIVE_INFINITY : Math.floor(places / 2);
	return regulars.filter(({ status }) => !hasFact(status, 'takesPlace') || left-- > 0);
}

type Progress = { nextDate: string; intervalWeeks: number; until: string | null };

/** Returns the dates of a series that are due on the day `today` in its zone, and the date after them. */
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

/** Returns a date of a series ('2027-02-06') as 'Feb 6th, 2027'. */
const formatSeriesDate = (date: string): string => formatOrdinalDate(`${date}T00:00:00Z`, 'UTC');

/** Returns 'Every week' or 'Every 2 weeks', and until when. */
export function describeInterval({ interval_weeks: count, until }: SeriesInput): string {
	const interval = inflect(count, 'Every week', `Every ${count} weeks`);
	return until === null ? interval : `${interval} until ${formatSeriesDate(until)}`;
}

/** Whether more events of a series will be created, no more but later ones exist, or none follows. */
export type SeriesProgress = 'running' | 'complete' | 'ended';

const PROGRESS_TEXTS: Record<SeriesProgress, string> = {
	running: '',
	complete: '. No more dates will be added.',
	ended: '. The series has ended: no more dates follow.',
};

/** Returns how a series repeats, and whether it has ended. */
export const describeSeries = (series: SeriesInput, progress: SeriesProgress): string =>
	describeInterval(series) + PROGRESS_TEXTS[progress];

/** Returns how many events a series has from now on: '4 events are planned, repeats included.' */
export const describeEventCount = (count: number): string =>
	`${formatCount(count, 'event')} ${inflect(count, 'is', 'are')} planned, repeats included.`;

/** Returns how an edit that moves the last date of a series says so. */
export const describeNewEnd = (until: string): string =>
	`The series now ends on ${formatSeriesDate(until)}, so that its last event stays.`;

/** Returns the start of the event of a date. A time that clocks skip on that day is moved forward with them. */
export const getStart = (date: string, { startTime, timezone }: { startTime: string; timezone: string }) =>
	wallTimeToNextInstant({ date, time: startTime, zone: timezone });
