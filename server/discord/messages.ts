import { z } from 'zod';
import type { Embed, MessageButton } from '~/domain/discord/announcement.ts';
import { toSnowflake } from '~/domain/discord/scheduled-event.ts';
import { callAsBot, DISCORD_CODES } from './client.ts';
import { isUnknown } from './errors.ts';
import { readRoute } from './guild.ts';
import { parseResponse, snowflakeSchema } from './parse.ts';

const ONE_WEEK_IN_MINUTES = 10_080;

/** A picture that is sent with a message. */
type Attachment = { name: string; bytes: Buffer; mime: string };
/** The text, the embed and the buttons of a message. */
export type MessageContent = {
	content?: string;
	embeds?: [Embed];
	components?: [{ type: 1; components: MessageButton[] }];
};
/** `attachment`: a new picture; null removes the old one, undefined keeps it. */
export type MessageChange = MessageContent & { attachment?: Attachment | null | undefined };

const messageSchema = z.object({ id: snowflakeSchema });
const buttonSchema = z.object({ custom_id: z.string().nullish(), url: z.string().nullish() });
const foundMessageSchema = messageSchema.extend({
	author: z.object({ id: snowflakeSchema }),
	content: z.string(),
	components: z.array(z.object({ components: z.array(buttonSchema).nullish() })).nullish(),
});

/**
 * Returns the ID of the channel of the direct messages with a Discord user, which Discord creates the first time.
 * Throws as `callDiscord` does.
 */
export async function openDirectMessages(discordId: string): Promise<string> {
	const body = { recipient_id: discordId };
	return parseResponse(messageSchema, await callAsBot('post', (routes) => routes.userChannels(), { body }))
		.id;
}

/**
 * Posts a message and returns its ID. Discord returns the first message when the same `nonce` is sent again within a
 * few minutes. Only `roleId` and `userIds` are notified. Throws as `callDiscord` does; without a response, the message
 * may exist.
 */
export async function createMessage(
	channelId: string,
	{ attachment, ...content }: MessageChange,
	{ nonce, roleId, userIds = [] }: { nonce: string; roleId: string | null; userIds?: readonly string[] },
): Promise<string> {
	const body = {
		...content,
		...(roleId ? { content: `<@&${roleId}>` } : {}),
		allowed_mentions: { parse: [], users: userIds, ...(roleId ? { roles: [roleId] } : {}) },
		nonce,
		enforce_nonce: true,
	};
	const sent = { body, ...toFiles(attachment) };
	const response = await callAsBot('post', (routes) => routes.channelMessages(channelId), sent);
	return parseResponse(messageSchema, response).id;
}

/**
 * Changes a message of the bot. Discord highlights it for `userIds` and notifies no one. Throws Discord's own error
 * when Discord does not know the message or the channel, and `DiscordUnavailable`.
 */
export async function editMessage(
	{ channelId, messageId }: { channelId: string; messageId: string },
	{ attachment, ...content }: MessageChange,
	{ userIds = [] }: { userIds?: readonly string[] } = {},
): Promise<void> {
	const body = {
		...content,
		allowed_mentions: { parse: [], users: userIds },
		// Discord keeps the old files unless the list of files is sent.
		...(attachment === undefined
			? {}
			: { attachments: attachment ? [{ id: '0', filename: attachment.name }] : [] }),
	};
	const sent = { body, ...toFiles(attachment) };
	await callAsBot('patch', (routes) => routes.channelMessage(channelId, messageId), sent);
}

/** Deletes a message; does nothing when Discord does not know it. Throws as `callDiscord` does. */
export async function deleteMessage(channelId: string, messageId: string): Promise<void> {
	try {
		await callAsBot('delete', (routes) => routes.channelMessage(channelId, messageId));
	} catch (error) {
		if (!isUnknown(error, DISCORD_CODES.unknownMessage, DISCORD_CODES.unknownChannel)) throw error;
	}
}

/**
 * Returns the ID of the first message after `since` that `authorId` wrote and that has this text in it, or a button
 * with this custom ID or URL; null without one. It reads at most 100 messages, none without “Read Message History”.
 * Throws as `callDiscord` does.
 */
export async function findMessage(
	channelId: string,
	{
		since,
		authorId,
		...part
	}: { since: Date; authorId: string } & ({ customId: string } | { url: string } | { text: string }),
): Promise<string | null> {
	const query = { after: toSnowflake(since), limit: '100' };
	const schema = z.array(foundMessageSchema);
	const found = (await readRoute((routes) => routes.channelMessages(channelId), schema, query)).find(
		({ author, content, components }) =>
			author.id === authorId &&
			('text' in part
				? content.includes(part.text)
				: components?.some((row) =>
						row.components?.some(({ custom_id, url }) =>
							'url' in part ? url === part.url : custom_id === part.customId,
						),
					)),
	);
	return found?.id ?? null;
}

/**
 * Starts a public thread at a message, which Discord archives after a week without messages, and returns its ID. Throws
 * as `callDiscord` does.
 */
export async function startThread(
	{ channelId, messageId }: { channelId: string; messageId: string },
	name: string,
): Promise<string> {
	const body = { name, auto_archive_duration: ONE_WEEK_IN_MINUTES };
	const response = await callAsBot('post', (routes) => routes.threads(channelId, messageId), { body });
	return parseResponse(messageSchema, response).id;
}

/**
 * Gives a thread another name, and opens it when it is archived, because Discord renames no archived thread. Discord
 * allows two new names of a thread in ten minutes. Throws as `callDiscord` does.
 */
export async function renameThread(threadId: string, name: string): Promise<void> {
	const body = { name, archived: false };
	await callAsBot('patch', (routes) => routes.channel(threadId), { body });
}

const toFiles = (attachment: Attachment | null | undefined) =>
	attachment && {
		files: [{ name: attachment.name, data: attachment.bytes, contentType: attachment.mime }],
		sendsPicture: true,
	};
