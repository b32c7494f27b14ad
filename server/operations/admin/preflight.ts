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

/** How long a result is cached, in milliseconds, to limit the requests to Discord. */
const KEPT_MS = 30_000;

let last: { at: number; answer: Promise<Preflight> } | undefined;

/**
 * Returns whether the bot has everything that it needs on Discord, with instructions for each failed check
 * (GET /api/admin/discord-preflight). The result is cached for 30 seconds in each process. A check that could
 * not be made has the state `unknown`. Does not throw when Discord fails.
 */
export const readPreflight = operation({
	allow: 'discord.readPreflight',
	input: z.object({}),
	handle({ now }): Promise<Preflight> {
		const age = last ? now.getTime() - last.at : Number.POSITIVE_INFINITY;
		if (last && age >= 0 && age < KEPT_MS) return last.answer;
		const answer = look(now);
		last = { at: now.getTime(), answer };
		// A failed result is not cached.
		answer.catch(() => {
			last = undefined;
		});
		return answer;
	},
});

/** Clears the cached result, so that the next call asks Discord again. */
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

/**
 * Reads the facts from Discord. After an invalid token no more requests are sent, because Discord counts
 * rejected requests towards a ban of our IP address.
 */
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

/**
 * Returns the address where an admin of the Discord server adds the bot, with the permissions that it needs:
 * manage events (bit 33), create events (bit 44), and slash commands.
 */
function inviteUrl(): string {
	const { DISCORD_AUTHORIZE_URL, DISCORD_CLIENT_ID, DISCORD_GUILD_ID } = config();
	const url = new URL(DISCORD_AUTHORIZE_URL);
	url.searchParams.set('client_id', DISCORD_CLIENT_ID);
	url.searchParams.set('scope', 'bot applications.commands');
	url.searchParams.set('permissions', String((1n << 33n) | (1n << 44n)));
	url.searchParams.set('guild_id', DISCORD_GUILD_ID);
	return url.href;
}
