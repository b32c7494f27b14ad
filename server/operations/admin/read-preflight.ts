import { isDatabaseDown } from '~/database/connection.ts';
import { COMMANDS } from '~/domain/discord/command.ts';
import { EVENT_ROLE_KEYS, findRoleProblem } from '~/domain/discord/event-roles.ts';
import { getInvitePermissions } from '~/domain/discord/permissions.ts';
import {
	type AnnouncementChannelFact,
	type EventRoleFact,
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
import { listFormerRoles, readEventRoles, toRoleGiver } from '../event-roles/index.ts';
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
	const checks = evaluatePreflight(facts, { inviteUrl: buildInviteUrl(facts) });
	return { checks, checked_at: now.toISOString() };
}

/**
 * Returns what the bot has on Discord, and the state of its connection. Without `hasDatabase` nothing is read from the
 * database, without `hasTables` nothing from its tables. Does not throw when Discord fails or the database is down.
 */
export async function readPreflightFacts({
	hasDatabase = true,
	hasTables = true,
} = {}): Promise<PreflightFacts> {
	const chosen = hasTables ? await readChosen() : NOTHING_CHOSEN;
	const [discord, gateway] = await Promise.all([
		readDiscordFacts(chosen),
		hasDatabase ? readGatewayFact() : ('unknown' as const),
	]);
	return { ...discord, gateway };
}

/**
 * Reads the facts from Discord. After an invalid token no more requests are sent, because Discord counts
 * rejected requests towards a ban of our IP address.
 */
async function readDiscordFacts({ channel, roles }: Chosen): Promise<Omit<PreflightFacts, 'gateway'>> {
	const valid = await readFact(isTokenValid);
	const unknownFacts = {
		...UNKNOWN_FACTS,
		announcementChannel: channel && ('unknown' as const),
		eventRoles: roles.length > 0 ? ('unknown' as const) : [],
	};
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
		eventRoles: roles.map(({ setting, id }) => {
			const role = bot.roles.find((listed) => listed.id === id);
			return { setting, role, problem: findRoleProblem(role, toRoleGiver(bot)) };
		}),
	};
}

type ChosenChannel = { channelId: string; roleId: string; hasThreads: boolean; reminderWay: ReminderWay };
/** The channel and the roles that are set, and the roles that still have to be taken. */
type Chosen = {
	channel: ChosenChannel | null;
	roles: readonly (Pick<EventRoleFact, 'setting'> & { id: string })[];
};
const NOTHING_CHOSEN: Chosen = { channel: null, roles: [] };

/** Returns what is set; nothing while the database is down. */
async function readChosen(): Promise<Chosen> {
	try {
		const settings = await readAnnouncementSettings();
		const eventRoles = await readEventRoles();
		const former = await listFormerRoles();
		return {
			channel: settings.channelId === '' ? null : settings,
			roles: [
				...EVENT_ROLE_KEYS.map((setting) => ({ setting, id: eventRoles[setting] })).filter(
					({ id }) => id !== '',
				),
				...former.map((id) => ({ setting: null, id })),
			],
		};
	} catch (error) {
		if (isDatabaseDown(error)) return NOTHING_CHOSEN;
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

/** Returns the address where a Discord admin adds the bot, with the permissions that it needs, and slash commands. */
export function buildInviteUrl({ eventRoles }: Pick<PreflightFacts, 'eventRoles'>): string {
	const { DISCORD_AUTHORIZE_URL, DISCORD_CLIENT_ID, DISCORD_GUILD_ID } = config();
	const url = new URL(DISCORD_AUTHORIZE_URL);
	url.searchParams.set('client_id', DISCORD_CLIENT_ID);
	url.searchParams.set('scope', 'bot applications.commands');
	url.searchParams.set('permissions', String(getInvitePermissions(eventRoles.length > 0)));
	url.searchParams.set('guild_id', DISCORD_GUILD_ID);
	return url.href;
}
