import { GatewayDispatchEvents } from 'discord.js';
import { z } from 'zod';
import type { RemoteStatus } from '~/domain/discord/mirror-plan.ts';
import { recordMembershipByDiscordId } from '../auth/membership.ts';
import { config } from '../config.ts';
import { summarizeForLog } from '../discord/errors.ts';
import { type DiscordAccount, hasRequiredRole } from '../discord/members.ts';
import { accountSchema, nameSchema, snowflakeSchema } from '../discord/parse.ts';
import { RateLimitBudget } from '../discord/rate-limits.ts';
import { isExternal } from '../discord/scheduled-events.ts';
import { log, logFailure } from '../log.ts';
import { noteDeletedChannel, noteDeletedRole } from '../operations/announcements/index.ts';
import { noteChannelChange } from '../operations/groups/index.ts';
import {
	addInterest,
	applyDiscordStatus,
	removeInterest,
	unlinkDiscordEvent,
} from '../operations/mirror/index.ts';
import { KeyedSequences } from './keyed-sequences.ts';

type Packet = {
	/** Packets with the same key are processed in order. */
	key: string;
	run: (now: Date) => Promise<unknown>;
};
type PacketReader = (data: unknown) => Packet | null;

const guild = { guild_id: z.string() };
const event = z.object({
	...guild,
	id: snowflakeSchema,
	status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
	entity_type: z.number(),
	scheduled_start_time: z.iso.datetime({ offset: true }),
	scheduled_end_time: z.iso.datetime({ offset: true }).nullish(),
	recurrence_rule: z.looseObject({}).nullish(),
});
const interest = z.object({ ...guild, guild_scheduled_event_id: snowflakeSchema, user_id: snowflakeSchema });
/** `user` is also parsed as an account: null without a username, because that would replace the saved one. */
const member = z
	.looseObject({ ...guild, user: z.looseObject({ id: snowflakeSchema }), roles: z.array(z.string()) })
	.transform(({ guild_id, user, roles }) => ({
		guild_id,
		user,
		roles,
		account: user.username ? (accountSchema.safeParse(user).data ?? null) : null,
	}));
const removedMember = z.object({ ...guild, user: z.object({ id: snowflakeSchema }) });
const removedChannel = z.object({ ...guild, id: snowflakeSchema, type: z.number().default(0) });
const channel = z.object({ ...guild, id: snowflakeSchema, type: z.number(), name: nameSchema });
const removedRole = z.object({ ...guild, role_id: snowflakeSchema });

/**
 * The handling of each gateway packet. They are the raw packets, not the client's events, because its cache suppresses
 * changes that it believes to know already. Any packet may come twice, late, or about unknown users and events.
 */
const PACKET_READERS: Partial<Record<GatewayDispatchEvents, PacketReader>> = {
	[GatewayDispatchEvents.GuildScheduledEventUserAdd]: createReader(interest, (packet) => ({
		key: packet.guild_scheduled_event_id,
		run: (now) => addInterest(toInterest(packet), now),
	})),
	[GatewayDispatchEvents.GuildScheduledEventUserRemove]: createReader(interest, (packet) => ({
		key: packet.guild_scheduled_event_id,
		run: (now) => removeInterest(toInterest(packet), now),
	})),
	[GatewayDispatchEvents.GuildScheduledEventUpdate]: createReader(event, (packet) => ({
		key: packet.id,
		run: (now) => applyDiscordStatus({ discordEventId: packet.id, remote: toRemoteStatus(packet) }, now),
	})),
	[GatewayDispatchEvents.GuildScheduledEventDelete]: createReader(event, ({ id }) => ({
		key: id,
		run: () => unlinkDiscordEvent(id),
	})),
	[GatewayDispatchEvents.ChannelCreate]: createReader(channel, toChannelPacket),
	[GatewayDispatchEvents.ChannelUpdate]: createReader(channel, toChannelPacket),
	[GatewayDispatchEvents.ChannelDelete]: createReader(removedChannel, ({ id, type }) => ({
		key: id,
		async run(now) {
			await noteDeletedChannel(id, now);
			await noteChannelChange({ id, type, name: null }, now);
		},
	})),
	[GatewayDispatchEvents.ThreadDelete]: createReader(removedChannel, toRemovedChannelPacket),
	[GatewayDispatchEvents.GuildRoleDelete]: createReader(removedRole, ({ role_id }) => ({
		key: role_id,
		run: (now) => noteDeletedRole(role_id, now),
	})),
	[GatewayDispatchEvents.GuildMemberAdd]: createReader(member, createMemberPacket),
	[GatewayDispatchEvents.GuildMemberUpdate]: createReader(member, createMemberPacket),
	[GatewayDispatchEvents.GuildMemberRemove]: createReader(removedMember, ({ user }) =>
		createMemberPacket({ user, roles: [], account: null }),
	),
};

