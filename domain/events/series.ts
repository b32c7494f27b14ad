import { formatCount, inflect } from '../format-count.ts';
import { hasFact, listStatusesWith, type SignupStatus, type StatusWith } from '../signups/statuses.ts';
import { addDays } from '../time/day.ts';
import { formatOrdinalDate } from '../time/format.ts';
import { wallTimeToNextInstant } from '../time/wall-time.ts';
import { describeRule, type Pause, type SeriesRule, stepDate } from './series-rule.ts';
import type { SeriesBody } from './series-schema.ts';

/**
 * A series: an event that repeats by a rule (decision 0012). Each of its events is an ordinary one. A
 * date of a series is 'YYYY-MM-DD' in its zone; an event keeps the date that it was created for when it is
 * moved.
 */

/** How many dates after today have their events already. */
const DATES_AHEAD = 4;

export const SERIES_TEXTS = {
	noDate: 'Please enter a date, or none to repeat without end',
	endsBefore: 'Please choose a date after the event, or none to repeat without end',
	overlaps: 'Please choose a date after the event before this one in the series',
	noPause: 'Please enter the first and the last day of the pause',
	pauseEndsBefore: 'Please choose a last day of the pause that is not before its first day',
	sameDays: 'Please choose two different weekdays',
	isPart: 'This event already repeats.',
	isNoPart: "This event doesn't repeat.",
	isClosed: 'Only an event that takes place can repeat. This one is cancelled or over.',
} as const;

/**
 * The fields of a form that say how an event repeats, as they are typed; '' is none. `repeat_every` is '2 weeks' or '1 months';
 * `repeat_on` and `repeat_and_on` are weekdays of a month: '1 2' for the first Tuesday.
 */
export const EMPTY_REPEAT = {
	repeat_every: '',
	repeat_on: '',
	repeat_and_on: '',
	repeat_until: '',
	pause_from: '',
	pause_until: '',
};
export type RepeatFields = typeof EMPTY_REPEAT;

/** The field of a form that shows an error of a series' body, by the beginning of the error's path. */
const FIELDS_BY_PATH: Record<string, keyof RepeatFields> = {
	interval_weeks: 'repeat_every',
	months: 'repeat_every',
	weekdays: 'repeat_on',
	until: 'repeat_until',
	'pause.from': 'pause_from',
	'pause.until': 'pause_until',
};

/** Returns the field of a form that shows an error of a series' body; `path` is 'weekdays.0.nth'. */
export const findRepeatField = (path: string): keyof RepeatFields | undefined =>
	Object.entries(FIELDS_BY_PATH).find(([start]) => path.startsWith(start))?.[1];

/** Returns a typed number of one digit or more, NaN for other texts. */
const toCount = (text = ''): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

/** Returns the series that a form asks for, undefined for an event that does not repeat. */
export function toSeriesInput(typed: RepeatFields): SeriesBody | undefined {
	if (typed.repeat_every === '') return undefined;
	const [count, unit] = typed.repeat_every.split(' ');
	const isPausing = typed.pause_from !== '' || typed.pause_until !== '';
	const limits = {
		until: typed.repeat_until || null,
		pause: isPausing ? { from: typed.pause_from, until: typed.pause_until } : null,
	};
	if (unit === 'weeks') return { interval_weeks: toCount(count), ...limits };
	const weekdays = [typed.repeat_on, typed.repeat_and_on].filter(Boolean).map((text) => {
		const [nth, weekday] = text.split(' ');
		return { nth: nth === 'last' ? ('last' as const) : (toCount(nth) as 1), weekday: toCount(weekday) };
	});
	const months = unit === 'months' ? toCount(count) : Number.NaN;
	return { months, ...limits, ...(weekdays.length > 0 && { weekdays }) };
}

/** Returns a series as the fields of a form; the inverse of `toSeriesInput`. */
export function toRepeatFields({ rule, until, pause }: Repeats): RepeatFields {
	const isWeekly = 'interval_weeks' in rule;
	const [on = '', andOn = ''] = isWeekly ? [] : rule.weekdays.map(({ nth, weekday }) => `${nth} ${weekday}`);
	return {
		repeat_every: isWeekly ? `${rule.interval_weeks} weeks` : `${rule.months} months`,
		repeat_on: on,
		repeat_and_on: andOn,
		repeat_until: until ?? '',
		pause_from: pause?.from ?? '',
		pause_until: pause?.until ?? '',
	};
}

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

