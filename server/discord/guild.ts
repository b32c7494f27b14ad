import { z } from 'zod';
import type { ServerRole } from '~/domain/discord/event-roles.ts';
import { config } from '../config.ts';
import { callAsBot } from './client.ts';
import { isDiscordFailure } from './errors.ts';
import { bitsSchema, nameSchema, parseResponse, snowflakeSchema } from './parse.ts';

const MEMBERS_INTENT = 1 << 14;
const MEMBERS_INTENT_LIMITED = 1 << 15;
const ALL_PERMISSIONS = ~0n;

const applicationSchema = z.object({
	id: snowflakeSchema,
	flags: z.number().nullish(),
	redirect_uris: z.array(z.string()).nullish(),
});
const guildSchema = z.object({
	owner_id: z.string(),
	roles: z.array(
		z
			.object({
				id: z.string(),
				name: nameSchema,
				managed: z.boolean().nullish(),
				permissions: bitsSchema,
				position: z.int(),
			})
			.transform(({ id, name, managed, permissions, position }): ServerRole => {
				return { id, name: name ?? id, managed: managed === true, permissions, position };
			}),
	),
});
const memberSchema = z.object({ roles: z.array(z.string()) });

/**
 * What the bot may do on the Discord server. The permissions are those of @everyone and of the bot's roles, or all when
 * the bot owns the server. `hasRequiredRole`: whether the role DISCORD_REQUIRED_ROLE_ID exists on the server. `roleIds`
 * are the bot's roles, and `topPosition` is the position of the highest one, infinity when the bot owns the server.
 * `roles` are all roles; `mentionableRoles` are those but @everyone and those of bots and integrations.
 */
export type BotOnGuild = {
	permissions: bigint;
	hasRequiredRole: boolean;
	roleIds: string[];
	topPosition: number;
	roles: ServerRole[];
	mentionableRoles: ServerRole[];
};

/** Returns whether Discord accepts the bot's token. Throws as `callDiscord` does when the call fails otherwise. */
export async function isTokenValid(): Promise<boolean> {
	return (
		(await nullForStatuses([401], () =>
			readRoute((routes) => routes.user('@me'), z.object({ id: z.string() })),
		)) !== null
	);
}

/**
 * Returns the application that the bot's token belongs to, as it is set up in Discord's developer portal.
 * `redirectUris` is null when Discord does not say. Throws as `callDiscord` does.
 */
export async function readApplication(): Promise<{
	id: string;
	hasMembersIntent: boolean;
	redirectUris: string[] | null;
}> {
	const { id, flags, redirect_uris } = await readRoute(
		(routes) => routes.currentApplication(),
		applicationSchema,
	);
	const hasMembersIntent = ((flags ?? 0) & (MEMBERS_INTENT | MEMBERS_INTENT_LIMITED)) !== 0;
	return { id, hasMembersIntent, redirectUris: redirect_uris ?? null };
}

/**
 * Returns the bot's permissions on the Discord server and whether the server has the required role, or null when the
 * bot is not on it. Throws as `callDiscord` does.
 */
export async function readBotOnGuild(): Promise<BotOnGuild | null> {
	const { DISCORD_GUILD_ID: guildId, DISCORD_REQUIRED_ROLE_ID: roleId } = config();
	const botId = await readBotId();
	const guild = await nullForStatuses([403, 404], readGuild);
	const member =
		guild &&
		(await nullForStatuses([403, 404], () =>
			readRoute((routes) => routes.guildMember(guildId, botId), memberSchema),
		));
	if (!guild || !member) return null;
	// The @everyone role has the same ID as the server.
	const botRoles = guild.roles.filter(({ id }) => id === guildId || member.roles.includes(id));
	const isOwner = guild.owner_id === botId;
	return {
		permissions: isOwner ? ALL_PERMISSIONS : botRoles.reduce((sum, role) => sum | role.permissions, 0n),
		hasRequiredRole: guild.roles.some(({ id }) => id === roleId),
		roleIds: member.roles,
		topPosition: isOwner
			? Number.POSITIVE_INFINITY
			: Math.max(0, ...botRoles.map(({ position }) => position)),
		roles: guild.roles,
		mentionableRoles: guild.roles.filter(({ id, managed }) => id !== guildId && !managed),
	};
}

/** Returns the owner and the roles of the Discord server. Throws as `callDiscord` does. */
export const readGuild = () => readRoute((routes) => routes.guild(config().DISCORD_GUILD_ID), guildSchema);

/** Returns whether the Discord server has a role. Throws as `callDiscord` does. */
export async function hasRole(roleId: string): Promise<boolean> {
	const schema = z.array(z.object({ id: z.string() }));
	const roles = await readRoute((routes) => routes.guildRoles(config().DISCORD_GUILD_ID), schema);
	return roles.some(({ id }) => id === roleId);
}

/** Returns what the bot reads at a route. Throws as `callDiscord` does. */
export async function readRoute<Schema extends z.ZodType>(
	getRoute: Parameters<typeof callAsBot>[1],
	schema: Schema,
	query?: Record<string, string>,
): Promise<z.output<Schema>> {
	return parseResponse(schema, await callAsBot('get', getRoute, query && { query }));
}

/** Returns the result of `call`, or null when Discord responds with one of these statuses. */
async function nullForStatuses<Value>(
	statuses: readonly number[],
	call: () => Promise<Value>,
): Promise<Value | null> {
	try {
		return await call();
	} catch (error) {
		if (isDiscordFailure(error) && error.status !== null && statuses.includes(error.status)) return null;
		throw error;
	}
}

const userSchema = z.object({ id: snowflakeSchema });

let botId: Promise<string> | undefined;

/**
 * Returns the ID of the bot's user, which differs from the application's ID (`DISCORD_CLIENT_ID`) for old applications.
 * Reads it once per process and again after a failed read. Throws as `callDiscord` does.
 */
export function readBotId(): Promise<string> {
	botId ??= fetchBotId().catch((error: unknown) => {
		botId = undefined;
		throw error;
	});
	return botId;
}

async function fetchBotId(): Promise<string> {
	return (await readRoute((routes) => routes.user(), userSchema)).id;
}
