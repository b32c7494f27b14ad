import { endOf } from '../events/status.ts';
import { formatCount } from '../format-count.ts';
import { EASTERN, MINUTE_MS } from '../limits.ts';
import type { FieldErrors } from '../refusal.ts';
import { addDays } from '../time/day.ts';
import { formatDuration, formatTime } from '../time/format.ts';
import { instantToWallTime, wallTimeToInstant } from '../time/wall-time.ts';
import { getZoneLabel } from '../time/zones.ts';
import {
	hasFact,
	listStatusesWith,
	type SignupStatus,
	STATUS_LABELS,
	type StatusQuestion,
} from './statuses.ts';

/** When a player arrives and leaves, as times of day 'HH:MM' in the event's zone; null for the whole event. */
export type Stay = { arrives_at: string | null; leaves_at: string | null };

/** An event with its start, its length in minutes and its zone. */
export type StayEvent = { date: Date | string; duration: number; timezone: string };

export const WHOLE_EVENT: Stay = { arrives_at: null, leaves_at: null };

/** The question of `STATUS_FACTS` that says with which statuses a user can have each time. */
const STAY_QUESTIONS = { arrives_at: 'arrivesLater', leaves_at: 'leavesEarly' } as const satisfies Record<
	keyof Stay,
	StatusQuestion
>;

/** Returns the zone in which a viewer reads and enters times of a signup: their own, or Eastern while it is unknown. */
export const chooseStayZone = (viewerZone: string | null): string => viewerZone ?? EASTERN;

/** Returns the start in ms without seconds, which times of day do not have. */
const getStartMs = ({ date }: Pick<StayEvent, 'date'>): number =>
	Math.floor(new Date(date).getTime() / MINUTE_MS) * MINUTE_MS;

/** Returns how many minutes after the start the clocks in `zone` show `clock`; null for outside the event. */
function countMinutesIn(event: StayEvent, clock: string | null, zone = event.timezone): number | null {
	if (clock === null) return null;
	const start = getStartMs(event);
	const first = instantToWallTime(new Date(start), zone).date;
	for (const day of [first, addDays(first, 1)]) {
		const found = wallTimeToInstant({ date: day, time: clock, zone });
		if ('error' in found) continue;
		const minutes = (found.instant.getTime() - start) / MINUTE_MS;
		if (minutes > 0 && minutes < event.duration) return minutes;
	}
	return null;
}

const addMinutes = (event: StayEvent, minutes: number): Date =>
	new Date(getStartMs(event) + minutes * MINUTE_MS);

/** Returns what the clocks in `zone` (by default the event's) show so many minutes after the start, as 'HH:MM'. */
export function toArrival(event: StayEvent, minutes: number, zone = event.timezone): string {
	return instantToWallTime(addMinutes(event, minutes), zone).time;
}

/** Returns the instant at which a player arrives, or null for the start. A time outside the event counts as none. */
export function findArrival(event: StayEvent, { arrives_at }: Pick<Stay, 'arrives_at'>): Date | null {
	const minutes = countMinutesIn(event, arrives_at);
	return minutes === null ? null : addMinutes(event, minutes);
}

/**
 * Returns times of day in the zone `from` as those in `to`. One outside the event is converted at the day of
 * its start, so that the way back gives the same.
 */
export function convertStay<Times extends Partial<Stay>>(
	event: StayEvent,
	times: Times,
	{ from, to }: { from: string; to: string },
): Times {
	const convert = (clock: string | null | undefined) => {
		if (!clock || from === to) return clock;
		const minutes = countMinutesIn(event, clock, from);
		if (minutes !== null) return toArrival(event, minutes, to);
		const { date } = instantToWallTime(event.date, from);
		const found = wallTimeToInstant({ date, time: clock, zone: from });
		return 'error' in found ? clock : instantToWallTime(found.instant, to).time;
	};
	const { arrives_at, leaves_at } = times;
	return {
		...times,
		...(arrives_at === undefined ? {} : { arrives_at: convert(arrives_at) }),
		...(leaves_at === undefined ? {} : { leaves_at: convert(leaves_at) }),
	};
}

