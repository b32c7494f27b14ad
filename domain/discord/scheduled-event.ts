import { endOf } from '../events/status.ts';
import { shorten } from '../text.ts';

/** Discord's limits for an external scheduled event, counted in UTF-16 units. */
const DISCORD_LIMITS = { name: 100, location: 100, description: 1_000 } as const;

/** Discord's GuildScheduledEventStatus. */
export const DISCORD_STATUS = { scheduled: 1, active: 2, completed: 3, cancelled: 4 } as const;
export type DiscordStatus = (typeof DISCORD_STATUS)[keyof typeof DISCORD_STATUS];

/** The content of an event's mirror; instants are ISO with `Z`. */
export type ScheduledEventText = {
	name: string;
	description: string;
	location: string;
	scheduled_start_time: string;
	scheduled_end_time: string;
};

type MirroredEvent = { title: string; description: string; location: string; date: Date; duration: number };

/**
 * Returns an event as the content of an external scheduled event: shortened to Discord's limits, with `address` (the
 * event's public URL) as the last line of the description, which identifies our mirrors. An empty location becomes
 * `communityName`. (decision 0017)
 */
export function toScheduledEvent(
	event: MirroredEvent,
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
 * Returns whether our bot created this Discord event for the event at `address`. Without a link that an admin created
 * by importing, only such Discord events may be adopted, edited or deleted. The URL alone does not count, because any
 * member can type it: the creator must be our bot. Returns false when Discord names no creator, as for very old events.
 * (decision 0017)
 */
export function isOwnMirror(
	remote: { description: string; creatorId: string | null },
	{ address, botId }: { address: string; botId: string },
): boolean {
	return remote.creatorId === botId && remote.description.split('\n').at(-1)?.trim() === address;
}

/** Returns the URL of a scheduled event on Discord. */
export const buildDiscordEventUrl = (guildId: string, discordEventId: string): string =>
	`https://discord.com/events/${guildId}/${discordEventId}`;

/** Returns the URL of a message on Discord. */
export const buildDiscordMessageUrl = (guildId: string, channelId: string, messageId: string): string =>
	`https://discord.com/channels/${guildId}/${channelId}/${messageId}`;

function withAddress(description: string, address: string): string {
	const maxLength = DISCORD_LIMITS.description - address.length - 2;
	const text = shorten(description, maxLength).trimEnd();
	return text ? `${text}\n\n${address}` : address;
}
