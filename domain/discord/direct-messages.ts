import { describeOtherEvent } from '../places/texts.ts';
import { describePlace, getSection, labelStanding, type Standing } from '../signups/standing.ts';
import {
	type AnnouncedEvent,
	BUTTON_STATUSES,
	COLORS,
	type EmbedField,
	type EmbedMessage,
	escapeWithin,
	MESSAGE_LIMITS,
	type MessageButton,
	toAttendanceButton,
	toLinkButton,
	toPlaceButton,
	toPlaceFields,
	toReasonField,
	toSignupButton,
	toTimeField,
	toTimestamp,
} from './announcement.ts';
import type { DirectMessageKind } from './delivery.ts';
import { toPollButton } from './poll-messages.ts';

/**
 * `dropped`: not true or wanted when it was due. `refused`: the user accepts no direct messages. `failed`:
 * Discord refused it otherwise. `outdated`: its offer has ended; `ended`: Discord shows that.
 */
export const DIRECT_MESSAGE_STATES = [
	'pending',
	'sent',
	'dropped',
	'refused',
	'failed',
	'outdated',
	'ended',
] as const;

export type DirectMessageContent = EmbedMessage & { content: string };

export type DirectMessageFacts = {
	kind: DirectMessageKind;
	/** It has no notes and no preferences on purpose. */
	event: Pick<AnnouncedEvent, 'id' | 'title' | 'date' | 'location' | 'storytellers' | 'cancelReason'>;
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

/** Tells admins that departures wait for their confirmation; the link leads to it. */
const DEPARTURES_TEXT =
	'may be affected: many members seem to have left the server, or the required role is gone. They keep their places until you confirm in Site Settings that they left.';

/** Returns a direct message about the event at `address`, with users' texts escaped (decision 0042). */
export function toDirectMessage(facts: DirectMessageFacts, address: string): DirectMessageContent {
	const { kind, event, standing } = facts;
	const title = escapeWithin(event.title, MESSAGE_LIMITS.title);
	const { sentence, ownSentence } = toSentences(facts);
	return {
		content: [`**${title}** ${sentence}`, ownSentence ?? [], listOtherEvent(facts)].flat().join(' '),
		embeds: [
			{
				title,
				url: address,
				...toDescription(facts),
				color: COLORS[kind === 'cancelled' ? 'cancelled' : 'active'],
				fields: [
					...listMessageFields(facts),
					...(standing.status ? [{ name: 'Your signup', value: labelStanding(standing), inline: true }] : []),
				],
			},
		],
		components: [{ type: 1, components: [...listSignupButtons(facts), toLinkButton(address)] }],
	};
}

/** Returns what replaces a message after its offer has ended: no buttons, and where the user stands now. */
export function toEndedOffer(
	{ event, standing }: Pick<DirectMessageFacts, 'event' | 'standing'>,
	address: string,
): DirectMessageContent {
	const title = escapeWithin(event.title, MESSAGE_LIMITS.title);
	const text = standing.kind === 'placed' ? 'You took the place.' : 'This offer has ended.';
	const place = standing.kind === 'waiting' ? [describePlace(standing)] : [];
	return {
		content: [`**${title}**`, text, ...place].join(' '),
		embeds: [{ title, url: address, color: COLORS.active, fields: [toTimeField('When', event.date)] }],
		components: [{ type: 1, components: [toLinkButton(address)] }],
	};
}

/** Who gets a place, or may take one, learns that they come to another event then. */
const listOtherEvent = ({ kind, otherEvent }: DirectMessageFacts): string[] =>
	otherEvent !== null && ['placed', 'offered', 'standby'].includes(kind)
		? [describeOtherEvent(`**${escapeWithin(otherEvent, MESSAGE_LIMITS.title)}**`)]
		: [];

/** Returns the sentence about the place of a user who waits for one; null for a user who comes. */
const describeWaiting = (standing: Standing): string | null =>
	getSection(standing, true) === 'waitlist' ? describePlace(standing) : null;

/** Returns what a message says to all of its users, and what it adds for one who waits; null for nothing. */
export function toSentences(facts: DirectMessageFacts): { sentence: string; ownSentence: string | null } {
	const waiting = facts.kind === 'reminder' ? describeWaiting(facts.standing) : null;
	const hope = `A place can still become free before ${toTimestamp(facts.event.date, 't')}.`;
	return { sentence: toSentence(facts), ownSentence: waiting && `${waiting} ${hope}` };
}

function toSentence({
	kind,
	event: { date },
	standing,
	previousDate,
	offerExpiresAt,
	message,
}: DirectMessageFacts): string {
	const waiting = describeWaiting(standing);
	const question = waiting === null ? 'Are you still coming?' : `${waiting} Would you still come?`;
	const withPlace = (sentence: string) => (waiting === null ? sentence : `${sentence} ${waiting}`);
	switch (kind) {
		case 'reminder':
			return `starts ${toTimestamp(date, 'R')}.`;
		case 'cancelled':
			return 'was cancelled.';
		case 'reinstated':
			return previousDate ? `is back on at a new time. ${question}` : withPlace('is back on.');
		case 'moved':
			return `has a new time. ${question}`;
		case 'nudge':
			return 'is planned. Are you coming?';
		case 'regular':
			return 'is planned, and you are signed up as a regular.';
		case 'signed_up':
			return withPlace('is planned, and a creator signed you up.');
		case 'date_chosen':
			return withPlace('has a date, and your answer signed you up.');
		case 'poll':
			return `needs a date. When can you come? Please answer by ${toTimestamp(date, 'F')}.`;
		case 'poll_closed':
			return 'is ready for you to choose its date: the time to answer is over.';
		case 'placed':
			return 'has a place for you now.';
		case 'offered':
			return offerExpiresAt
				? `has a free place. It is kept for you until ${toTimestamp(offerExpiresAt, 't')}.`
				: 'has a free place. The first to take it gets it.';
		case 'standby':
			return offerExpiresAt
				? `is short of players. Can you come? Please answer by ${toTimestamp(offerExpiresAt, 't')}.`
				: 'is short of players. Can you come?';
		case 'moved_to_waitlist':
			return withPlace('has no place for you at the moment.');
		case 'too_few':
			return 'has too few players. On its page you can cancel it, or wait for more.';
		case 'roll_call':
			return 'is over. Was everyone in your group there?';
		case 'departures':
			return DEPARTURES_TEXT;
		case 'message':
			return `has a message for you from ${escapeWithin(message?.author ?? '', 100)}.`;
	}
}

/** Returns the part of an embed that shows what a user has written; nothing for every other kind. */
export const toDescription = ({ message }: DirectMessageFacts): { description?: string } =>
	message ? { description: escapeWithin(message.text, MESSAGE_LIMITS.description) } : {};

/** What the date of a message says that is about no event yet. */
const TIME_LABELS: Partial<Record<DirectMessageKind, string>> = {
	poll: 'Answer by',
	poll_closed: 'Answers were due',
};

/** Returns the fields that all users of a message read. */
export function listMessageFields({
	kind,
	event,
	previousDate,
	placeReason,
}: DirectMessageFacts): EmbedField[] {
	return [
		...(kind === 'cancelled' ? toReasonField(event.cancelReason) : []),
		...(kind === 'moved_to_waitlist' ? toReasonField(placeReason) : []),
		...(previousDate && kind !== 'cancelled'
			? [
					{ name: 'Old time', value: toTimestamp(previousDate, 'F'), inline: false },
					toTimeField('New time', event.date),
				]
			: [toTimeField(TIME_LABELS[kind] ?? 'When', event.date)]),
		...toPlaceFields(event),
	];
}

/** Returns the buttons of a message before the link. */
export function listSignupButtons({
	kind,
	event,
	standing,
	previousDate,
}: DirectMessageFacts): MessageButton[] {
	const isWaiting = describeWaiting(standing) !== null;
	const decline = toSignupButton(event.id, 'declined', "I can't come");
	const listStatusButtons = () =>
		isWaiting
			? // Pressing their own status again keeps their number.
				[toSignupButton(event.id, standing.status ?? 'confirmed', 'Keep waiting'), decline]
			: BUTTON_STATUSES.map((status) => toSignupButton(event.id, status));
	switch (kind) {
		case 'poll':
			return [toPollButton(event.id)];
		case 'regular':
		case 'signed_up':
		case 'moved_to_waitlist':
			return [decline];
		case 'placed':
			// An event that has no limit any more has no place to give up.
			return [standing.kind === 'placed' ? toPlaceButton(event.id, false, 'Give it up') : decline];
		case 'offered':
			return [toPlaceButton(event.id, true, 'Take the place'), toPlaceButton(event.id, false, 'No, thanks')];
		case 'standby':
			return [toPlaceButton(event.id, true, "I'm coming"), toPlaceButton(event.id, false, 'Not this time')];
		case 'roll_call':
			return [toAttendanceButton(event.id)];
		case 'cancelled':
		case 'too_few':
		case 'departures':
		case 'message':
		case 'poll_closed':
			return [];
		case 'moved':
		case 'nudge':
		case 'date_chosen':
			return listStatusButtons();
		case 'reminder':
		case 'reinstated':
			if (previousDate) return listStatusButtons();
			return isWaiting || standing.late
				? [decline]
				: [toSignupButton(event.id, 'late', "I'll be late"), decline];
	}
}
