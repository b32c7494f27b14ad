import { HOUR_MS, MINUTE_MS, NOTICES } from '../limits.ts';
import { findQuietEnd, findQuietStart } from './quiet-hours.ts';
import type { QuietHours } from './reminders.ts';

/** A message that comes later than this before the start is of no use any more. */
const USEFUL_MS = 15 * MINUTE_MS;
/** How long before quiet hours a reminder is sent that cannot wait for their end. */
const BEFORE_QUIET_MS = 10 * MINUTE_MS;
/**
 * A reminder that was not planned in this time, because no process ran or because its time was chosen only then, is
 * left out, and so is a cancellation that was not sent in this time after the start.
 */
export const LATEST_MS = 6 * HOUR_MS;
/** An event that moved by at most this much keeps its reminders: those that were sent are not repeated. */
export const SAME_START_MS = NOTICES.moveMinutes * MINUTE_MS;

/** The reminder of an event that is sent at `sendAt`. `minutes` is the chosen time before the start. */
export type ReminderTime = { minutes: number; sendAt: Date };

type Choices = { startsAt: Date; minutes: readonly number[]; quietHours: QuietHours | null };

/**
 * Returns when a user is reminded of an event, earliest first. A reminder that falls into quiet hours is sent at their
 * end, or shortly before them when they end too late. Two reminders of one moment become one, the later of the two.
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

/** Returns whether a message at this instant still comes early enough before the start. */
export const isUseful = (instant: Date, startsAt: Date): boolean =>
	startsAt.getTime() - instant.getTime() >= USEFUL_MS;

type Known = {
	now: Date;
	/** Since when the user knows the event as it is: a reminder from before that is left out. */
	knownSince: Date;
	/** The `minutes` of the last reminder of this start that was planned; null without one. */
	planned: number | null;
};

/**
 * Returns the reminder that must be planned now, or null. Of several that are due, only the last one counts; none that
 * would come too late to be useful.
 */
export function chooseReminder(choices: Choices, { now, knownSince, planned }: Known): ReminderTime | null {
	const due = listReminderTimes(choices)
		.filter(({ sendAt }) => sendAt <= now)
		.at(-1);
	if (!due || (planned !== null && due.minutes >= planned)) return null;
	const isLate = now.getTime() - due.sendAt.getTime() > LATEST_MS;
	return isLate || due.sendAt < knownSince || !isUseful(now, choices.startsAt) ? null : due;
}
