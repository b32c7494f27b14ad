import { GatewayDispatchEvents } from 'discord.js';
import { z } from 'zod';
import { isDatabaseDown } from '~/database/connection.ts';
import { recordMembershipOf } from '../auth/membership.ts';
import { config } from '../config.ts';
import { summarizeForLog } from '../discord/errors.ts';
import { hasRequiredRole } from '../discord/members.ts';
import { snowflakeSchema } from '../discord/parse.ts';
import { RateLimitBudget } from '../discord/rate-limits.ts';
import { log } from '../log.ts';
import {
	addInterest,
	applyDiscordStatus,
	forgetDiscordEvent,
	removeInterest,
} from '../operations/mirror/index.ts';
import { Lanes } from './lanes.ts';

type Packet = {
	/** Packets with the same key are processed in order. */
	key: string;
	run: (now: Date) => Promise<unknown>;
};
type Reader = (data: unknown) => Packet | null;

const guild = { guild_id: z.string() };
const event = z.object({
	...guild,
	id: snowflakeSchema,
	status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
});
const interest = z.object({ ...guild, guild_scheduled_event_id: snowflakeSchema, user_id: snowflakeSchema });
const member = z.object({ ...guild, user: z.object({ id: snowflakeSchema }), roles: z.array(z.string()) });
const leaver = z.object({ ...guild, user: z.object({ id: snowflakeSchema }) });

/**
 * The handling of each gateway packet. They are the raw packets, not the client's events, because its cache
 * suppresses changes that it believes to know already. Any packet may come twice, late, or about unknown
 * users and events.
 */
const READERS: Partial<Record<GatewayDispatchEvents, Reader>> = {
	[GatewayDispatchEvents.GuildScheduledEventUserAdd]: read(interest, (packet) => ({
		key: packet.guild_scheduled_event_id,
		run: (now) => addInterest(interestOf(packet), now),
	})),
	[GatewayDispatchEvents.GuildScheduledEventUserRemove]: read(interest, (packet) => ({
		key: packet.guild_scheduled_event_id,
		run: () => removeInterest(interestOf(packet)),
	})),
	[GatewayDispatchEvents.GuildScheduledEventUpdate]: read(event, ({ id, status }) => ({
		key: id,
		run: (now) => applyDiscordStatus({ discordEventId: id, status }, now),
	})),
	[GatewayDispatchEvents.GuildScheduledEventDelete]: read(event, ({ id }) => ({
		key: id,
		run: () => forgetDiscordEvent(id),
	})),
	[GatewayDispatchEvents.GuildMemberAdd]: read(member, memberPacket),
	[GatewayDispatchEvents.GuildMemberUpdate]: read(member, memberPacket),
	[GatewayDispatchEvents.GuildMemberRemove]: read(leaver, ({ user }) => memberPacket({ user, roles: [] })),
};

/** How long one packet waits for rate limits; later packets of its lane wait as long. */
const MAX_WAIT_SECONDS = 15;

/** The names of the packets that the gateway handles. */
export const PACKET_NAMES = Object.keys(READERS) as GatewayDispatchEvents[];

/**
 * Processes packets, in order for each key. A failure is logged, and the next reconcile corrects what was
 * missed.
 */
export class PacketHandler {
	readonly #lanes = new Lanes();
	readonly #now: () => Date;

	constructor(now: () => Date) {
		this.#now = now;
	}

	take(name: GatewayDispatchEvents, data: unknown): void {
		const packet = READERS[name]?.(data);
		if (!packet) return;
		this.#lanes.run(packet.key, async () => {
			try {
				// When many packets come at once, Discord rate-limits the calls that read members.
				const budget = new RateLimitBudget({ maxWaitSeconds: MAX_WAIT_SECONDS });
				await budget.run(() => packet.run(this.#now()));
			} catch (error) {
				report(name, error);
			}
		});
	}

	/** Resolves when all packets that came so far are processed. */
	idle(): Promise<void> {
		return this.#lanes.idle();
	}
}

/**
 * Returns a reader that makes the work for a packet of the configured server. The reader returns null for a
 * packet of another server or with another shape.
 */
function read<Schema extends z.ZodType<{ guild_id: string }>>(
	schema: Schema,
	toPacket: (data: z.output<Schema>) => Packet,
): Reader {
	return (data) => {
		const parsed = schema.safeParse(data);
		if (!parsed.success || parsed.data.guild_id !== config().DISCORD_GUILD_ID) return null;
		return toPacket(parsed.data);
	};
}

const interestOf = (packet: z.output<typeof interest>) => ({
	discordEventId: packet.guild_scheduled_event_id,
	discordId: packet.user_id,
});

function memberPacket({ user, roles }: { user: { id: string }; roles: string[] }): Packet {
	// Only the role matters: a member packet does not change a user's name or avatar here.
	return { key: user.id, run: (now) => recordMembershipOf(user.id, hasRequiredRole({ roles }), now) };
}

function report(packet: string, error: unknown): void {
	const trouble = summarizeForLog(error);
	if (trouble || isDatabaseDown(error)) {
		log().warn({ packet, trouble: trouble ?? 'the database does not answer' }, 'packet left to reconcile');
	} else {
		log().error({ packet, err: error }, 'packet failed');
	}
}
