import type { Routes } from 'discord.js';
import { z } from 'zod';
import type { RemoteEvent } from '~/domain/discord/mirror-plan.ts';
import {
	type DiscordStatus,
	getSnowflakeTime,
	resolveSeriesDate,
	type ScheduledEventText,
	type SeriesException,
} from '~/domain/discord/scheduled-event.ts';
import { DISCORD_ID } from '~/domain/ids.ts';
import { IMAGE_MAX_BYTES } from '~/domain/limits.ts';
import { config } from '../config.ts';
import { callAsBot, DISCORD_CODES, DISCORD_TIMEOUT_MS } from './client.ts';
import { isUnknown } from './errors.ts';
import { readBotId, readRoute } from './guild.ts';
import { accountSchema, nameSchema, parseResponse, snowflakeSchema } from './parse.ts';

const EXTERNAL = 3;
const GUILD_ONLY = 2;
const PAGE_SIZE = 100;

/**
 * A scheduled event of the Discord server; a repeating one as the date that it stands for now. `imageHash` changes with
 * the image; null: no image.
 */
export type DiscordEvent = RemoteEvent & {
	id: string;
	creatorId: string | null;
	interestedCount: number;
	imageHash: string | null;
};

/** A user who is interested in an event; `nickname` is the one on the configured server. */
export type DiscordMember = {
	discordId: string;
	username: string;
	globalName: string | null;
	avatar: string | null;
	nickname: string | null;
};

/**
 * A page of a Discord event's interested users. `interestedCount` counts the bot too, as the event's own count does;
 * `lastId` is the last ID that Discord sent, also of a user who is no longer interested.
 */
type InterestedPage = { members: DiscordMember[]; interestedCount: number; lastId: string | null };

const instant = z.iso.datetime({ offset: true });
/** One date of a repeating event that was moved or cancelled alone. */
const exceptionSchema = z.object({
	event_exception_id: snowflakeSchema,
	scheduled_start_time: instant.nullish(),
	scheduled_end_time: instant.nullish(),
	is_canceled: z.boolean().nullish(),
});
const eventSchema = z.object({
	id: snowflakeSchema,
	name: z.string(),
	description: z.string().nullish(),
	scheduled_start_time: instant,
	scheduled_end_time: instant.nullish(),
	entity_type: z.number(),
	status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
	entity_metadata: z.object({ location: z.string().nullish() }).nullish(),
	creator_id: z.string().nullish(),
	user_count: z.number().nullish(),
	image: z.string().nullish(),
	recurrence_rule: z.looseObject({}).nullish(),
	guild_scheduled_event_exceptions: z.array(exceptionSchema).nullish(),
});

const subscriberSchema = z.object({
	user: accountSchema,
	member: z.object({ nick: nameSchema }).nullish(),
	/** 0 when the user declined one date of a recurring event. */
	response: z.number().nullish(),
});

/**
 * Returns the scheduled events that Discord lists: open ones, and ones that ended just now. Throws as `callDiscord`
 * does.
 */
export async function listDiscordEvents(): Promise<DiscordEvent[]> {
	const events = await readRoute(getEventsRoute, z.array(eventSchema), WITH_COUNT);
	return events.map(toDiscordEvent);
}

/** Returns one scheduled event of any status, or null when Discord does not know it. Throws as `callDiscord` does. */
export async function findDiscordEvent(id: string): Promise<DiscordEvent | null> {
	const event = await nullIfUnknownEvent(readRoute(toEventRoute(id), eventSchema, WITH_COUNT));
	return event && toDiscordEvent(event);
}

/**
 * Creates a scheduled event and returns it; `image` is a data URI. Throws as `callDiscord` does; without a response,
 * the event may exist.
 */
export function createDiscordEvent(text: ScheduledEventText, image: string | null): Promise<DiscordEvent> {
	const { location, ...fields } = text;
	const body = {
		...fields,
		entity_type: EXTERNAL,
		privacy_level: GUILD_ONLY,
		channel_id: null,
		entity_metadata: { location },
		...(image ? { image } : {}),
	};
	return parseEventResponse(callAsBot('post', getEventsRoute, { body, sendsPicture: image !== null }));
}

export type DiscordEventChange = Partial<ScheduledEventText> & {
	status?: DiscordStatus;
	/** A data URI, or null to remove the image. */
	image?: string | null;
};

/**
 * Changes the given fields and returns the event. Throws Discord's own error when Discord does not know the
 * event, and `DiscordUnavailable`.
 */
export function updateDiscordEvent(id: string, change: DiscordEventChange): Promise<DiscordEvent> {
	const { location, ...fields } = change;
	const body = { ...fields, ...(location === undefined ? {} : { entity_metadata: { location } }) };
	const sendsPicture = Boolean(change.image);
	return parseEventResponse(callAsBot('patch', toEventRoute(id), { body, sendsPicture }));
}

