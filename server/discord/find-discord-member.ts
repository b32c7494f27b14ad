import { z } from 'zod';
import { config } from '../config.ts';
import { callDiscord, getBotRest } from './client.ts';
import { loadDiscordJs } from './library.ts';
import { accountSchema, nameSchema, parseResponse } from './parse.ts';
import type { DiscordMember } from './scheduled-events.ts';

const memberSchema = z.object({ nick: nameSchema, user: accountSchema });

/**
 * Returns a member of the configured server with their names, read with the bot's token, or null when the
 * user is not a member. Throws `DiscordUnavailable` or Discord's own error.
 */
export async function findDiscordMember(discordId: string): Promise<DiscordMember | null> {
	const route = loadDiscordJs().Routes.guildMember(config().DISCORD_GUILD_ID, discordId);
	const rest = getBotRest();
	try {
		const { nick, user } = parseResponse(
			memberSchema,
			await callDiscord(rest, (signal) => rest.get(route, { signal })),
		);
		return { ...user, nickname: nick };
	} catch (error) {
		if (error instanceof loadDiscordJs().DiscordAPIError && error.status === 404) return null;
		throw error;
	}
}
