import * as schemas from 'discord-api-spec/zod';
import { z } from 'zod/mini';
import { findSchemaError, type Schema } from './check.ts';
import { INTERACTION_DATA } from './interaction-data.ts';

/** A dispatched packet of the gateway: its type `t` and its data `d`. */
export type Packet = { t: string; d: unknown };

export const GUILDS = 1 << 0;
export const GUILD_MEMBERS = 1 << 1;
const GUILD_PRESENCES = 1 << 8;
const MESSAGE_CONTENT = 1 << 15;
export const GUILD_SCHEDULED_EVENTS = 1 << 16;
/** Intents that must be enabled in the developer portal. The stand-in can enable only the members intent. */
export const PRIVILEGED_INTENTS = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
const OTHER_INTENTS = (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);
/** The first seventeen bits and four more. A session with any other intent is refused. */
export const KNOWN_INTENTS = ((1 << 17) - 1) | OTHER_INTENTS;

/** Returns the intent that a session needs for a packet, or 0 for packets to every session. */
export function getRequiredIntent(type: string): number {
	if (type.startsWith('GUILD_SCHEDULED_EVENT_')) return GUILD_SCHEDULED_EVENTS;
	if (type.startsWith('GUILD_MEMBER_')) return GUILD_MEMBERS;
	return /^(GUILD|CHANNEL|THREAD)_/.test(type) ? GUILDS : 0;
}

const id = schemas.SnowflakeTypeSchema;
/** A scheduled event of any kind. */
export const EventSchema = z.union([
	schemas.ExternalScheduledEventResponseSchema,
	schemas.VoiceScheduledEventResponseSchema,
	schemas.StageScheduledEventResponseSchema,
]);
const interest = z.object({ guild_scheduled_event_id: id, user_id: id, guild_id: id });

/** The schemas of each packet's parts. Discord's API specification has no packets, but most of their objects. */
const SCHEMAS: Record<string, (data: Record<string, unknown>) => [Schema, unknown][]> = {
	GUILD_SCHEDULED_EVENT_CREATE: (data) => [[EventSchema, data]],
	GUILD_SCHEDULED_EVENT_UPDATE: (data) => [[EventSchema, data]],
	GUILD_SCHEDULED_EVENT_DELETE: (data) => [[EventSchema, data]],
	GUILD_SCHEDULED_EVENT_USER_ADD: (data) => [[interest, data]],
	GUILD_SCHEDULED_EVENT_USER_REMOVE: (data) => [[interest, data]],
	GUILD_MEMBER_ADD: listMemberChecks,
	GUILD_MEMBER_UPDATE: listMemberChecks,
	GUILD_MEMBER_REMOVE: ({ user, ...rest }) => [
		[schemas.UserResponseSchema, user],
		[z.object({ guild_id: id }), rest],
	],
	GUILD_ROLE_CREATE: ({ role }) => [[schemas.GuildRoleResponseSchema, role]],
	GUILD_ROLE_UPDATE: ({ role }) => [[schemas.GuildRoleResponseSchema, role]],
	GUILD_ROLE_DELETE: (data) => [[z.object({ guild_id: id, role_id: id }), data]],
	CHANNEL_DELETE: (data) => [[schemas.GuildChannelResponseSchema, data]],
	THREAD_DELETE: (data) => [[z.object({ id, guild_id: id, parent_id: id, type: z.int() }), data]],
	GUILD_CREATE: ({ members, guild_scheduled_events: events, channels, ...guild }) => [
		[z.array(schemas.GuildMemberResponseSchema), members],
		[z.array(EventSchema), events],
		[z.array(schemas.GuildChannelResponseSchema), channels],
		[schemas.GuildRoleResponseSchema, Array.isArray(guild.roles) ? guild.roles[0] : undefined],
	],
	INTERACTION_CREATE: ({ type, member, user, message, data }) => {
		const { permissions: _, ...rest } = (member ?? {}) as Record<string, unknown>;
		return [
			member ? [schemas.GuildMemberResponseSchema, rest] : [schemas.UserResponseSchema, user],
			...(message ? [[schemas.MessageResponseSchema, message] as [Schema, unknown]] : []),
			[INTERACTION_DATA[Number(type)] ?? z.never(), data],
		];
	},
};

/** Returns the schema error of a packet, or null. */
export function findPacketError({ t, d }: Packet): string | null {
	for (const [schema, value] of SCHEMAS[t]?.(d as Record<string, unknown>) ?? []) {
		const error = findSchemaError(schema, value);
		if (error !== null) return `${t}: ${error}`;
	}
	return null;
}

function listMemberChecks({ guild_id, ...member }: Record<string, unknown>): [Schema, unknown][] {
	return [
		[id, guild_id],
		[schemas.GuildMemberResponseSchema, member],
	];
}
