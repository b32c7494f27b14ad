import { z } from 'zod';
import {
	type ChannelPermission,
	canSeeChannel,
	computeChannelPermissions,
	isSeenByAll,
	listMissingPermissions,
} from '~/domain/discord/permissions.ts';
import type { KnownChannel } from '~/domain/discord/voice-channel.ts';
import { config } from '../config.ts';
import { DiscordUnavailable } from './client.ts';
import { type BotOnGuild, readBotId, readBotOnGuild, readGuild, readRoute } from './guild.ts';
import { readMembers } from './members.ts';
import { bitsSchema, snowflakeSchema } from './parse.ts';

/** Discord's types of the channels that announcements can be posted in. */
const CHANNEL_TYPES: Partial<Record<number, 'text' | 'announcement'>> = { 0: 'text', 5: 'announcement' };
/** Discord's type of voice channels. */
export const VOICE = 2;

/** A channel of the server, with the permissions that announcements need and that the bot lacks there. */
export type DiscordChannel = {
	id: string;
	name: string;
	type: 'text' | 'announcement';
	missing: ChannelPermission[];
};

const channelSchema = z.object({
	id: snowflakeSchema,
	type: z.number(),
	name: z.string().nullish(),
	position: z.number().nullish(),
	permission_overwrites: z.array(z.object({ id: z.string(), allow: bitsSchema, deny: bitsSchema })).nullish(),
});

const threadSchema = z.object({ parent_id: snowflakeSchema.nullish() });

/** Returns the server's text and announcement channels in Discord's order. Throws as `callDiscord` does. */
export async function listChannels(bot: BotOnGuild): Promise<DiscordChannel[]> {
	return (await listAllChannels(bot)).flatMap(({ type: number, ...channel }) => {
		const type = CHANNEL_TYPES[number];
		return type ? [{ ...channel, type }] : [];
	});
}

/** Returns the server's voice channels that the bot sees, in Discord's order. Throws as `callDiscord` does. */
export async function listVoiceChannels(bot: BotOnGuild): Promise<KnownChannel[]> {
	return (await listAllChannels(bot))
		.filter(({ type, missing }) => type === VOICE && !missing.includes('View Channel'))
		.map(({ id, name }) => ({ id, name }));
}

async function listAllChannels(bot: BotOnGuild) {
	const { DISCORD_GUILD_ID: guildId } = config();
	const found = await readRoute((routes) => routes.guildChannels(guildId), z.array(channelSchema));
	const member = { guildId, memberId: await readBotId(), roleIds: bot.roleIds };
	return found
		.sort((one, other) => (one.position ?? 0) - (other.position ?? 0))
		.map(({ id, name, type, permission_overwrites }) => {
			const permissions = computeChannelPermissions(bot.permissions, permission_overwrites ?? [], member);
			return { id, name: name ?? id, type, missing: listMissingPermissions(permissions) };
		});
}

/**
 * Returns which of these Discord users see a channel and its threads: two requests when every member does, and
 * otherwise one more for each thousand members of the server (needs the Server Members Intent). Throws as `callDiscord`
 * does.
 */
export async function listViewers(channelId: string, discordIds: readonly string[]): Promise<Set<string>> {
	const { owner_id: ownerId, roles } = await readGuild();
	const channel = await readRoute((routes) => routes.channel(channelId), channelSchema);
	const overwrites = channel.permission_overwrites ?? [];
	const access = { guildId: config().DISCORD_GUILD_ID, ownerId, roles, overwrites };
	if (isSeenByAll(access)) return new Set(discordIds);
	const members = await readMembers();
	return new Set(
		discordIds.filter((memberId) => {
			const member = members.get(memberId);
			return member && canSeeChannel(access, { memberId, roleIds: member.roleIds });
		}),
	);
}

/** Returns the IDs of all channels of the server, without threads. Throws as `callDiscord` does. */
export async function listChannelIds(): Promise<string[]> {
	const schema = z.array(z.object({ id: snowflakeSchema }));
	const found = await readRoute((routes) => routes.guildChannels(config().DISCORD_GUILD_ID), schema);
	return found.map(({ id }) => id);
}

/**
 * Throws `DiscordUnavailable` (403) when the bot may not read the messages of a channel or a thread: Discord then
 * returns an empty list instead of an error. Throws as `callDiscord` does when it cannot be checked.
 */
export async function requireMessageHistory(channelId: string): Promise<void> {
	const bot = await readBotOnGuild();
	const channels = bot ? await listChannels(bot) : [];
	// A thread has the permissions of its channel.
	const listedId = channels.some(({ id }) => id === channelId) ? channelId : await readParentId(channelId);
	const channel = channels.find(({ id }) => id === listedId);
	if (channel && !channel.missing.includes('Read Message History')) return;
	throw new DiscordUnavailable('The bot may not read the message history', { status: 403 });
}

async function readParentId(channelId: string): Promise<string | null> {
	return (await readRoute((routes) => routes.channel(channelId), threadSchema)).parent_id ?? null;
}
