import { z } from 'zod';
import { ADMIN_TEXTS } from '../admin/texts.ts';
import {
	CHANNEL_PERMISSIONS,
	type ChannelPermission,
	mayCreateEvents,
	mayManageEvents,
} from './permissions.ts';

export const GATEWAY_STATES = [
	'connecting',
	'connected',
	'connected without members',
	'token refused',
	'unreachable',
] as const;
export type GatewayState = (typeof GATEWAY_STATES)[number];

/** A value that was checked, or `unknown` when Discord could not be asked. */
export type Fact<Value> = Value | 'unknown';
export type PreflightFacts = {
	isTokenValid: Fact<boolean>;
	isInGuild: Fact<boolean>;
	/** The bot's permissions on the server as Discord's bits: those of its roles and of @everyone. */
	permissions: Fact<bigint>;
	roleExists: Fact<boolean>;
	grantsMembersIntent: Fact<boolean>;
	isCommandRegistered: Fact<boolean>;
	/** What the bot lacks in the announcement channel; null while no channel is set. */
	announcementChannel: Fact<AnnouncementChannelFact | null>;
	/** Null when no replica holds the connection. */
	gateway: Fact<GatewayState | null>;
};

/** The facts while Discord was not asked. */
export const UNKNOWN_FACTS = {
	isTokenValid: 'unknown',
	isInGuild: 'unknown',
	permissions: 'unknown',
	roleExists: 'unknown',
	grantsMembersIntent: 'unknown',
	isCommandRegistered: 'unknown',
	announcementChannel: 'unknown',
} as const satisfies Omit<PreflightFacts, 'gateway'>;

/** `name` is null when the server has no such channel (any more). */
export type AnnouncementChannelFact = {
	name: string | null;
	missing: readonly ChannelPermission[];
	/** Whether events get threads, or reminders are sent to threads. */
	hasThreads: boolean;
	/** Whether the role that new messages mention exists; null without one. */
	hasRole: boolean | null;
};

export const CHECK_STATES = ['ok', 'missing', 'unknown'] as const;
const preflightCheckSchema = z.object({
	key: z.string(),
	title: z.string(),
	state: z.enum(CHECK_STATES),
	/** What to do; null when the check passed. */
	remedy: z.string().nullable(),
	href: z.string().nullable(),
});
export type PreflightCheck = z.infer<typeof preflightCheckSchema>;

/** Response of GET /api/admin/discord-preflight. */
export const preflightSchema = z
	.object({ checks: z.array(preflightCheckSchema), checked_at: z.iso.datetime() })
	.meta({ id: 'Preflight' });
export type Preflight = z.infer<typeof preflightSchema>;

/** The key of the check that the role that new messages mention exists. */
export const MENTIONED_ROLE_CHECK = 'announcement-role';

export const DISCORD_UNAVAILABLE = "Couldn't reach Discord. Please check again in a minute.";