/** How many packets are processed at once: each may take one connection of the database's pool. */
const SEQUENCE_COUNT = 4;
/** How long one packet waits for rate limits; later packets of its sequence wait as long. */
const MAX_WAIT_SECONDS = 15;

/** The names of the packets that the gateway handles. */
export const PACKET_NAMES = Object.keys(PACKET_READERS) as GatewayDispatchEvents[];

/** Processes packets, in order for each key. A failure is logged, and the next reconcile corrects what was missed. */
export class PacketHandler {
	readonly #sequences = new KeyedSequences(SEQUENCE_COUNT);
	readonly #now: () => Date;

	constructor(now: () => Date) {
		this.#now = now;
	}

	handle(name: GatewayDispatchEvents, data: unknown): void {
		const packet = PACKET_READERS[name]?.(data);
		if (!packet) return;
		void this.#sequences.run(packet.key, async () => {
			try {
				// When many packets come at once, Discord rate-limits the calls that read members.
				const budget = new RateLimitBudget({ maxWaitSeconds: MAX_WAIT_SECONDS });
				await budget.run(() => packet.run(this.#now()));
			} catch (error) {
				logPacketError(name, error);
			}
		});
	}

	/** Resolves when all packets that came so far are processed. */
	waitUntilIdle(): Promise<void> {
		return this.#sequences.waitUntilIdle();
	}
}

/**
 * Returns a reader that makes the work for a packet of the configured server. The reader returns null for a
 * packet of another server or with another shape.
 */
function createReader<Schema extends z.ZodType<{ guild_id: string }>>(
	schema: Schema,
	toPacket: (data: z.output<Schema>) => Packet,
): PacketReader {
	return (data) => {
		const parsed = schema.safeParse(data);
		if (!parsed.success || parsed.data.guild_id !== config().DISCORD_GUILD_ID) return null;
		return toPacket(parsed.data);
	};
}

const toRemoteStatus = ({
	status,
	entity_type,
	scheduled_start_time,
	scheduled_end_time,
	recurrence_rule,
}: z.output<typeof event>): RemoteStatus => ({
	status,
	isExternal: isExternal(entity_type),
	scheduled_start_time,
	scheduled_end_time: scheduled_end_time ?? scheduled_start_time,
	seriesStart: recurrence_rule ? scheduled_start_time : null,
});

const toInterest = (packet: z.output<typeof interest>) => ({
	discordEventId: packet.guild_scheduled_event_id,
	discordId: packet.user_id,
});

function toRemovedChannelPacket({ id }: z.output<typeof removedChannel>): Packet {
	return { key: id, run: (now) => noteDeletedChannel(id, now) };
}

function toChannelPacket(changed: z.output<typeof channel>): Packet {
	return { key: changed.id, run: (now) => noteChannelChange(changed, now) };
}

type MemberPacket = { user: { id: string }; roles: string[]; account: DiscordAccount | null };

function createMemberPacket({ user, roles, account }: MemberPacket): Packet {
	return {
		key: user.id,
		run: (now) => recordMembershipByDiscordId(user.id, hasRequiredRole({ roles }), now, account),
	};
}

function logPacketError(packet: string, error: unknown): void {
	const problem = summarizeForLog(error);
	if (problem) log().warn({ packet, problem }, 'packet not handled; the next reconcile corrects it');
	else logFailure(error, 'packet failed', { packet });
}