/** Returns the minutes that a player misses at start and end; times outside the event count as none. */
function countMissed(event: StayEvent, stay: Stay): { late: number; early: number } {
	const leaves = countMinutesIn(event, stay.leaves_at);
	return {
		late: countMinutesIn(event, stay.arrives_at) ?? 0,
		early: leaves === null ? 0 : event.duration - leaves,
	};
}

/** Returns whether a player misses more than a third of the event, so that they are better seated as a Traveller. */
export function isTraveller(event: StayEvent, stay: Partial<Stay>): boolean {
	const { late, early } = countMissed(event, { ...WHOLE_EVENT, ...stay });
	return (late + early) * 3 > event.duration;
}

/** Returns what a player misses: 'Arrives 45 minutes late, leaves 1 hour early', with any advice; or null. */
export function describeStay(event: StayEvent, stay: Partial<Stay>): string | null {
	const { late, early } = countMissed(event, { ...WHOLE_EVENT, ...stay });
	const arrives = late > 0 && `arrives ${formatSpan(late)} late`;
	const leaves = early > 0 && `leaves ${formatSpan(early)} early`;
	const text = [arrives, leaves].filter(Boolean).join(', ');
	if (text === '') return null;
	const advice = isTraveller(event, stay) ? ' · suggested as Traveller' : '';
	return text.charAt(0).toUpperCase() + text.slice(1) + advice;
}

const formatSpan = (minutes: number): string =>
	minutes < 60 ? formatCount(minutes, 'minute') : formatDuration(minutes);

/** Returns when the event is, in `zone` (by default its own): 'from 8:30 PM to 11:30 PM (Eastern)'. */
export function describeStayRange({ date, duration, timezone }: StayEvent, zone = timezone): string {
	const end = endOf({ date: new Date(date), duration });
	return `from ${formatTime(date, zone)} to ${formatTime(end, zone)} (${getZoneLabel(zone)})`;
}

/**
 * Returns the errors of sent times: outside the event, in the wrong order, or not for the status. A saved
 * time is no error, because the event may have moved; times that are not sent stay. Times are in the event's
 * zone; the texts name its limits in `zone`.
 */
export function findStayErrors(
	event: StayEvent,
	{ status, ...sent }: Partial<Stay> & { status: SignupStatus },
	saved: Stay,
	zone = event.timezone,
): FieldErrors {
	const errors: FieldErrors = {};
	const names = ['arrives_at', 'leaves_at'] as const;
	const changed = names.filter((name) => sent[name] && sent[name] !== saved[name]);
	for (const name of changed) {
		if (!hasFact(status, STAY_QUESTIONS[name])) errors[name] = [describeStayStatuses(name)];
		else if (countMinutesIn(event, sent[name] ?? null) === null)
			errors[name] = [`Please enter a time ${describeStayRange(event, zone)}`];
	}
	if (!hasFact(status, 'arrivesLater') || changed.length === 0 || Object.keys(errors).length > 0)
		return errors;
	const { arrives_at = saved.arrives_at, leaves_at = saved.leaves_at } = sent;
	const [arrives, leaves] = [countMinutesIn(event, arrives_at), countMinutesIn(event, leaves_at)];
	if (arrives !== null && leaves !== null && leaves <= arrives)
		errors[sent.leaves_at ? 'leaves_at' : 'arrives_at'] = ['You would leave before you arrive'];
	return errors;
}

function describeStayStatuses(name: keyof Stay): string {
	const statuses = listStatusesWith(STAY_QUESTIONS[name]).map((status) => STATUS_LABELS[status]);
	return `Choose ${statuses.join(' or ')} to say when you ${name === 'arrives_at' ? 'arrive' : 'leave'}`;
}
