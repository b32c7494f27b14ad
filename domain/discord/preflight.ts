import { z } from 'zod';
import { ADMIN_TEXTS } from '../admin/texts.ts';
import {
	describeRoleProblem,
	EVENT_ROLE_SETTINGS,
	type EventRoleSetting,
	HOW_TO_LET_MANAGE_ROLES,
	preventsTaking,
	type RoleProblem,
	type ServerRole,
} from './event-roles.ts';
import {
	CHANNEL_PERMISSIONS,
	type ChannelPermission,
	mayCreateEvents,
	mayManageEvents,
	mayManageRoles,
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
	/** The roles that the bot gives during events or still has to take; none while no role is set. */
	eventRoles: Fact<readonly EventRoleFact[]>;
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
	eventRoles: 'unknown',
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

/** `setting` is null for a role that is in no setting any more. `role` is undefined when the server has no such role. */
export type EventRoleFact = {
	setting: EventRoleSetting | null;
	role: ServerRole | undefined;
	problem: RoleProblem | null;
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
		...evaluateEventRoles(facts, inviteUrl),
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

/** Returns the checks of the roles of events. The missing permission is one check, whatever the number of roles. */
function evaluateEventRoles(
	{ eventRoles, permissions }: PreflightFacts,
	inviteUrl: string,
): PreflightCheck[] {
	if (eventRoles.length === 0) return [];
	const mayManage = permissions === 'unknown' ? permissions : mayManageRoles(permissions);
	const check = evaluateCheck('manage-roles', 'The bot may give roles', mayManage, {
		remedy: HOW_TO_LET_MANAGE_ROLES,
		href: inviteUrl,
	});
	if (eventRoles === 'unknown') return [check];
	const checks = eventRoles.flatMap(({ setting, role, problem }) => {
		if (problem === 'no permission' || (!setting && !preventsTaking(problem))) return [];
		const name = role ? `@${role.name}` : 'the role';
		const [key, title] = setting
			? [
					setting.replaceAll('_', '-'),
					`The bot can give ${name} to tonight’s ${EVENT_ROLE_SETTINGS[setting].users}`,
				]
			: ['former-role', `The bot can take ${name} back`];
		return evaluateCheck(key, title, problem === null, {
			remedy: problem ? describeRoleProblem(problem, role) : '',
		});
	});
	return [check, ...checks];
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
