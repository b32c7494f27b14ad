import { z } from 'zod';
import { callDiscord, getBotRest } from './client.ts';
import { loadDiscordJs } from './library.ts';
import { parseResponse, snowflakeSchema } from './parse.ts';

const userSchema = z.object({ id: snowflakeSchema });

let botId: Promise<string> | undefined;

/**
 * Returns the ID of the bot's user, which differs from the application's ID (`DISCORD_CLIENT_ID`) for old
 * applications. Reads it once per process and again after a failed read. Throws `DiscordUnavailable` or
 * Discord's own error.
 */
export function readBotId(): Promise<string> {
	botId ??= fetchBotId().catch((error: unknown) => {
		botId = undefined;
		throw error;
	});
	return botId;
}

async function fetchBotId(): Promise<string> {
	const rest = getBotRest();
	const response = await callDiscord(rest, (signal) => rest.get(loadDiscordJs().Routes.user(), { signal }));
	return parseResponse(userSchema, response).id;
}
