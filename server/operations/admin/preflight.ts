import { z } from 'zod';
import { isDatabaseDown } from '~/database/connection.ts';
import { BOTC_COMMAND } from '~/domain/discord/command.ts';
import {
	type Fact,
	judgePreflight,
	type Preflight,
	type PreflightFacts,
} from '~/domain/discord/preflight.ts';
import { config } from '../../config.ts';
import { isCommandRegistered } from '../../discord/commands.ts';
import { isDiscordFailure } from '../../discord/errors.ts';
import { readGatewayState } from '../../discord/gateway-state.ts';
import { grantsMembersIntent, isTokenValid, readBotOnGuild } from '../../discord/guild.ts';
import { operation } from '../kernel/operation.ts';

/** So long an answer stands, in milliseconds: looking again and again asks Discord no more often. */
const KEPT_MS = 30_000;

let last: { at: number; answer: Promise<Preflight> } | undefined;

/**
 * GET /api/admin/discord-preflight: whether the bot has on Discord what it needs, each with what to do where it has not.
 * Asked at most every 30 seconds in one process; what could not be asked says so. Never fails because of Discord.
 */
export const readPreflight = operation({
	allow: 'discord.readPreflight',
	input: z.object({}),
	handle({ now }): Promise<Preflight> {
		const age = last ? now.getTime() - last.at : Number.POSITIVE_INFINITY;
		if (last && age >= 0 && age < KEPT_MS) return last.answer;
		const answer = look(now);
		last = { at: now.getTime(), answer };
		// What failed is not kept.
		answer.catch(() => {
			last = undefined;
		});
		return answer;
	},
});

/** Forgets the last answer, so that the next look asks anew. */
export function forgetPreflight(): void {
	last = undefined;
}

async function look(now: Date): Promise<Preflight> {
	const [discord, gateway] = await Promise.all([askDiscord(), askGateway()]);
	const checks = judgePreflight({ ...discord, gateway }, { inviteUrl: inviteUrl() });
	return { checks, checked_at: now.toISOString() };
}

const NOT_ASKED: Omit<PreflightFacts, 'gateway'> = {
	isTokenValid: 'unknown',
	isInGuild: 'unknown',
	permissions: 'unknown',
	roleExists: 'unknown',
	grantsMembersIntent: 'unknown',
	isCommandRegistered: 'unknown',
};

/** A bad token is tried once: refused calls count towards a ban of our address. */
async function askDiscord(): Promise<Omit<PreflightFacts, 'gateway'>> {
	const valid = await tryToLearn(isTokenValid);
	if (valid !== true) return { ...NOT_ASKED, isTokenValid: valid };
	const [bot, intent] = await Promise.all([tryToLearn(readBotOnGuild), tryToLearn(grantsMembersIntent)]);
	const facts = { ...NOT_ASKED, isTokenValid: valid, grantsMembersIntent: intent };
	if (bot === 'unknown') return facts;
	if (bot === null) return { ...facts, isInGuild: false };
	return {
		...facts,
		isInGuild: true,
		permissions: bot.permissions,
		roleExists: bot.hasRequiredRole,
		isCommandRegistered: await tryToLearn(() => isCommandRegistered(BOTC_COMMAND)),
	};
}

async function tryToLearn<Value>(ask: () => Promise<Value>): Promise<Fact<Value>> {
	try {
		return await ask();
	} catch (error) {
		if (isDiscordFailure(error)) return 'unknown';
		throw error;
	}
}

async function askGateway(): Promise<PreflightFacts['gateway']> {
	try {
		return await readGatewayState();
	} catch (error) {
		if (isDatabaseDown(error)) return 'unknown';
		throw error;
	}
}

/** Where an admin of the server lets the bot in, with what it needs: create and manage events, and slash commands. */
function inviteUrl(): string {
	const { DISCORD_AUTHORIZE_URL, DISCORD_CLIENT_ID, DISCORD_GUILD_ID } = config();
	const url = new URL(DISCORD_AUTHORIZE_URL);
	url.searchParams.set('client_id', DISCORD_CLIENT_ID);
	url.searchParams.set('scope', 'bot applications.commands');
	url.searchParams.set('permissions', String((1n << 33n) | (1n << 44n)));
	url.searchParams.set('guild_id', DISCORD_GUILD_ID);
	return url.href;
}
