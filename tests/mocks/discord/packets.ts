import * as schemas from 'discord-api-spec/zod';
import { z } from 'zod/mini';
import { checkAnswer, type Schema } from './check.ts';

/** A dispatch of the gateway: its type and its data. */
export type Packet = { t: string; d: unknown };

export const GUILDS = 1 << 0;
export const GUILD_MEMBERS = 1 << 1;
const GUILD_PRESENCES = 1 << 8;
const MESSAGE_CONTENT = 1 << 15;
export const GUILD_SCHEDULED_EVENTS = 1 << 16;
/** Those that need the developer portal's switch; only the members one can be switched on here. */
export const PRIVILEGED_INTENTS = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
const OTHER_INTENTS = (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);
/** The first seventeen bits and four more; a session that asks for any other is turned away. */
export const KNOWN_INTENTS = ((1 << 17) - 1) | OTHER_INTENTS;

/** The intent that a session needs for a packet; 0 for what every session gets. */
export function findNeededIntent(type: string): number {
	if (type.startsWith('GUILD_SCHEDULED_EVENT_')) return GUILD_SCHEDULED_EVENTS;
	if (type.startsWith('GUILD_MEMBER_')) return GUILD_MEMBERS;
	return type.startsWith('GUILD_') ? GUILDS : 0;
}

const id = schemas.SnowflakeTypeSchema;
/** A scheduled event of any kind. */
export const EventSchema = z.union([
	schemas.ExternalScheduledEventResponseSchema,
	schemas.VoiceScheduledEventResponseSchema,
	schemas.StageScheduledEventResponseSchema,
]);
const interest = z.object({ guild_scheduled_event_id: id, user_id: id, guild_id: id });

/** What the packets hold; Discord's description has no packets, but most of the objects in them. */
const SCHEMAS: Record<string, (data: Record<string, unknown>) => [Schema, unknown][]> = {
	GUILD_SCHEDULED_EVENT_CREATE: (data) => [[EventSchema, data]],
	GUILD_SCHEDULED_EVENT_UPDATE: (data) => [[EventSchema, data]],
	GUILD_SCHEDULED_EVENT_DELETE: (data) => [[EventSchema, data]],
	GUILD_SCHEDULED_EVENT_USER_ADD: (data) => [[interest, data]],
	GUILD_SCHEDULED_EVENT_USER_REMOVE: (data) => [[interest, data]],
	GUILD_MEMBER_ADD: checkMember,
	GUILD_MEMBER_UPDATE: checkMember,
	GUILD_MEMBER_REMOVE: ({ user, ...rest }) => [
		[schemas.UserResponseSchema, user],
		[z.object({ guild_id: id }), rest],
	],
	GUILD_ROLE_UPDATE: ({ role }) => [[schemas.GuildRoleResponseSchema, role]],
	GUILD_CREATE: ({ members, guild_scheduled_events: events, channels, ...guild }) => [
		[z.array(schemas.GuildMemberResponseSchema), members],
		[z.array(EventSchema), events],
		[z.array(schemas.GuildChannelResponseSchema), channels],
		[schemas.GuildRoleResponseSchema, Array.isArray(guild.roles) ? guild.roles[0] : undefined],
	],
	INTERACTION_CREATE: ({ member }) => {
		const { permissions: _, ...rest } = member as Record<string, unknown>;
		return [[schemas.GuildMemberResponseSchema, rest]];
	},
};

/** Says what is wrong with a packet, or null. */
export function checkPacket({ t, d }: Packet): string | null {
	for (const [schema, value] of SCHEMAS[t]?.(d as Record<string, unknown>) ?? []) {
		const wrong = checkAnswer(schema, value);
		if (wrong !== null) return `${t}: ${wrong}`;
	}
	return null;
}

function checkMember({ guild_id, ...member }: Record<string, unknown>): [Schema, unknown][] {
	return [
		[id, guild_id],
		[schemas.GuildMemberResponseSchema, member],
	];
}
