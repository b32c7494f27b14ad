import { joinNames } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import { HOUR_MS, MINUTE_MS } from '../limits.ts';
import { getSection, isComing, type Standing } from '../signups/standing.ts';
import { hasFact } from '../signups/statuses.ts';
import { mayManageRoles } from './permissions.ts';

/** The settings of the roles that users have during an event, and who gets each (decision 0089). */
export const EVENT_ROLE_SETTINGS = {
	role_tonight: { users: 'players', label: 'Role for tonight’s players' },
	role_storytellers_tonight: { users: 'storytellers', label: 'Role for tonight’s storytellers' },
} as const;
export type EventRoleSetting = keyof typeof EVENT_ROLE_SETTINGS;
export const EVENT_ROLE_KEYS = Object.keys(EVENT_ROLE_SETTINGS) as EventRoleSetting[];

/** How long before the start of an event its roles are given, and how long after its end they are taken. */
export const EVENT_ROLE_TIMES = { beforeMs: 30 * MINUTE_MS, afterMs: HOUR_MS };

/** Returns the setting whose role a user has during an event, or null. `hasPlaces`: the event limits its players. */
export function getEventRole(standing: Standing, hasPlaces: boolean): EventRoleSetting | null {
	if (!isComing(standing)) return null;
	if (standing.kind === 'runs') return 'role_storytellers_tonight';
	const section = getSection(standing, hasPlaces);
	return section !== null && section !== 'waitlist' && hasFact(section, 'comes') ? 'role_tonight' : null;
}

/** A role of the Discord server. `permissions` are Discord's bits. */
export type ServerRole = {
	id: string;
	name: string;
	position: number;
	managed: boolean;
	permissions: bigint;
};

/** What decides whether the bot can give a role. `topPosition` is that of its highest role. */
export type RoleGiver = {
	permissions: bigint;
	topPosition: number;
	guildId: string;
	requiredRoleId: string;
};

/** The permissions that a bot does not hand out, because they give power over the server or its members. */
const POWERS: readonly (readonly [name: string, bit: bigint])[] = [
	['Kick Members', 1n << 1n],
	['Ban Members', 1n << 2n],
	['Administrator', 1n << 3n],
	['Manage Channels', 1n << 4n],
	['Manage Server', 1n << 5n],
	['View Audit Log', 1n << 7n],
	['Manage Messages', 1n << 13n],
	['Mention Everyone', 1n << 17n],
	['View Server Insights', 1n << 19n],
	['Mute Members', 1n << 22n],
	['Deafen Members', 1n << 23n],
	['Move Members', 1n << 24n],
	['Manage Nicknames', 1n << 27n],
	['Manage Roles', 1n << 28n],
	['Manage Webhooks', 1n << 29n],
	['Manage Expressions', 1n << 30n],
	['Manage Events', 1n << 33n],
	['Manage Threads', 1n << 34n],
	['Timeout Members', 1n << 40n],
	['View Monetization Insights', 1n << 41n],
	['Pin Messages', 1n << 51n],
	['Bypass Slow Mode', 1n << 52n],
	// Discord adds permissions at the end. What they allow is not known.
	['a new permission', ~0n << 53n],
];

/** Why the bot cannot give a role, the first that holds. `unchangeable` is @everyone or a role of a bot or integration. */
export type RoleProblem = 'deleted' | 'unchangeable' | 'required' | 'powerful' | 'too high' | 'no permission';

/** Returns why the bot cannot give `role` (undefined: the server has no such role), or null. */
export function findRoleProblem(role: ServerRole | undefined, bot: RoleGiver): RoleProblem | null {
	if (!role) return 'deleted';
	if (role.id === bot.guildId || role.managed) return 'unchangeable';
	if (role.id === bot.requiredRoleId) return 'required';
	if (POWERS.some(([, bit]) => (role.permissions & bit) !== 0n)) return 'powerful';
	if (role.position >= bot.topPosition) return 'too high';
	return mayManageRoles(bot.permissions) ? null : 'no permission';
}

/** Why a role cannot be given, in a few words beside its name. */
export const ROLE_PROBLEM_LABELS: Record<RoleProblem, string> = {
	deleted: 'deleted on Discord',
	unchangeable: 'managed by an app',
	required: 'the required role',
	powerful: 'allows too much',
	'too high': 'above the bot’s role',
	'no permission': 'the bot needs “Manage Roles”',
};

/** Returns whether a role cannot be chosen. A missing permission is no reason: the link asks for it once one is chosen. */
export const preventsChoosing = (problem: RoleProblem | null): problem is RoleProblem =>
	problem !== null && problem !== 'no permission';

/** Returns whether the bot cannot take a role away either, which then waits. */
export const preventsTaking = (problem: RoleProblem | null): boolean =>
	problem === 'no permission' || problem === 'too high' || problem === 'unchangeable';

export const HOW_TO_LET_MANAGE_ROLES =
	'Give the bot’s role “Manage Roles” (Server Settings > Roles), or invite the bot again.';

/** Returns what is wrong with a role and what to do about it, for admins. */
export function describeRoleProblem(problem: RoleProblem, role: ServerRole | undefined): string {
	switch (problem) {
		case 'deleted':
			return "This role isn't on the server. Please choose another.";
		case 'unchangeable':
			return 'Discord or another app manages this role. Please choose another.';
		case 'required':
			return 'This role is required to sign in, so it can’t be given and taken. Please choose another.';
		case 'powerful': {
			const names = POWERS.filter(([, bit]) => ((role?.permissions ?? 0n) & bit) !== 0n).map(
				([name]) => name,
			);
			return `This role allows too much: ${joinNames(names)}. Please switch that off on Discord (Server Settings > Roles), or choose another role.`;
		}
		case 'no permission':
			return HOW_TO_LET_MANAGE_ROLES;
		case 'too high':
			return `The bot can only give roles below its own. Please drag its role above ${role ? isolate(`@${role.name}`) : 'this one'} on Discord (Server Settings > Roles).`;
	}
}

export const ONE_ROLE_TWICE = 'Please choose different roles for players and storytellers.';
