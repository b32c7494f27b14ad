import type { EventStatus } from '../events/status.ts';
import { DAY_MS, DURATION_MINUTES, HOUR_MS, MINUTE_MS } from '../limits.ts';
import type { Decision } from '../places/decision.ts';
import { getSection, type Standing } from '../signups/standing.ts';
import { listStatusesWith, SIGNUP_STATUSES, type SignupStatus } from '../signups/statuses.ts';
import { findQuietEnd } from '../users/quiet-hours.ts';
import {
	isUseful,
	LATEST_MS,
	listReminderTimes,
	type QuietHours,
	SAME_START_MS,
} from '../users/reminders.ts';

const COMING = listStatusesWith('comes');
const MAY_COME = listStatusesWith('mayCome');

/** The status of an event whose date is asked for in an undecided poll; 'decided' is that of any other poll. */
export type SubjectStatus = EventStatus | 'poll' | 'decided';

type Expected = { event: SubjectStatus; signups: readonly (SignupStatus | null)[] };

/** The kinds of direct message, with the event status and the signup statuses (null: no signup) for which each is true. */
const EXPECTED = {
	reminder: { event: 'active', signups: COMING },
	cancelled: { event: 'cancelled', signups: MAY_COME },
	reinstated: { event: 'active', signups: MAY_COME },
	moved: { event: 'active', signups: MAY_COME },
	nudge: { event: 'active', signups: [null] },
	placed: { event: 'active', signups: COMING },
	offered: { event: 'active', signups: COMING },
	standby: { event: 'active', signups: listStatusesWith('canStandBy') },
	moved_to_waitlist: { event: 'active', signups: COMING },
	regular: { event: 'active', signups: MAY_COME },
	signed_up: { event: 'active', signups: MAY_COME },
	too_few: { event: 'active', signups: [null, ...SIGNUP_STATUSES] },
	roll_call: { event: 'completed', signups: [null, ...SIGNUP_STATUSES] },
	departures: { event: 'active', signups: [null, ...SIGNUP_STATUSES] },
	message: { event: 'active', signups: SIGNUP_STATUSES },
	poll: { event: 'poll', signups: [null] },
	poll_closed: { event: 'poll', signups: [null] },
	date_chosen: { event: 'active', signups: MAY_COME },
} satisfies Record<string, Expected>;
export type DirectMessageKind = keyof typeof EXPECTED;
export const DIRECT_MESSAGE_KINDS = Object.keys(EXPECTED) as DirectMessageKind[];

/** News of a changed event, which the next change may replace. */
export const CHANGE_KINDS: readonly DirectMessageKind[] = ['moved', 'cancelled', 'reinstated'];

/** How long after the start a message is still useful; every other kind is not. */
const USEFUL_AFTER_START: Partial<Record<DirectMessageKind, number>> = {
	cancelled: LATEST_MS,
	roll_call: 3 * DAY_MS,
	// After the end of the answers.
	poll_closed: 3 * DAY_MS,
	// Until the event ends: then it is no longer active.
	message: DURATION_MINUTES.editMax * MINUTE_MS,
};

type PlannedMessage = {
	kind: DirectMessageKind;
	/** The event's start when the message was planned. */
	eventDate: Date;
	/** The chosen time of a reminder before the start. */
	minutes: number | null;
};
type DeliveryFacts = {
	event: { date: Date; status: SubjectStatus };
	standing: Standing;
	decision: Decision | null;
	/** Whether a player of the user's group has no mark in the roll call. */
	awaitsRollCall: boolean;
	areDeparturesHeld: boolean;
	/** Whether a message of a user still has its author, and the user is still one of those whom it is written to. */
	isAddressed: boolean;
	/** Whether the user has answered the poll. */
	hasVoted: boolean;
	/** Whether the user is a member and wants direct messages. */
	isWanted: boolean;
	/** The reminder times that the user chose, or those of the site. */
	reminderMinutes: readonly number[];
	quietHours: QuietHours | null;
	/** When the user was told the last but `NOTICES.perHour - 1` change of this event; null: they were told fewer. */
	earlierChangeAt: Date | null;
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
	const { kind } = message;
	const { event, standing, isWanted, quietHours } = facts;
	const { event: eventStatus, signups }: Expected = EXPECTED[kind];
	if (!isWanted || event.status !== eventStatus || !signups.includes(standing.status)) return DROP;
	if (kind === 'nudge' && standing.kind === 'runs') return DROP;
	// Who waited for an event that has no limit any more has no place, and comes.
	const isWaiting = getSection(standing, true) === 'waitlist';
	if (kind === 'placed' && (isWaiting || standing.kind === 'runs')) return DROP;
	if (kind === 'moved_to_waitlist' && standing.kind !== 'waiting') return DROP;
	if ((kind === 'offered' || kind === 'standby') && standing.kind !== 'offered') return DROP;
	if (kind === 'too_few' && facts.decision !== 'pending') return DROP;
	if (kind === 'roll_call' && !facts.awaitsRollCall) return DROP;
	if (kind === 'departures' && !facts.areDeparturesHeld) return DROP;
	if (kind === 'message' && !facts.isAddressed) return DROP;
	if (kind === 'poll' && facts.hasVoted) return DROP;
	// The creator has given players more time, and is told at its end.
	if (kind === 'poll_closed' && event.date > message.eventDate) return DROP;
	const endsAt = event.date.getTime() + (USEFUL_AFTER_START[kind] ?? -1);
	if (now.getTime() > endsAt) return DROP;
	const hasMoved = Math.abs(event.date.getTime() - message.eventDate.getTime()) > SAME_START_MS;
	// When the event has moved, reminders and messages about the new start are planned again.
	if (hasMoved && (kind === 'reminder' || kind === 'moved')) return DROP;
	if (kind === 'reminder') return decideReminder(message.minutes, facts, now);
	const nextChangeAt = CHANGE_KINDS.includes(kind)
		? facts.earlierChangeAt && addHour(facts.earlierChangeAt)
		: null;
	if (nextChangeAt && nextChangeAt > now) return waitUntil(nextChangeAt);
	const quietEnd = findQuietEnd(now, quietHours);
	return quietEnd ? waitUntil(quietEnd) : SEND;
}

const addHour = (time: Date) => new Date(time.getTime() + HOUR_MS);

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
