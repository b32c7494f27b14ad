import { isDatabaseDown } from '~/database/connection.ts';
import { COMMANDS } from '~/domain/discord/command.ts';
import { INVITE_PERMISSIONS } from '~/domain/discord/permissions.ts';
import {
	type AnnouncementChannelFact,
	evaluatePreflight,
	type Fact,
	type Preflight,
	type PreflightFacts,
	UNKNOWN_FACTS,
} from '~/domain/discord/preflight.ts';
import type { ReminderWay } from '~/domain/users/reminders.ts';
import { config } from '../../config.ts';
import { listChannels } from '../../discord/channels.ts';
import { areCommandsRegistered } from '../../discord/commands.ts';
import { isDiscordFailure } from '../../discord/errors.ts';
import { readGatewayState } from '../../discord/gateway-state.ts';
import { type BotOnGuild, isTokenValid, readApplication, readBotOnGuild } from '../../discord/guild.ts';
import { readAnnouncementSettings } from '../announcements/index.ts';
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
	const facts = await readPreflightFacts();
	return { checks: evaluatePreflight(facts, { inviteUrl: buildInviteUrl() }), checked_at: now.toISOString() };
}

/**
 * Returns what the bot has on Discord, and the state of its connection. Without `hasDatabase` nothing is read from the
 * database, without `hasTables` nothing from its tables. Does not throw when Discord fails or the database is down.
 */
export async function readPreflightFacts({
	hasDatabase = true,
	hasTables = true,
} = {}): Promise<PreflightFacts> {
	const channel = hasTables ? await readChosenChannel() : null;
	const [discord, gateway] = await Promise.all([
		readDiscordFacts(channel),
		hasDatabase ? readGatewayFact() : ('unknown' as const),
	]);
	return { ...discord, gateway };
}

/**
 * Reads the facts from Discord. After an invalid token no more requests are sent, because Discord counts
 * rejected requests towards a ban of our IP address.
 */
async function readDiscordFacts(channel: ChosenChannel | null): Promise<Omit<PreflightFacts, 'gateway'>> {
	const valid = await readFact(isTokenValid);
	const unknownFacts = { ...UNKNOWN_FACTS, announcementChannel: channel && ('unknown' as const) };
	if (valid !== true) return { ...unknownFacts, isTokenValid: valid };
	const [bot, intent] = await Promise.all([
		readFact(readBotOnGuild),
		readFact(async () => (await readApplication()).hasMembersIntent),
	]);
	const facts = { ...unknownFacts, isTokenValid: valid, grantsMembersIntent: intent };
	if (bot === 'unknown') return facts;
	if (bot === null) return { ...facts, isInGuild: false };
	return {
		...facts,
		isInGuild: true,
		permissions: bot.permissions,
		roleExists: bot.hasRequiredRole,
		isCommandRegistered: await readFact(() => areCommandsRegistered(COMMANDS)),
		announcementChannel: channel && (await readFact(() => readAnnouncementChannel(bot, channel))),
	};
}

type ChosenChannel = { channelId: string; roleId: string; hasThreads: boolean; reminderWay: ReminderWay };

/** Returns the announcement channel that is set; null without one, or while the database is down. */
async function readChosenChannel(): Promise<ChosenChannel | null> {
	try {
		const settings = await readAnnouncementSettings();
		return settings.channelId === '' ? null : settings;
	} catch (error) {
		if (isDatabaseDown(error)) return null;
		throw error;
	}
}

/** Returns what the bot lacks in the announcement channel, and whether the role that is mentioned there exists. */
async function readAnnouncementChannel(
	bot: BotOnGuild,
	{ channelId, roleId, hasThreads, reminderWay }: ChosenChannel,
): Promise<AnnouncementChannelFact> {
	const channel = (await listChannels(bot)).find(({ id }) => id === channelId);
	const hasRole = roleId === '' ? null : bot.mentionableRoles.some(({ id }) => id === roleId);
	return {
		name: channel?.name ?? null,
		missing: channel?.missing ?? [],
		hasThreads: hasThreads || reminderWay === 'thread',
		hasRole,
	};
}

/** Returns what `read` returns, or `unknown` when Discord could not be asked. */
export async function readFact<Value>(read: () => Promise<Value>): Promise<Fact<Value>> {
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
 * Returns the address where an admin of the Discord server adds the bot, with the permissions that it needs and slash
 * commands.
 */
export function buildInviteUrl(): string {
	const { DISCORD_AUTHORIZE_URL, DISCORD_CLIENT_ID, DISCORD_GUILD_ID } = config();
	const url = new URL(DISCORD_AUTHORIZE_URL);
	url.searchParams.set('client_id', DISCORD_CLIENT_ID);
	url.searchParams.set('scope', 'bot applications.commands');
	url.searchParams.set('permissions', String(INVITE_PERMISSIONS));
	url.searchParams.set('guild_id', DISCORD_GUILD_ID);
	return url.href;
}
