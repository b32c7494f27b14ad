import type { Routes } from 'discord.js';
import { z } from 'zod';
import { type Command, isSameCommand } from '~/domain/discord/command.ts';
import { config } from '../config.ts';
import { callAsBot } from './client.ts';
import { readRoute } from './guild.ts';

const listSchema = z.array(z.looseObject({ name: z.string() }));

/**
 * Returns whether the Discord server has exactly this slash command of our application. Throws
 * `DiscordUnavailable` or Discord's own error.
 */
export async function isCommandRegistered(command: Command): Promise<boolean> {
	const known = (await readRoute(getCommandsRoute, listSchema)).find(({ name }) => name === command.name);
	return known !== undefined && isSameCommand(known, command);
}

/**
 * Makes this the only slash command of our application on the Discord server, and returns whether that
 * changed anything. Throws `DiscordUnavailable` or Discord's own error.
 */
export async function registerCommand(command: Command): Promise<boolean> {
	if (await isCommandRegistered(command)) return false;
	await callAsBot('put', getCommandsRoute, { body: [command] });
	return true;
}

const getCommandsRoute = (routes: typeof Routes) =>
	routes.applicationGuildCommands(config().DISCORD_CLIENT_ID, config().DISCORD_GUILD_ID);
