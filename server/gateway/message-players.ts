import type {
	MessageContextMenuCommandInteraction,
	ModalSubmitFields,
	ModalSubmitInteraction,
} from 'discord.js';
import { COLORS, type Embed, escapeWithin, MESSAGE_LIMITS, toButton } from '~/domain/discord/announcement.ts';
import { encodeCustomId } from '~/domain/discord/custom-id.ts';
import { escapeMarkdown } from '~/domain/discord/escape.ts';
import { labelAudience, MESSAGE_TEXTS, readAudience, WAY_LABELS } from '~/domain/events/player-messages.ts';
import { formatCount, inflect } from '~/domain/format-count.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import { shorten } from '~/domain/text.ts';
import { REMINDER_WAYS, type ReminderWay } from '~/domain/users/reminders.ts';
import { asRefusal } from '../http/status.ts';
import { findMember } from '../operations/botc/index.ts';
import {
	type MessageForm,
	openMessageForm,
	sendStoredMessage,
	storeMessage,
} from '../operations/direct-messages/index.ts';
import { perform } from '../operations/kernel/operation.ts';
import { getEventUrl } from '../operations/mirror/index.ts';
import type { MemberCall, Reply } from './reply.ts';

/**
 * How creators write to the players of an event on Discord. The menu of its message opens a modal; what was typed is stored,
 * and the reply says how many get it before its button sends it. Each function throws the Refusals of its operation.
 */

const TEXT_INPUT = 4;
const STRING_SELECT = 3;
const LABEL = 18;
const PARAGRAPH = 2;
const GREEN = 3;
/** The most options of a menu, and the longest text of one. */
const OPTIONS_MAX = 25;
const OPTION_LENGTH = 100;

/** Returns the modal of “Message the players” in the menu of a message. */
export async function readMessageModal(
	{ targetId, user }: MessageContextMenuCommandInteraction,
	{ now }: MemberCall,
): Promise<ReturnType<typeof toMessageModal>> {
	const { eventId, form } = await openMessageForm(user.id, now, { messageId: targetId });
	return toMessageModal(eventId, form);
}

type Option = { value: string; label: string };

const toSelect = (label: string, customId: string, options: readonly Option[]) => ({
	type: LABEL,
	label,
	component: {
		type: STRING_SELECT,
		custom_id: customId,
		options: options.slice(0, OPTIONS_MAX).map((option, index) => ({
			value: option.value,
			label: shorten(option.label, OPTION_LENGTH),
			default: index === 0,
		})),
	},
});

const toMessageModal = (eventId: string, { audiences, hasThread }: MessageForm) => ({
	custom_id: encodeCustomId({ kind: 'message', eventId }),
	title: 'Message the players',
	components: [
		toSelect(
			'To',
			'to',
			audiences.map((audience) => ({
				value: audience.to,
				label: `${labelAudience(audience)}: ${formatCount(audience.recipients, 'member')}`,
			})),
		),
		{
			type: LABEL,
			label: 'Message',
			description: 'Everyone who gets it sees your name.',
			component: {
				type: TEXT_INPUT,
				custom_id: 'text',
				style: PARAGRAPH,
				required: true,
				max_length: TEXT_LIMITS.playerMessage,
			},
		},
		toSelect(
			'How',
			'way',
			REMINDER_WAYS.filter((way) => way === 'direct' || hasThread).map((value) => ({
				value,
				label: WAY_LABELS[value],
			})),
		),
	],
});

/**
 * Stores what was typed and returns how many get it, with the button that sends it. A refusal comes with the text, so that it
 * is not lost.
 */
export async function executeMessageModal(
	eventId: string,
	{ fields, user }: ModalSubmitInteraction,
	{ now }: MemberCall,
): Promise<Reply> {
	const text = readField(fields, 'text');
	const embeds = text ? [toEmbed(text, eventId)] : [];
	const read = () => ({ to: readAudience(readField(fields, 'to')), text, way: readField(fields, 'way') });
	try {
		const actor = await findMember(user.id);
		const stored = await perform(storeMessage, { actor, now }, { params: { eventId }, read });
		if (stored.id === null) return { content: MESSAGE_TEXTS.nobody, embeds };
		const send = toButton('Send', { kind: 'send', messageId: stored.id }, GREEN);
		return {
			content: `${describeRecipients(stored)} Nothing is sent yet.`,
			embeds,
			components: [{ type: 1, components: [send] }],
		};
	} catch (error) {
		const refusal = asRefusal(error);
		if (!refusal) throw error;
		return { content: escapeMarkdown(refusal.message), embeds };
	}
}

/** Sends a stored message and returns how many get it. */
export async function executeSendButton(
	messageId: string,
	discordId: string,
	{ now }: MemberCall,
): Promise<Reply> {
	const actor = await findMember(discordId);
	const { recipients } = await perform(sendStoredMessage, { actor, now }, { params: { messageId } });
	if (recipients === 0) return { content: MESSAGE_TEXTS.nobody };
	return { content: `Sent to ${formatCount(recipients, 'member')}.`, components: [] };
}

/** Returns what was typed or chosen, or '' for a field that a submission lacks. */
function readField({ fields }: ModalSubmitFields, name: string): string {
	const field = fields.get(name);
	if (!field) return '';
	if ('values' in field) return field.values[0] ?? '';
	return 'value' in field ? String(field.value) : '';
}

const describeRecipients = ({ recipients, way }: { recipients: number; way: ReminderWay }): string =>
	way === 'thread'
		? `${formatCount(recipients, 'member')} ${inflect(recipients, 'is', 'are')} mentioned with this in the event’s thread.`
		: `${formatCount(recipients, 'member')} ${inflect(recipients, 'gets', 'get')} this as a direct message.`;

const toEmbed = (text: string, eventId: string): Embed => ({
	title: 'Your message',
	url: getEventUrl(eventId),
	description: escapeWithin(text, MESSAGE_LIMITS.description),
	color: COLORS.active,
	fields: [],
});
