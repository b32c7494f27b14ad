import { Routes } from 'discord.js';
import { z } from 'zod';
import { type Command, isSameCommand } from '~/domain/discord/command.ts';
import { config } from '../config.ts';
import { botRest, callDiscord } from './client.ts';
import { parseAnswer } from './parse.ts';

const listSchema = z.array(z.looseObject({ name: z.string() }));

/** Whether our server has this very slash command of ours. Throws `DiscordUnavailable` or Discord's own error. */
export async function isCommandRegistered(command: Command): Promise<boolean> {
	const rest = botRest();
	const answer = await callDiscord(rest, (signal) => rest.get(route(), { signal }));
	const known = parseAnswer(listSchema, answer).find(({ name }) => name === command.name);
	return known !== undefined && isSameCommand(known, command);
}

/** Makes it the one slash command that our application has on our server; answers whether that changed anything. */
export async function registerCommand(command: Command): Promise<boolean> {
	if (await isCommandRegistered(command)) return false;
	const rest = botRest();
	await callDiscord(rest, (signal) => rest.put(route(), { body: [command], signal }));
	return true;
}

const route = () => Routes.applicationGuildCommands(config().DISCORD_CLIENT_ID, config().DISCORD_GUILD_ID);
