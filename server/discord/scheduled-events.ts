import { Routes } from 'discord.js';
import { z } from 'zod';
import type { RemoteEvent } from '~/domain/discord/mirror-plan.ts';
import type { DiscordStatus, ScheduledEventText } from '~/domain/discord/scheduled-event.ts';
import { config } from '../config.ts';
import { readBotId } from './bot.ts';
import { botRest, callDiscord } from './client.ts';
import { DISCORD_CODES, isUnknown } from './errors.ts';
import { accountSchema, nameSchema, parseAnswer, snowflakeSchema } from './parse.ts';

const EXTERNAL = 3;
const GUILD_ONLY = 2;
const PAGE = 100;

/** A scheduled event of our server as Discord has it. `imageHash` changes with the picture; null: none. */
export type DiscordEvent = RemoteEvent & {
	id: string;
	creatorId: string | null;
	interestedCount: number;
	imageHash: string | null;
};

/** Somebody who is interested, with what Discord says of them; `nickname` is that on our server. */
export type InterestedPerson = {
	discordId: string;
	username: string;
	globalName: string | null;
	avatar: string | null;
	nickname: string | null;
};

const instant = z.iso.datetime({ offset: true });
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
});

const subscriberSchema = z.object({
	user: accountSchema,
	member: z.object({ nick: nameSchema }).nullish(),
	/** 0: somebody who said no to one night of a series. */
	response: z.number().nullish(),
});

/** The server's scheduled events that Discord still lists: open ones, and those that ended just now. */
export async function listDiscordEvents(): Promise<DiscordEvent[]> {
	const rest = botRest();
	const query = new URLSearchParams({ with_user_count: 'true' });
	const route = Routes.guildScheduledEvents(config().DISCORD_GUILD_ID);
	const answer = await callDiscord(rest, (signal) => rest.get(route, { query, signal }));
	return parseAnswer(z.array(eventSchema), answer).map(toDiscordEvent);
}

/** One scheduled event, whatever its status; null when Discord knows none (any more). */
export async function findDiscordEvent(id: string): Promise<DiscordEvent | null> {
	const rest = botRest();
	const query = new URLSearchParams({ with_user_count: 'true' });
	const answer = await unlessUnknown(callDiscord(rest, (signal) => rest.get(routeOf(id), { query, signal })));
	return answer === null ? null : toDiscordEvent(parseAnswer(eventSchema, answer));
}

/** Makes a scheduled event; `image` is a data URI. An uncertain end (no answer) may have made it all the same. */
export function createDiscordEvent(text: ScheduledEventText, image: string | null): Promise<DiscordEvent> {
	const rest = botRest();
	const route = Routes.guildScheduledEvents(config().DISCORD_GUILD_ID);
	const { location, ...fields } = text;
	const body = {
		...fields,
		...{ entity_type: EXTERNAL, privacy_level: GUILD_ONLY, channel_id: null, entity_metadata: { location } },
		...(image ? { image } : {}),
	};
	return answerEvent(callDiscord(rest, (signal) => rest.post(route, { body, signal })));
}

export type DiscordEventChange = Partial<ScheduledEventText> & {
	status?: DiscordStatus;
	/** A data URI, or null to take the picture away. */
	image?: string | null;
};

/** Changes what is given. Throws Discord's own error for an event that it does not know (any more). */
export function updateDiscordEvent(id: string, change: DiscordEventChange): Promise<DiscordEvent> {
	const rest = botRest();
	const { location, ...fields } = change;
	const body = { ...fields, ...(location === undefined ? {} : { entity_metadata: { location } }) };
	return answerEvent(callDiscord(rest, (signal) => rest.patch(routeOf(id), { body, signal })));
}

/** Deletes a scheduled event; one that Discord does not know (any more) is what was wanted. */
export async function deleteDiscordEvent(id: string): Promise<void> {
	const rest = botRest();
	await unlessUnknown(callDiscord(rest, (signal) => rest.delete(routeOf(id), { signal })));
}

/**
 * Who is interested in an event, page after page of at most a hundred, by ascending id. Each page is one call; the
 * caller sees it when it is there. `start` is the last ID of a reading that broke off: it goes on behind that one. An
 * event that Discord does not know (any more) has nobody.
 */
export async function* pageInterested(id: string, start = '0'): AsyncGenerator<InterestedPerson[]> {
	const rest = botRest();
	const botId = await readBotId();
	let after = start;
	for (;;) {
		const query = new URLSearchParams({ limit: String(PAGE), with_member: 'true', after });
		const answer = await unlessUnknown(
			callDiscord(rest, (signal) => rest.get(`${routeOf(id)}/users`, { query, signal })),
		);
		const rows = answer === null ? [] : parseAnswer(z.array(subscriberSchema), answer);
		// Discord lists the creator of an event as interested, and our bot creates ours.
		const people = rows.filter(({ response, user }) => response !== 0 && user.discordId !== botId);
		yield people.map(({ user, member }) => ({ ...user, nickname: member?.nick ?? null }));
		const last = rows.at(-1);
		if (rows.length < PAGE || !last) return;
		after = last.user.discordId;
	}
}

const routeOf = (id: string) => Routes.guildScheduledEvent(config().DISCORD_GUILD_ID, id);

const answerEvent = async (answer: Promise<unknown>) =>
	toDiscordEvent(parseAnswer(eventSchema, await answer));

/** Whether Discord said that it knows no such scheduled event. */
export const isUnknownEvent = (error: unknown): boolean => isUnknown(error, DISCORD_CODES.unknownEvent);

async function unlessUnknown(answer: Promise<unknown>): Promise<unknown> {
	try {
		return await answer;
	} catch (error) {
		if (isUnknownEvent(error)) return null;
		throw error;
	}
}

function toDiscordEvent(event: z.output<typeof eventSchema>): DiscordEvent {
	const start = new Date(event.scheduled_start_time).toISOString();
	const end = event.scheduled_end_time ? new Date(event.scheduled_end_time).toISOString() : start;
	return {
		id: event.id,
		name: event.name,
		description: event.description ?? '',
		location: event.entity_metadata?.location ?? '',
		scheduled_start_time: start,
		scheduled_end_time: end,
		status: event.status,
		isExternal: event.entity_type === EXTERNAL,
		creatorId: event.creator_id ?? null,
		interestedCount: event.user_count ?? 0,
		imageHash: event.image ?? null,
	};
}
