import { HOUR_MS, MINUTE_MS, NOTICES } from '../limits.ts';
import { findQuietEnd, findQuietStart } from './quiet-hours.ts';

/** The times before an event that a user or an admin can choose for reminders, in minutes. */
export const REMINDER_MINUTES = [10_080, 1_440, 180, 60] as const;
export type ReminderMinutes = (typeof REMINDER_MINUTES)[number];
export const REMINDER_LABELS: Record<ReminderMinutes, string> = {
	10080: '1 week',
	1440: '24 hours',
	180: '3 hours',
	60: '1 hour',
};
/** The community's times while no admin has changed them. */
export const DEFAULT_REMINDER_MINUTES: readonly number[] = [1_440, 60];

/** Returns the times of the setting ('1440,60') in minutes, earliest first; null: the default, '': none. */
export function parseReminderMinutes(value: string | null): readonly number[] {
	return value === null ? DEFAULT_REMINDER_MINUTES : sortReminders(value.split(',').map(Number));
}

/** Returns each of the offered times that is in `chosen` once, the earliest reminder first. */
export const sortReminders = (chosen: readonly number[]): ReminderMinutes[] =>
	REMINDER_MINUTES.filter((minutes) => chosen.includes(minutes));

/** Returns reminder times for a sentence, such as '24 hours and 1 hour before each event'. */
export function formatReminders(minutes: readonly number[]): string {
	if (minutes.length === 0) return 'No reminders';
	// American lists have a comma before "and", which our texts leave out.
	const times = new Intl.ListFormat('en-GB').format(
		sortReminders(minutes).map((time) => REMINDER_LABELS[time]),
	);
	return `${times} before each event`;
}

/** Where users are reminded: by a direct message each, or mentioned together in the event's thread. */
export const REMINDER_WAYS = ['direct', 'thread'] as const;
export type ReminderWay = (typeof REMINDER_WAYS)[number];
export const REMINDER_WAY_LABELS: Record<ReminderWay, string> = {
	direct: 'By direct message',
	thread: "In the event's thread",
};

/** Returns the way of the setting; the default when it is not set. */
export const parseReminderWay = (value: string | null): ReminderWay =>
	value === 'thread' ? 'thread' : 'direct';

/** The hours without direct messages, as wall times ('22:30'); around midnight, `from` is after `to`. */
export type QuietHours = { from: string; to: string; timezone: string };

/** A message that would arrive less than this before the start is useless. */
const USEFUL_MS = 15 * MINUTE_MS;
/** How long before quiet hours a reminder is sent when it cannot wait for their end. */
const BEFORE_QUIET_MS = 10 * MINUTE_MS;
/** A reminder that is later than this is not sent, nor is a cancellation this long after the start. */
export const LATEST_MS = 6 * HOUR_MS;
/** An event that moved by at most this much keeps its reminders: those that were sent are not repeated. */
export const SAME_START_MS = NOTICES.moveMinutes * MINUTE_MS;

/** The reminder of an event that is sent at `sendAt`. `minutes` is the chosen time before the start. */
export type ReminderTime = { minutes: number; sendAt: Date };

type Choices = { startsAt: Date; minutes: readonly number[]; quietHours: QuietHours | null };

/**
 * Returns when a user is reminded, earliest first. A reminder within quiet hours is sent at their end, or
 * shortly before them when they end too late. Of those at the same moment, the one with the fewest `minutes`
 * stays.
 */
export function listReminderTimes({ startsAt, minutes, quietHours }: Choices): ReminderTime[] {
	const times: ReminderTime[] = [];
	for (const before of [...new Set(minutes)].sort((a, b) => b - a)) {
		const sendAt = avoidQuietHours(new Date(startsAt.getTime() - before * MINUTE_MS), startsAt, quietHours);
		const earlier = times.at(-1);
		if (earlier && sendAt <= earlier.sendAt) earlier.minutes = before;
		else times.push({ minutes: before, sendAt });
	}
	return times;
}

function avoidQuietHours(due: Date, startsAt: Date, quietHours: QuietHours | null): Date {
	const quietEnd = findQuietEnd(due, quietHours);
	if (quietEnd === null || isUseful(quietEnd, startsAt)) return quietEnd ?? due;
	const quietStart = findQuietStart(due, quietHours) ?? due;
	return new Date(quietStart.getTime() - BEFORE_QUIET_MS);
}

/** Returns whether a message at this instant is early enough before the start. */
export const isUseful = (instant: Date, startsAt: Date): boolean =>
	startsAt.getTime() - instant.getTime() >= USEFUL_MS;

type Known = {
	now: Date;
	/** When the user learned the event's current state. A reminder that was due before that is not sent. */
	knownSince: Date;
	/** The `minutes` of the last planned reminder of this start; null without one. */
	planned: number | null;
};

/**
 * Returns the reminder to plan now: the last one that is due. Null when it is planned, was due before
 * `knownSince` or more than `LATEST_MS` ago, or would be useless.
 */
export function chooseReminder(choices: Choices, { now, knownSince, planned }: Known): ReminderTime | null {
	const due = listReminderTimes(choices)
		.filter(({ sendAt }) => sendAt <= now)
		.at(-1);
	if (!due || (planned !== null && due.minutes >= planned)) return null;
	const isLate = now.getTime() - due.sendAt.getTime() > LATEST_MS;
	return isLate || due.sendAt < knownSince || !isUseful(now, choices.startsAt) ? null : due;
}