/** What a series repeats by: `until` is the last possible date, null for none. */
export type Repeats = { rule: SeriesRule; until: string | null; pause: Pause | null };
type Progress = Repeats & { nextDate: string };

const isPaused = (date: string, pause: Pause | null) =>
	pause !== null && date >= pause.from && date <= pause.until;

/** Returns a pause unless its last day has passed everywhere at `now`. */
export const findCurrentPause = (pause: Pause | null, now: Date): Pause | null =>
	pause && now.getTime() <= Date.parse(addDays(pause.until, 2)) ? pause : null;

/**
 * Returns the dates of a series that are due on the day `today` in its zone, and the date after them. The next four dates
 * after `today` are; those before `nextDate` have their events.
 */
export function listDueDates({ rule, until, pause, nextDate }: Progress, today: string) {
	let date = nextDate;
	for (let before = stepDate(rule, date, -1); before > today; before = stepDate(rule, date, -1))
		date = before;
	const due: string[] = [];
	for (let ahead = 0; until === null || date <= until; date = stepDate(rule, date)) {
		if (isPaused(date, pause)) continue;
		if (date > today && ++ahead > DATES_AHEAD) break;
		if (date >= nextDate && date >= today) due.push(date);
	}
	return { due, nextDate: date > nextDate ? date : nextDate };
}

/** Returns whether a series has dates whose events do not exist yet. */
export const hasMoreDates = ({ nextDate, until }: Pick<Progress, 'nextDate' | 'until'>): boolean =>
	until === null || nextDate <= until;

/** Returns a date of a series ('2027-02-06') as 'Feb 6th, 2027'. */
const formatSeriesDate = (date: string): string => formatOrdinalDate(`${date}T00:00:00Z`, 'UTC');

/** Returns 'Every week', or 'Every month on the first Tuesday', until when, and which dates are left out. */
export function describeRepeats({ rule, until, pause }: Repeats): string {
	const end = until === null ? '' : ` until ${formatSeriesDate(until)}`;
	const left = pause
		? `, but not from ${formatSeriesDate(pause.from)} to ${formatSeriesDate(pause.until)}`
		: '';
	return describeRule(rule) + end + left;
}

/** Whether more events of a series will be created, no more but later ones exist, or none follows. */
export type SeriesProgress = 'running' | 'complete' | 'ended';

const PROGRESS_TEXTS: Record<SeriesProgress, string> = {
	running: '',
	complete: '. No more dates will be added.',
	ended: '. The series has ended: no more dates follow.',
};

/** Returns how a series repeats, and whether it has ended. */
export const describeSeries = (series: Repeats, progress: SeriesProgress): string =>
	describeRepeats(series) + PROGRESS_TEXTS[progress];

/** Returns how many events a series has from now on: '4 events are planned, repeats included.' */
export const describeEventCount = (count: number): string =>
	`${formatCount(count, 'event')} ${inflect(count, 'is', 'are')} planned, repeats included.`;

/** Returns how an edit that moves the last date of a series says so. */
export const describeNewEnd = (until: string): string =>
	`The series now ends on ${formatSeriesDate(until)}, so that its last event stays.`;

/** Returns the start of the event of a date. A time that clocks skip on that day is moved forward with them. */
export const getStart = (date: string, { startTime, timezone }: { startTime: string; timezone: string }) =>
	wallTimeToNextInstant({ date, time: startTime, zone: timezone });

/** How many of the next dates a page lists. */
const LISTED_DATES = 6;

/** The last date of a series that has its event, or the date of an event that does not repeat yet. */
export type SeriesClock = { lastDate: string; startTime: string; timezone: string };

/** Returns the next starts (ISO 8601) of a series whose events do not exist yet, at most six. */
export function listStarts({ rule, until, pause }: Repeats, clock: SeriesClock): string[] {
	const dates: string[] = [];
	let date = stepDate(rule, clock.lastDate);
	for (; dates.length < LISTED_DATES && (until === null || date <= until); date = stepDate(rule, date))
		if (!isPaused(date, pause)) dates.push(date);
	return dates.map((each) => getStart(each, clock).toISOString());
}
