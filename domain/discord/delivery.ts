import { HOUR_MS } from '../limits.ts';
import { getSection } from '../signups/standing.ts';
import { findQuietEnd } from '../users/quiet-hours.ts';
import { isUseful, listReminderTimes } from '../users/reminders.ts';
import { type DeliveryFacts, type DirectMessageKind, MESSAGE_KINDS } from './message-kinds.ts';

type PlannedMessage = {
	kind: DirectMessageKind;
	/** The event's start when the message was planned. */
	eventDate: Date;
	/** The chosen time of a reminder before the start. */
	minutes: number | null;
};
export type Delivery = { action: 'send' | 'drop' } | { action: 'wait'; until: Date };

const SEND: Delivery = { action: 'send' };
const DROP: Delivery = { action: 'drop' };
const waitUntil = (until: Date): Delivery => ({ action: 'wait', until });

/**
 * Returns what to do with a planned message that is due. It is dropped when it is no longer true or wanted,
 * and waits for the end of quiet hours. A user gets at most `NOTICES.perHour` changes of an event in an hour.
 */
export function decideDelivery(message: PlannedMessage, facts: DeliveryFacts, now: Date): Delivery {
	const { event, standing, isWanted, quietHours, earlierChangeAt: earlier } = facts;
	const { expected, isTrue, usefulMs = -1, isChange } = MESSAGE_KINDS[message.kind];
	const [eventStatus, signups] = expected;
	if (!isWanted || event.status !== eventStatus || !signups.includes(standing.status)) return DROP;
	if (isTrue?.(facts, message.eventDate) === false) return DROP;
	if (now.getTime() > event.date.getTime() + usefulMs) return DROP;
	if (message.kind === 'reminder') return decideReminder(message.minutes, facts, now);
	const nextChangeAt = isChange && earlier && new Date(earlier.getTime() + HOUR_MS);
	if (nextChangeAt && nextChangeAt > now) return waitUntil(nextChangeAt);
	const quietEnd = findQuietEnd(now, quietHours);
	return quietEnd ? waitUntil(quietEnd) : SEND;
}

function decideReminder(
	minutes: number | null,
	{ event: { date: startsAt }, standing, reminderMinutes, quietHours }: DeliveryFacts,
	now: Date,
): Delivery {
	const times = listReminderTimes({ startsAt, minutes: reminderMinutes, quietHours });
	const time = times.find((candidate) => candidate.minutes === minutes);
	const isReplaced = times.some(({ sendAt }) => time && time.sendAt < sendAt && sendAt <= now);
	if (!time || isReplaced) return DROP;
	// A user who waits for a place does not come yet, so only the last reminder says where they stand.
	const isLast = times.every((other) => other.minutes >= time.minutes);
	if (getSection(standing, true) === 'waitlist' && !isLast) return DROP;
	if (now < time.sendAt) return waitUntil(time.sendAt);
	const quietEnd = findQuietEnd(now, quietHours);
	if (quietEnd === null) return SEND;
	return isUseful(quietEnd, startsAt) ? waitUntil(quietEnd) : DROP;
}
