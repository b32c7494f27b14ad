import type { MessageContextMenuCommandInteraction, ModalSubmitFields } from 'discord.js';
import { COLORS, type Embed, escapeWithin, MESSAGE_LIMITS, toButton } from '~/domain/discord/announcement.ts';
import { BUTTON_STYLE, OPTIONS_MAX, toModalSelect, toTextInput } from '~/domain/discord/components.ts';
import { encodeCustomId } from '~/domain/discord/custom-id.ts';
import { escapeMarkdown } from '~/domain/discord/escape.ts';
import { describeAudience, listWays, MESSAGE_TEXTS, readAudience } from '~/domain/events/player-messages.ts';
import { formatCount, inflect } from '~/domain/format-count.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import { asRefusal } from '../http/status.ts';
import {
	type MessageForm,
	openMessageForm,
	type StoredMessage,
	sendStoredMessage,
	storeMessage,
} from '../operations/direct-messages/index.ts';
import { getEventUrl } from '../operations/mirror/index.ts';
import type { MemberCall, Reply } from './reply.ts';

/**
 * How creators write to the players of an event on Discord. The menu of its message opens a modal; what was typed is stored,
 * and the reply says how many get it before its button sends it. Each function throws the Refusals of its operation.
 */

/** Returns the modal of “Message the players” in the menu of a message. */
export async function readMessageModal(
	{ targetId }: MessageContextMenuCommandInteraction,
	call: MemberCall,
): Promise<ReturnType<typeof toMessageModal>> {
	const { eventId, form } = await openMessageForm(call, { messageId: targetId });
	return toMessageModal(eventId, form);
}

/** The selects of the users that get it. Together they hold all groups of an event; the last one with a choice counts. */
const TO_FIELDS = ['to', 'to-2', 'to-3'] as const;
const OTHER_GROUP = 'A group chosen here replaces the choice above.';

function toMessageModal(eventId: string, { audiences, hasThread }: MessageForm) {
	const choices = audiences.map((audience) => ({ value: audience.to, label: describeAudience(audience) }));
	return {
		custom_id: encodeCustomId({ kind: 'message', eventId }),
		title: 'Message the players',
		components: [
			...TO_FIELDS.flatMap((name, index) => {
				const options = choices.slice(index * OPTIONS_MAX, (index + 1) * OPTIONS_MAX);
				const labeled =
					index === 0
						? { name, label: 'To' }
						: { name, label: 'Or to another group', description: OTHER_GROUP };
				return options.length > 0 ? [toModalSelect(labeled, { options, required: index === 0 })] : [];
			}),
			toTextInput(
				{ name: 'text', label: 'Message', description: 'Everyone who gets it sees your name.' },
				{ maxLength: TEXT_LIMITS.playerMessage, isLong: true, required: true },
			),
			toModalSelect(
				{ name: 'way', label: 'How' },
				{ options: listWays(hasThread).map(([value, label]) => ({ value, label })) },
			),
		],
	};
}

/** Stores what was typed and returns how many get it, with the button that sends it; a refusal comes with the text. */
export async function executeMessageModal(
	eventId: string,
	fields: ModalSubmitFields,
	call: MemberCall,
): Promise<Reply> {
	const text = readField(fields, 'text');
	const embeds = text ? [toEmbed(text, eventId)] : [];
	const to = TO_FIELDS.map((name) => readField(fields, name)).findLast((value) => value !== '');
	const read = () => ({ to: readAudience(to ?? ''), text, way: readField(fields, 'way') });
	try {
		const stored = await call.perform(storeMessage, { params: { eventId }, read });
		if (stored.id === null) return { content: MESSAGE_TEXTS.nobody, embeds };
		const send = toButton('Send', { kind: 'send', messageId: stored.id }, BUTTON_STYLE.green);
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
export async function executeSendButton(messageId: string, call: MemberCall): Promise<Reply> {
	const { recipients } = await call.perform(sendStoredMessage, { params: { messageId } });
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

function describeRecipients({ way, to, name, recipients }: StoredMessage): string {
	const who = escapeMarkdown(describeAudience({ to, name, recipients }));
	return way === 'thread'
		? `${who} ${inflect(recipients, 'is', 'are')} mentioned with this in the event’s thread.`
		: `${who} ${inflect(recipients, 'gets', 'get')} this as a direct message.`;
}

const toEmbed = (text: string, eventId: string): Embed => ({
	title: 'Your message',
	url: getEventUrl(eventId),
	description: escapeWithin(text, MESSAGE_LIMITS.description),
	color: COLORS.active,
	fields: [],
});
