import { z } from 'zod';
import { isDatabaseDown } from '~/database/connection.ts';
import { BOTC_COMMAND } from '~/domain/discord/command.ts';
import {
	evaluatePreflight,
	type Fact,
	type Preflight,
	type PreflightFacts,
} from '~/domain/discord/preflight.ts';
import { config } from '../../config.ts';
import { isCommandRegistered } from '../../discord/commands.ts';
import { isDiscordFailure } from '../../discord/errors.ts';
import { readGatewayState } from '../../discord/gateway-state.ts';
import { hasMembersIntent, isTokenValid, readBotOnGuild } from '../../discord/guild.ts';
import { defineOperation } from '../kernel/operation.ts';

/** How long a result is cached, in milliseconds, to limit the requests to Discord. */
const CACHE_MS = 30_000;

let cached: { at: number; result: Promise<Preflight> } | undefined;

/**
 * Returns whether the bot has everything that it needs on Discord, with instructions for each failed check
 * (GET /api/admin/discord-preflight). The result is cached for 30 seconds in each process. A check that could
 * not be made has the state `unknown`. Does not throw when Discord fails.
 */
export const readPreflight = defineOperation({
	allow: 'discord.readPreflight',
	input: z.object({}),
	handle({ now }): Promise<Preflight> {
		const age = cached ? now.getTime() - cached.at : Number.POSITIVE_INFINITY;
		if (cached && age >= 0 && age < CACHE_MS) return cached.result;
		const result = runChecks(now);
		cached = { at: now.getTime(), result };
		// A failed result is not cached.
		result.catch(() => {
			cached = undefined;
		});
		return result;
	},
});

/** Clears the cached result, so that the next call asks Discord again. */
export function clearPreflightCache(): void {
	cached = undefined;
}

async function runChecks(now: Date): Promise<Preflight> {
	const [discord, gateway] = await Promise.all([readDiscordFacts(), readGatewayFact()]);
	const checks = evaluatePreflight({ ...discord, gateway }, { inviteUrl: inviteUrl() });
	return { checks, checked_at: now.toISOString() };
}

const UNKNOWN_FACTS: Omit<PreflightFacts, 'gateway'> = {
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
async function readDiscordFacts(): Promise<Omit<PreflightFacts, 'gateway'>> {
	const valid = await readFact(isTokenValid);
	if (valid !== true) return { ...UNKNOWN_FACTS, isTokenValid: valid };
	const [bot, intent] = await Promise.all([readFact(readBotOnGuild), readFact(hasMembersIntent)]);
	const facts = { ...UNKNOWN_FACTS, isTokenValid: valid, grantsMembersIntent: intent };
	if (bot === 'unknown') return facts;
	if (bot === null) return { ...facts, isInGuild: false };
	return {
		...facts,
		isInGuild: true,
		permissions: bot.permissions,
		roleExists: bot.hasRequiredRole,
		isCommandRegistered: await readFact(() => isCommandRegistered(BOTC_COMMAND)),
	};
}

async function readFact<Value>(read: () => Promise<Value>): Promise<Fact<Value>> {
	try {
		return await read();
	} catch (error) {
		if (isDiscordFailure(error)) return 'unknown';
		throw error;
	}
}

async function readGatewayFact(): Promise<PreflightFacts['gateway']> {
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
