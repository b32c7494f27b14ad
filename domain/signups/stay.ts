import { formatCount } from '../format-count.ts';
import { MINUTE_MS } from '../limits.ts';
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

/**
 * Returns how many minutes after the start the clocks in the event's zone show `clock`, or null when they do not show it
 * between start and end.
 */
function countMinutesIn({ date, duration, timezone }: StayEvent, clock: string | null): number | null {
	if (clock === null) return null;
	const start = new Date(date).getTime();
	const first = instantToWallTime(new Date(start), timezone).date;
	for (const day of [first, addDays(first, 1)]) {
		const found = wallTimeToInstant({ date: day, time: clock, zone: timezone });
		if ('error' in found) continue;
		const minutes = (found.instant.getTime() - start) / MINUTE_MS;
		if (minutes > 0 && minutes < duration) return minutes;
	}
	return null;
}

/**
 * Returns how many minutes of the event the player misses at the start and at the end. A time outside the event, which
 * may have moved since, counts as none.
 */
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

/**
 * Returns how much of the event a player misses in words: 'Arrives 45 minutes late, leaves 1 hour early', with the advice
 * to seat a Traveller; null for nothing.
 */
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

/** Returns when the event is, in its own zone: 'from 8:30 PM to 11:30 PM (Eastern)'. */
export function describeStayRange({ date, duration, timezone }: StayEvent): string {
	const end = new Date(new Date(date).getTime() + duration * MINUTE_MS);
	return `from ${formatTime(date, timezone)} to ${formatTime(end, timezone)} (${getZoneLabel(timezone)})`;
}

/**
 * Returns the errors of the times that a request sends: outside the event, in the wrong order, or with a status that has
 * no such time. A time that is saved already is no error: the event may have moved, and a form sends it again. Times that
 * are not sent stay.
 */
export function findStayErrors(
	event: StayEvent,
	{ status, ...sent }: Partial<Stay> & { status: SignupStatus },
	saved: Stay,
): FieldErrors {
	const errors: FieldErrors = {};
	const names = ['arrives_at', 'leaves_at'] as const;
	const changed = names.filter((name) => sent[name] && sent[name] !== saved[name]);
	for (const name of changed) {
		if (!hasFact(status, STAY_QUESTIONS[name])) errors[name] = [describeStayStatuses(name)];
		else if (countMinutesIn(event, sent[name] ?? null) === null)
			errors[name] = [`Please enter a time ${describeStayRange(event)}`];
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
