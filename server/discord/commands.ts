import type { Routes } from 'discord.js';
import { z } from 'zod';
import { type Command, isSameCommand } from '~/domain/discord/command.ts';
import { config } from '../config.ts';
import { callAsBot } from './client.ts';
import { readRoute } from './guild.ts';

const listSchema = z.array(z.looseObject({ name: z.string() }));

/** Returns whether the Discord server has exactly these commands of our application. Throws as `callDiscord` does. */
export async function areCommandsRegistered(commands: readonly Command[]): Promise<boolean> {
	const known = await readRoute(getCommandsRoute, listSchema);
	return (
		known.length === commands.length &&
		commands.every((command) => known.some((one) => isSameCommand(one, command)))
	);
}

/**
 * Makes these the only commands of our application on the Discord server, and returns whether that changed anything.
 * Throws as `callDiscord` does.
 */
export async function registerCommands(commands: readonly Command[]): Promise<boolean> {
	if (await areCommandsRegistered(commands)) return false;
	await callAsBot('put', getCommandsRoute, { body: commands });
	return true;
}

const getCommandsRoute = (routes: typeof Routes) =>
	routes.applicationGuildCommands(config().DISCORD_CLIENT_ID, config().DISCORD_GUILD_ID);
