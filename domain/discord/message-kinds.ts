import type { EventStatus } from '../events/status.ts';
import { DAY_MS, DURATION_MINUTES, MINUTE_MS } from '../limits.ts';
import type { Decision } from '../places/decision.ts';
import { describePlace, getSection, type Standing } from '../signups/standing.ts';
import { listStatusesWith, SIGNUP_STATUSES, type SignupStatus } from '../signups/statuses.ts';
import { LATEST_MS, type QuietHours, SAME_START_MS } from '../users/reminders.ts';
import {
	type AnnouncedEvent,
	BUTTON_STATUSES,
	type EventDetails,
	escapeWithin,
	type MessageButton,
	toAttendanceButton,
	toPlaceButton,
	toSignupButton,
	toTimestamp,
} from './announcement.ts';
import { toPollButton } from './poll-messages.ts';

/** The status of an event whose date is asked for in an undecided poll; 'decided' is that of any other poll. */
export type SubjectStatus = EventStatus | 'poll' | 'decided';

/** What decides whether a message is sent. */
export type DeliveryFacts = {
	event: { date: Date; status: SubjectStatus };
	standing: Standing;
	decision: Decision | null;
	/** Whether a player of the user's group has no mark in the roll call. */
	awaitsRollCall: boolean;
	areDeparturesHeld: boolean;
	/** Whether the author of a message still exists, and still addresses the user. */
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

/** What a message of any kind shows. */
export type MessageFacts = {
	/** It has no notes and no preferences on purpose. */
	event: Pick<AnnouncedEvent, 'id' | 'title' | 'date' | 'cancelReason'> & EventDetails;
	standing: Standing;
	/** The start that the user knew, when it was another one. */
	previousDate: Date | null;
	/** Until when an offered place is kept for the user; null when the first of several gets it. */
	offerExpiresAt: Date | null;
	/** Why the user waits for a place, or has one. */
	placeReason: string | null;
	/** The title of another event at the same time that the user comes to, or null. */
	otherEvent: string | null;
	/** What a user has written, with their display name; null for every other kind. */
	message: { author: string; text: string } | null;
};

type MessageKind = {
	/** The event status and the signup statuses (null: no signup) for which it is true. */
	expected: readonly [SubjectStatus, readonly (SignupStatus | null)[]];
	/** Whether all else is true; `plannedFor` is the event's start when it was planned. */
	isTrue?: (facts: DeliveryFacts, plannedFor: Date) => boolean;
	/** How long after the start it is still useful; without it, until the start. */
	usefulMs?: number;
	/** Whether it is news of a changed event, which the next change may replace. */
	isChange?: boolean;
	/** Whether it is sent only after the places are settled. */
	awaitsPlaces?: boolean;
	/** What it says to all of its users, and what it adds for one. */
	sentence: (facts: MessageFacts) => string;
	ownSentence?: (facts: MessageFacts) => string | null;
	/** Whether it names another event at the same time, to which the user comes then. */
	namesOtherEvent?: boolean;
	/** What its date is called. */
	dateName?: string;
	reason?: (facts: MessageFacts) => string | null;
	/** The buttons before the link. */
	buttons?: Buttons;
};
type Buttons = (facts: MessageFacts) => MessageButton[];

const COMING = listStatusesWith('comes');
const MAY_COME = listStatusesWith('mayCome');
const ANY = [null, ...SIGNUP_STATUSES];

const waits = (standing: Standing) => getSection(standing, true) === 'waitlist';

/** When the event has moved, messages about its start are planned again. */
const startsAsPlanned = ({ event }: DeliveryFacts, plannedFor: Date) =>
	Math.abs(event.date.getTime() - plannedFor.getTime()) <= SAME_START_MS;
const isOffered = ({ standing }: DeliveryFacts) => standing.kind === 'offered';

const addPlace = (sentence: string, standing: Standing) =>
	waits(standing) ? `${sentence} ${describePlace(standing)}` : sentence;
const ask = (sentence: string, standing: Standing) =>
	`${addPlace(sentence, standing)} ${waits(standing) ? 'Would you still come?' : 'Are you still coming?'}`;

const listDeclineButton: Buttons = ({ event }) => [toSignupButton(event.id, 'declined', "I can't come")];
const listStatusButtons: Buttons = (facts) => {
	const { event, standing } = facts;
	// Pressing their own status again keeps their number.
	const keep = toSignupButton(event.id, standing.status ?? 'confirmed', 'Keep waiting');
	return waits(standing)
		? [keep, ...listDeclineButton(facts)]
		: BUTTON_STATUSES.map((status) => toSignupButton(event.id, status));
};
const listComingButtons: Buttons = (facts) => {
	if (facts.previousDate) return listStatusButtons(facts);
	const late = toSignupButton(facts.event.id, 'late', "I'll be late");
	return [...(waits(facts.standing) || facts.standing.late ? [] : [late]), ...listDeclineButton(facts)];
};
const listPlaceButtons = (eventId: string, take: string, pass: string) => [
	toPlaceButton(eventId, true, take),
	toPlaceButton(eventId, false, pass),
];

/** The kinds of direct message: when each is true, what it says, and its buttons. */
const KINDS = {
	reminder: {
		expected: ['active', COMING],
		isTrue: startsAsPlanned,
		sentence: ({ event }) => `starts ${toTimestamp(event.date, 'R')}.`,
		ownSentence: ({ event, standing }) => {
			const hope = `A place can still become free before ${toTimestamp(event.date, 't')}.`;
			return waits(standing) ? `${describePlace(standing)} ${hope}` : null;
		},
		buttons: listComingButtons,
	},
	cancelled: {
		expected: ['cancelled', MAY_COME],
		usefulMs: LATEST_MS,
		isChange: true,
		sentence: () => 'was cancelled.',
		reason: ({ event }) => event.cancelReason,
	},
	reinstated: {
		expected: ['active', MAY_COME],
		isChange: true,
		sentence: ({ standing, previousDate }) =>
			previousDate ? ask('is back on at a new time.', standing) : addPlace('is back on.', standing),
		buttons: listComingButtons,
	},
	moved: {
		expected: ['active', MAY_COME],
		isTrue: startsAsPlanned,
		isChange: true,
		sentence: ({ standing }) => ask('has a new time.', standing),
		buttons: listStatusButtons,
	},
	nudge: {
		expected: ['active', [null]],
		isTrue: ({ standing }) => standing.kind !== 'runs',
		sentence: () => 'is planned. Are you coming?',
		buttons: listStatusButtons,
	},
	placed: {
		expected: ['active', COMING],
		// Who waited for an event that has no limit any more has no place, and comes.
		isTrue: ({ standing }) => !waits(standing) && standing.kind !== 'runs',
		sentence: () => 'has a place for you now.',
		namesOtherEvent: true,
		// An event that has no limit any more has no place to give up.
		buttons: (facts) => {
			const giveUp = toPlaceButton(facts.event.id, false, 'Give it up');
			return facts.standing.kind === 'placed' ? [giveUp] : listDeclineButton(facts);
		},
	},
	offered: {
		expected: ['active', COMING],
		isTrue: isOffered,
		sentence: ({ offerExpiresAt: until }) =>
			`has a free place. ${until ? `It is kept for you until ${toTimestamp(until, 't')}.` : 'The first to take it gets it.'}`,
		namesOtherEvent: true,
		buttons: ({ event }) => listPlaceButtons(event.id, 'Take the place', 'No, thanks'),
	},
	standby: {
		expected: ['active', listStatusesWith('canStandBy')],
		isTrue: isOffered,
		sentence: ({ offerExpiresAt: until }) =>
			`is short of players. Can you come?${until ? ` Please answer by ${toTimestamp(until, 't')}.` : ''}`,
		namesOtherEvent: true,
		buttons: ({ event }) => listPlaceButtons(event.id, "I'm coming", 'Not this time'),
	},
	moved_to_waitlist: {
		expected: ['active', COMING],
		isTrue: ({ standing }) => standing.kind === 'waiting',
		awaitsPlaces: true,
		sentence: ({ standing }) => addPlace('has no place for you at the moment.', standing),
		reason: ({ placeReason }) => placeReason,
		buttons: listDeclineButton,
	},
	regular: {
		expected: ['active', MAY_COME],
		sentence: () => 'is planned, and you are signed up as a regular.',
		buttons: listDeclineButton,
	},
	signed_up: {
		expected: ['active', MAY_COME],
		awaitsPlaces: true,
		sentence: ({ standing }) => addPlace('is planned, and a creator signed you up.', standing),
		buttons: listDeclineButton,
	},
	too_few: {
		expected: ['active', ANY],
		isTrue: ({ decision }) => decision === 'pending',
		sentence: () => 'has too few players. On its page you can cancel it, or wait for more.',
	},
	roll_call: {
		expected: ['completed', ANY],
		isTrue: ({ awaitsRollCall }) => awaitsRollCall,
		usefulMs: 3 * DAY_MS,
		sentence: () => 'is over. Was everyone in your group there?',
		buttons: ({ event }) => [toAttendanceButton(event.id)],
	},
	/** Tells admins that departures wait for their confirmation. */
	departures: {
		expected: ['active', ANY],
		isTrue: ({ areDeparturesHeld }) => areDeparturesHeld,
		sentence: () =>
			'may be affected: many members seem to have left the server, or the required role is gone. They keep their places until you confirm in Site Settings that they left.',
	},
	message: {
		expected: ['active', SIGNUP_STATUSES],
		isTrue: ({ isAddressed }) => isAddressed,
		// Until the event ends: then it is no longer active.
		usefulMs: DURATION_MINUTES.editMax * MINUTE_MS,
		sentence: ({ message }) => `has a message for you from ${escapeWithin(message?.author ?? '', 100)}.`,
	},
	poll: {
		expected: ['poll', [null]],
		isTrue: ({ hasVoted }) => !hasVoted,
		sentence: ({ event }) =>
			`needs a date. When can you come? Please answer by ${toTimestamp(event.date, 'F')}.`,
		dateName: 'Answer by',
		buttons: ({ event }) => [toPollButton(event.id)],
	},
	poll_closed: {
		expected: ['poll', [null]],
		// The creator has given players more time, and is told at its end.
		isTrue: ({ event }, plannedFor) => event.date <= plannedFor,
		// After the end of the answers.
		usefulMs: 3 * DAY_MS,
		sentence: () => 'is ready for you to choose its date: the time to answer is over.',
		dateName: 'Answers were due',
	},
	date_chosen: {
		expected: ['active', MAY_COME],
		sentence: ({ standing }) => addPlace('has a date, and your answer signed you up.', standing),
		buttons: listStatusButtons,
	},
} satisfies Record<string, MessageKind>;

export type DirectMessageKind = keyof typeof KINDS;
export const MESSAGE_KINDS: Readonly<Record<DirectMessageKind, MessageKind>> = KINDS;
export const DIRECT_MESSAGE_KINDS = Object.keys(KINDS) as DirectMessageKind[];

/** Returns the kinds whose answer to `question` is yes, as a list in SQL. */
export const listKindsSql = (question: 'isChange' | 'awaitsPlaces'): string =>
	`('${DIRECT_MESSAGE_KINDS.filter((kind) => MESSAGE_KINDS[kind][question]).join("', '")}')`;
