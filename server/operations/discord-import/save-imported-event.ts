import type { Transaction } from 'sequelize';
import { execute, rows } from '~/database/sql.ts';
import { parseMirroredEventId } from '~/domain/discord/import.ts';
import { isSameDate } from '~/domain/discord/scheduled-event.ts';
import { cleanLine } from '~/domain/text.ts';
import { config } from '../../config.ts';
import { readBotId } from '../../discord/guild.ts';
import type { DiscordEvent } from '../../discord/scheduled-events.ts';

export type ImportedEvent = { eventId: string; eventTitle: string };
export type ImportCandidate = Pick<DiscordEvent, 'id' | 'name' | 'description' | 'creatorId'> & {
	/** Missing: the event has not been read, so it is unknown which date a repeating one stands for. */
	seriesStart?: string | null;
};

/** Returns the address that the addresses of all our events start with, without a slash at its end. */
export const getEventsUrl = (): string => new URL('/events', config().APP_URL).href;

/**
 * Returns which of these Discord events already belong to an event of ours, by their Discord ID. They are the events
 * with a known Discord ID (imported or mirrored). Those that our bot created with the address of one of our events
 * also count, because their Discord ID may not be saved yet. A repeating event belongs to ours only while it stands
 * for the same date. Throws `DiscordUnavailable` or an error of discord.js. (decision 0017)
 */
export async function findImportedEvents(
	events: readonly ImportCandidate[],
): Promise<Map<string, ImportedEvent>> {
	const imported = new Map<string, ImportedEvent>();
	if (events.length === 0) return imported;
	const marked = await listMarkedEvents(events);
	const found = await rows<{
		discord_id: string;
		event_id: string;
		title: string | null;
		date: Date | null;
		series_start: Date | null;
	}>(
		`WITH requested AS (SELECT jsonb_array_elements_text(:ids::jsonb) AS discord_id),
		found AS (
			SELECT r.discord_id, e.id AS event_id FROM requested r JOIN events e ON e.discord_event_id = r.discord_id
			UNION
			SELECT r.discord_id, m.event_id FROM requested r JOIN discord_mirrors m ON m.discord_event_id = r.discord_id
			UNION
			SELECT marked.discord_id, marked.event_id
			FROM jsonb_to_recordset(:marked::jsonb) AS marked(discord_id text, event_id bigint)
			WHERE EXISTS (SELECT FROM events e WHERE e.id = marked.event_id)
				OR EXISTS (SELECT FROM discord_mirrors m WHERE m.event_id = marked.event_id)
		)
		SELECT f.discord_id, f.event_id, e.title, m.series_start, e.date
		FROM found f LEFT JOIN events e ON e.id = f.event_id LEFT JOIN discord_mirrors m ON m.event_id = f.event_id
		-- Later rows replace earlier ones, so an existing event wins over a deleted one.
		ORDER BY e.title NULLS FIRST, f.event_id`,
		{ ids: JSON.stringify(events.map(({ id }) => id)), marked: JSON.stringify(marked) },
	);
	const names = new Map(events.map(({ id, name }) => [id, cleanLine(name)]));
	const starts = new Map(events.map(({ id, seriesStart }) => [id, seriesStart]));
	for (const { discord_id, event_id, title, date, series_start } of found) {
		if (isOtherDate(starts.get(discord_id), { known: series_start, date })) continue;
		const eventTitle = title ?? names.get(discord_id) ?? '';
		imported.set(discord_id, { eventId: event_id, eventTitle });
	}
	return imported;
}

/**
 * Returns the event id in the description of each Discord event that our bot created. Asks Discord for the
 * bot's id only when a description contains such an id.
 */
async function listMarkedEvents(
	events: readonly ImportCandidate[],
): Promise<{ discord_id: string; event_id: string }[]> {
	const marked = events.flatMap(({ id, description, creatorId }) => {
		const eventId = parseMirroredEventId(description, getEventsUrl());
		return eventId === null ? [] : [{ discord_id: id, event_id: eventId, creatorId }];
	});
	if (marked.length === 0) return [];
	const botId = await readBotId();
	return marked.filter(({ creatorId }) => creatorId === botId);
}

/** Returns whether our event stands for another date than the one that the repeating Discord event stands for now. */
function isOtherDate(
	seriesStart: string | null | undefined,
	{ known, date }: { known: Date | null; date: Date | null },
): boolean {
	if (seriesStart === undefined) return known !== null;
	const start = known ?? date;
	return seriesStart !== null && start !== null && !isSameDate(start, new Date(seriesStart));
}

/**
 * Removes the links of our events that stand for other dates of a repeating Discord event, so that one date can be
 * linked: the one whose original start is `seriesStart` (ISO 8601). Those events stay.
 */
export async function releaseEarlierDate(
	discordEventId: string,
	seriesStart: string,
	transaction: Transaction,
): Promise<void> {
	const linked = await rows<{ id: string; date: Date }>(
		`SELECT e.id, coalesce(m.series_start, e.date) AS date
		FROM events e LEFT JOIN discord_mirrors m ON m.event_id = e.id
		WHERE e.discord_event_id = :discordEventId ORDER BY e.id FOR UPDATE OF e`,
		{ discordEventId },
		transaction,
	);
	const ids = linked.flatMap(({ id, date }) => (isSameDate(date, new Date(seriesStart)) ? [] : [id]));
	if (ids.length === 0) return;
	await execute('DELETE FROM discord_mirrors WHERE event_id = ANY(:ids::bigint[])', { ids }, transaction);
	await execute(
		'UPDATE events SET discord_event_id = NULL WHERE id = ANY(:ids::bigint[])',
		{ ids },
		transaction,
	);
}
