import { endOf } from '../events/status.ts';
import { shorten } from '../text.ts';

/** Discord's bounds for an external scheduled event, in UTF-16 units as it counts them. */
const DISCORD_LIMITS = { name: 100, location: 100, description: 1_000 } as const;

/** Discord's GuildScheduledEventStatus. */
export const DISCORD_STATUS = { scheduled: 1, active: 2, completed: 3, cancelled: 4 } as const;
export type DiscordStatus = (typeof DISCORD_STATUS)[keyof typeof DISCORD_STATUS];

/** What Discord shows of an event of ours; instants are ISO with `Z`. */
export type ScheduledEventText = {
	name: string;
	description: string;
	location: string;
	scheduled_start_time: string;
	scheduled_end_time: string;
};

type Mirrored = { title: string; description: string; location: string; date: Date; duration: number };

/**
 * An event as Discord's external scheduled event: shortened to Discord's limits, with `address` (the event's public one)
 * as the last line of the description, by which we know our own again. An empty location becomes `communityName`.
 * (decisions, "Events" and "Discord"; wire.md)
 */
export function toScheduledEvent(
	event: Mirrored,
	{ address, communityName }: { address: string; communityName: string },
): ScheduledEventText {
	return {
		name: shorten(event.title, DISCORD_LIMITS.name),
		description: withAddress(event.description, address),
		location: shorten(event.location || communityName || 'Online', DISCORD_LIMITS.location),
		scheduled_start_time: event.date.toISOString(),
		scheduled_end_time: endOf(event).toISOString(),
	};
}

/**
 * Whether our bot created this Discord event for the event at `address`; only then may we adopt, edit or delete it without
 * a link that an admin made by importing. Its creator must be our bot's user: the address alone does not count, because
 * any member can type it. False when Discord names no creator, as for very old events. (architecture.md, "Outbox")
 */
export function isOwnMirror(
	remote: { description: string; creatorId: string | null },
	{ address, botId }: { address: string; botId: string },
): boolean {
	return remote.creatorId === botId && remote.description.split('\n').at(-1)?.trim() === address;
}

/** Where people look at a scheduled event of that server on Discord. */
export const discordEventUrl = (guildId: string, discordEventId: string): string =>
	`https://discord.com/events/${guildId}/${discordEventId}`;

function withAddress(description: string, address: string): string {
	const room = DISCORD_LIMITS.description - address.length - 2;
	const text = shorten(description, room).trimEnd();
	return text ? `${text}\n\n${address}` : address;
}
