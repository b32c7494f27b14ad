import { endOf } from '../events/status.ts';
import { HOUR_MS } from '../limits.ts';
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
 * Returns the content of an event's mirror, shortened to Discord's limits. `address` is the last line of the
 * description, which identifies our mirrors. (decision 0017)
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
 * Returns whether our bot created this Discord event for the event at `address`. Only such events, and
 * imported ones, may be adopted, edited or deleted. The URL alone does not count, because any member can type
 * it. (decision 0017)
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

const DISCORD_EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

/** Returns the creation time of a Discord ID: its upper bits count the milliseconds since 2015. */
export const getSnowflakeTime = (id: string): Date =>
	new Date(Number(BigInt(id) >> TIME_SHIFT) + DISCORD_EPOCH_MS);

/** Returns the smallest Discord ID of an instant; IDs that were created earlier are smaller. */
export const toSnowflake = (time: Date): string =>
	String(BigInt(time.getTime() - DISCORD_EPOCH_MS) << TIME_SHIFT);

/** One date of a repeating Discord event that was moved or cancelled alone; null: that time was not changed. */
export type SeriesException = {
	originalStart: Date;
	start: Date | null;
	end: Date | null;
	isCancelled: boolean;
};

type SeriesDate = { start: Date; end: Date; status: DiscordStatus };

/** Two dates of a series are at least a day apart, and a moved date stays nearer to its original start. */
const SAME_DATE_MS = 12 * HOUR_MS;

/**
 * Returns time and status of the date that a repeating Discord event stands for, with its exception applied.
 * A moved date without an end keeps its length; a cancelled one is cancelled, although the series goes on.
 * (decision 0017)
 */
export function resolveSeriesDate(date: SeriesDate, exceptions: readonly SeriesException[]): SeriesDate {
	const exception =
		exceptions.find(({ originalStart }) => isSameDate(originalStart, date.start)) ??
		// Discord does not document that an exception's ID holds the original start.
		exceptions.find(({ start }) => start !== null && isSameDate(start, date.start));
	if (!exception) return date;
	const start = exception.start ?? date.start;
	const end = exception.end ?? new Date(date.end.getTime() + start.getTime() - date.start.getTime());
	return { start, end, status: exception.isCancelled ? DISCORD_STATUS.cancelled : date.status };
}

/** Returns whether two starts belong to the same date of a series. Discord's own IDs hold the start in seconds only. */
export const isSameDate = (one: Date, other: Date): boolean =>
	Math.abs(one.getTime() - other.getTime()) < SAME_DATE_MS;