/** Deletes a scheduled event; does nothing when Discord does not know it. Throws as `callDiscord` does. */
export async function deleteDiscordEvent(id: string): Promise<void> {
	await nullIfUnknownEvent(callAsBot('delete', toEventRoute(id)));
}

/**
 * Yields the users who are interested in an event, by ascending ID, in pages of at most 100. Each page is one call.
 * `start` is the `lastId` of an interrupted read; the pages continue after it. An event that Discord does not know
 * yields one empty page. Throws as `callDiscord` does.
 */
export async function* listInterestedPages(id: string, start = '0'): AsyncGenerator<InterestedPage> {
	const botId = await readBotId();
	let after = start;
	for (;;) {
		const query = { limit: String(PAGE_SIZE), with_member: 'true', after };
		const route: typeof getEventsRoute = (routes) => `${toEventRoute(id)(routes)}/users`;
		const rows = (await nullIfUnknownEvent(readRoute(route, z.array(subscriberSchema), query))) ?? [];
		// Discord lists the creator of an event as interested, and the bot creates our events.
		const interested = rows.filter(({ response }) => response !== 0);
		const last = rows.at(-1);
		yield {
			members: interested
				.filter(({ user }) => user.discordId !== botId)
				.map(({ user, member }) => ({ ...user, nickname: member?.nick ?? null })),
			interestedCount: interested.length,
			lastId: last?.user.discordId ?? null,
		};
		if (rows.length < PAGE_SIZE || !last) return;
		after = last.user.discordId;
	}
}

/** Returns whether a Discord event of this type takes place outside of Discord's channels. */
export const isExternal = (entityType: number): boolean => entityType === EXTERNAL;

const WITH_COUNT = { with_user_count: 'true' };
const getEventsRoute = (routes: typeof Routes): `/${string}` =>
	routes.guildScheduledEvents(config().DISCORD_GUILD_ID);
const toEventRoute = (id: string) => (routes: typeof Routes) =>
	routes.guildScheduledEvent(config().DISCORD_GUILD_ID, id);

const parseEventResponse = async (response: Promise<unknown>) =>
	toDiscordEvent(parseResponse(eventSchema, await response));

/** Returns whether Discord responded that it does not know the scheduled event. */
export const isUnknownEvent = (error: unknown): boolean => isUnknown(error, DISCORD_CODES.unknownEvent);

async function nullIfUnknownEvent<Value>(response: Promise<Value>): Promise<Value | null> {
	try {
		return await response;
	} catch (error) {
		if (isUnknownEvent(error)) return null;
		throw error;
	}
}

function toDiscordEvent(event: z.output<typeof eventSchema>): DiscordEvent {
	const start = new Date(event.scheduled_start_time);
	const date = resolveSeriesDate(
		{ start, end: toDate(event.scheduled_end_time) ?? start, status: event.status },
		event.recurrence_rule ? (event.guild_scheduled_event_exceptions ?? []).map(toSeriesException) : [],
	);
	return {
		id: event.id,
		name: event.name,
		description: event.description ?? '',
		location: event.entity_metadata?.location ?? '',
		scheduled_start_time: date.start.toISOString(),
		scheduled_end_time: date.end.toISOString(),
		status: date.status,
		isExternal: isExternal(event.entity_type),
		creatorId: event.creator_id ?? null,
		interestedCount: event.user_count ?? 0,
		imageHash: event.image ?? null,
		seriesStart: event.recurrence_rule ? start.toISOString() : null,
	};
}

const toDate = (text: string | null | undefined) => (text ? new Date(text) : null);

const toSeriesException = (exception: z.output<typeof exceptionSchema>): SeriesException => ({
	originalStart: getSnowflakeTime(exception.event_exception_id),
	start: toDate(exception.scheduled_start_time),
	end: toDate(exception.scheduled_end_time),
	isCancelled: exception.is_canceled ?? false,
});

const HASH = /^[0-9A-Za-z_]{1,64}$/;

/**
 * Returns the bytes of a scheduled event's image from Discord's CDN, or null when it has none or one of 10 MB
 * or more. Throws the error of the connection, or a timeout after five seconds.
 */
export async function fetchEventImage(event: {
	id: string;
	imageHash: string | null;
}): Promise<Uint8Array | null> {
	const { id, imageHash } = event;
	if (imageHash === null || !DISCORD_ID.test(id) || !HASH.test(imageHash)) return null;
	const address = `${config().DISCORD_CDN_URL}/guild-events/${id}/${imageHash}.png?size=2048`;
	const response = await fetch(address, {
		signal: AbortSignal.timeout(DISCORD_TIMEOUT_MS),
		redirect: 'error',
	});
	if (!response.ok || !response.body) {
		await response.body?.cancel();
		return null;
	}
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
		length += chunk.byteLength;
		if (length >= IMAGE_MAX_BYTES) return null;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