/** Returns the checks of what the bot needs on Discord, with remedies; `inviteUrl` adds it to a server. */
export function evaluatePreflight(
	facts: PreflightFacts,
	{ inviteUrl }: { inviteUrl: string },
): PreflightCheck[] {
	const { permissions } = facts;
	const hasPermission = (check: (bits: bigint) => boolean): Fact<boolean> =>
		permissions === 'unknown' ? 'unknown' : check(permissions);
	return [
		evaluateCheck('token', 'The bot’s token is valid', facts.isTokenValid, {
			remedy:
				'Copy the token from discord.com/developers (Bot > Reset Token) to DISCORD_BOT_TOKEN and restart.',
		}),
		evaluateCheck('guild', 'The bot is on the server', facts.isInGuild, {
			remedy: 'Invite the bot to the server, and check that DISCORD_GUILD_ID is the server’s ID.',
			href: inviteUrl,
		}),
		evaluateCheck('create-events', 'The bot may create events', hasPermission(mayCreateEvents), {
			remedy: 'Give the bot’s role “Create Events” (Server Settings > Roles).',
		}),
		evaluateCheck('manage-events', 'The bot may manage events', hasPermission(mayManageEvents), {
			remedy: 'Give the bot’s role “Manage Events” (Server Settings > Roles).',
		}),
		...evaluateAnnouncementChannel(facts.announcementChannel),
		evaluateCheck('required-role', 'The required role exists', facts.roleExists, {
			remedy:
				'Set DISCORD_REQUIRED_ROLE_ID to the ID of a role of the server and restart; no one can sign in until then.',
		}),
		evaluateCheck('members-intent', 'The bot is notified when members change', facts.grantsMembersIntent, {
			remedy:
				'Switch on “Server Members Intent” at discord.com/developers (Bot), then restart. Until then, it can take up to 15 minutes to notice that a member lost the role.',
		}),
		evaluateGateway(facts.gateway),
		evaluateCheck('command', 'The command /botc is registered', facts.isCommandRegistered, {
			remedy: 'It is registered when the bot connects. If it stays missing, invite the bot again.',
			href: inviteUrl,
		}),
	];
}

function evaluateAnnouncementChannel(channel: PreflightFacts['announcementChannel']): PreflightCheck[] {
	if (channel === null) return [];
	const exists = channel === 'unknown' ? channel : channel.name !== null;
	const check = evaluateCheck('announcement-channel', 'The announcement channel exists', exists, {
		remedy: 'Choose another channel in Site Settings (Announcements).',
	});
	if (channel === 'unknown') return [check];
	const { name: channelName, missing, hasThreads, hasRole } = channel;
	const roleChecks =
		hasRole === null
			? []
			: [
					evaluateCheck(MENTIONED_ROLE_CHECK, 'The role to mention exists', hasRole, {
						remedy: `${ADMIN_TEXTS.roleDeleted} ${ADMIN_TEXTS.chooseOtherRole}`,
					}),
				];
	if (channelName === null) return [check, ...roleChecks];
	const needed = CHANNEL_PERMISSIONS.filter(({ isForThreads }) => hasThreads || !isForThreads);
	return [
		check,
		...roleChecks,
		...needed.map(({ name }) =>
			evaluateCheck(
				`announcement-${name.toLowerCase().replaceAll(' ', '-')}`,
				`The bot has “${name}” in #${channelName}`,
				!missing.includes(name),
				{ remedy: `Give the bot’s role “${name}” in #${channelName} (Edit Channel > Permissions).` },
			),
		),
	];
}

/** Returns the check of the connection to the gateway. */
export function evaluateGateway(gateway: PreflightFacts['gateway']): PreflightCheck {
	const isConnected = gateway === 'connected' || gateway === 'connected without members';
	return evaluateCheck('gateway', 'The bot is connected', gateway === 'unknown' ? gateway : isConnected, {
		remedy: GATEWAY_REMEDIES[gateway ?? 'none'],
		unknown: "Couldn't reach the database. Please check again in a minute.",
	});
}

const GATEWAY_REMEDIES: Record<GatewayState | 'unknown' | 'none', string> = {
	none: 'No process runs the Discord service: start one with DISCORD_SERVICE=on.',
	connecting: 'The bot is connecting. Please check again in a minute.',
	'token refused': 'Discord refuses the bot’s token. See the first check.',
	unreachable: "Discord cannot be reached. We'll keep trying; nothing is lost.",
	connected: '',
	'connected without members': '',
	unknown: '',
};

function evaluateCheck(
	key: string,
	title: string,
	fact: Fact<boolean>,
	{
		remedy,
		href = null,
		unknown = DISCORD_UNAVAILABLE,
	}: { remedy: string; href?: string | null; unknown?: string },
): PreflightCheck {
	if (fact === 'unknown') return { key, title, state: 'unknown', remedy: unknown, href: null };
	if (fact) return { key, title, state: 'ok', remedy: null, href: null };
	return { key, title, state: 'missing', remedy, href };
}
