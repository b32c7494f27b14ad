import { z } from 'zod';
import { type Command, isSameCommand } from '~/domain/discord/command.ts';
import { config } from '../config.ts';
import { callDiscord, getBotRest } from './client.ts';
import { loadDiscordJs } from './library.ts';
import { parseResponse } from './parse.ts';

const listSchema = z.array(z.looseObject({ name: z.string() }));

/**
 * Returns whether the Discord server has exactly this slash command of our application. Throws
 * `DiscordUnavailable` or Discord's own error.
 */
export async function isCommandRegistered(command: Command): Promise<boolean> {
	const rest = getBotRest();
	const response = await callDiscord(rest, (signal) => rest.get(getCommandsRoute(), { signal }));
	const known = parseResponse(listSchema, response).find(({ name }) => name === command.name);
	return known !== undefined && isSameCommand(known, command);
}

/**
 * Makes this the only slash command of our application on the Discord server, and returns whether that
 * changed anything. Throws `DiscordUnavailable` or Discord's own error.
 */
export async function registerCommand(command: Command): Promise<boolean> {
	if (await isCommandRegistered(command)) return false;
	const rest = getBotRest();
	await callDiscord(rest, (signal) => rest.put(getCommandsRoute(), { body: [command], signal }));
	return true;
}

const getCommandsRoute = () =>
	loadDiscordJs().Routes.applicationGuildCommands(config().DISCORD_CLIENT_ID, config().DISCORD_GUILD_ID);
