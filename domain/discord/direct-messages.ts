import { describeOtherEvent } from '../places/texts.ts';
import { describePlace, labelStanding } from '../signups/standing.ts';
import {
	COLORS,
	type EmbedField,
	type EmbedMessage,
	escapeWithin,
	MESSAGE_LIMITS,
	toLinkButton,
	toPlaceFields,
	toReasonField,
	toTimeField,
	toTimestamp,
} from './announcement.ts';
import { type DirectMessageKind, MESSAGE_KINDS, type MessageFacts } from './message-kinds.ts';

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

export type DirectMessageFacts = MessageFacts & { kind: DirectMessageKind };

/** Returns a direct message about the event at `address`, with users' texts escaped (decision 0042). */
export function toDirectMessage(facts: DirectMessageFacts, address: string): DirectMessageContent {
	const { kind, event, standing, otherEvent } = facts;
	const { sentence, ownSentence, namesOtherEvent, buttons } = MESSAGE_KINDS[kind];
	const title = escapeWithin(event.title, MESSAGE_LIMITS.title);
	const other = namesOtherEvent && otherEvent && `**${escapeWithin(otherEvent, MESSAGE_LIMITS.title)}**`;
	const sentences = [sentence(facts), ownSentence?.(facts), other && describeOtherEvent(other)];
	return {
		content: [`**${title}**`, ...sentences].filter(Boolean).join(' '),
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
		components: [{ type: 1, components: [...(buttons?.(facts) ?? []), toLinkButton(address)] }],
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

/** Returns the part of an embed that shows what a user has written; nothing for every other kind. */
export const toDescription = ({ message }: DirectMessageFacts): { description?: string } =>
	message ? { description: escapeWithin(message.text, MESSAGE_LIMITS.description) } : {};

/** Returns the fields that all users of a message read. */
export function listMessageFields(facts: DirectMessageFacts): EmbedField[] {
	const { kind, event, previousDate } = facts;
	const { reason, dateName = 'When' } = MESSAGE_KINDS[kind];
	return [
		...toReasonField(reason?.(facts) ?? null),
		...(previousDate && kind !== 'cancelled'
			? [
					{ name: 'Old time', value: toTimestamp(previousDate, 'F'), inline: false },
					toTimeField('New time', event.date),
				]
			: [toTimeField(dateName, event.date)]),
		...toPlaceFields(event),
	];
}
