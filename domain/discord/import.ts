import { z } from 'zod';
import type { EventStatus } from '../events/schema.ts';
import { idempotencyKey } from '../idempotency.ts';
import { DEFAULT_TIMEZONE, DURATION_MINUTES, MINUTE_MS, TEXT_LIMITS } from '../limits.ts';
import { cleanLine, cleanText, shorten } from '../text.ts';
import { DISCORD_STATUS, type DiscordStatus } from './scheduled-event.ts';

/** The import list's own status code and its word (spec, sections 2 and 3; decisions, "Discord"). */
export const IMPORT_STATUS_LABELS = { 1: 'Active', 2: 'Completed', 3: 'Cancelled' } as const;
export type ImportStatus = keyof typeof IMPORT_STATUS_LABELS;

export const IMPORT_TEXTS = {
	onlyActive: 'Only active events can be imported',
	already: 'Discord event already imported',
	cutShort: 'The import was cut short and nothing was imported. Please try again.',
	chooseEvent: 'Please choose a Discord event',
} as const;

/** One event of Discord's in the import list (spec, section 3); the time is ISO with `Z`. */
export const importableEventSchema = z
	.object({
		id: z.string(),
		name: z.string(),
		description: z.string(),
		scheduled_start_time: z.iso.datetime(),
		status: z.literal([1, 2, 3]),
		interested_count: z.number(),
		already_imported: z.boolean(),
	})
	.meta({ id: 'ImportableEvent' });
export type ImportableEvent = z.infer<typeof importableEventSchema>;

/** What an import answers (wire.md); `usersUpdated` are existing people whose name or avatar changed. */
export const importResultSchema = z
	.object({
		eventTitle: z.string(),
		eventId: z.string(),
		signupsImported: z.number(),
		usersCreated: z.number(),
		usersUpdated: z.number(),
	})
	.meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof importResultSchema>;

/** The body of POST /api/admin/import-discord-event. */
export const importInput = z.object({
	discordEventId: z.string(IMPORT_TEXTS.chooseEvent).regex(/^\d{17,20}$/, IMPORT_TEXTS.chooseEvent),
	idempotencyKey,
});

/** Discord's status as the import list has it: what is still open there is *Active*. */
export function importStatusOf(status: DiscordStatus): ImportStatus {
	if (status === DISCORD_STATUS.completed) return 2;
	return status === DISCORD_STATUS.cancelled ? 3 : 1;
}

/** The list's order: what can be imported first, each part by its start. Leaves `events` as they are. */
export const orderImportable = (events: readonly ImportableEvent[]): ImportableEvent[] =>
	events.toSorted(
		(a, b) => a.status - b.status || Date.parse(a.scheduled_start_time) - Date.parse(b.scheduled_start_time),
	);

/**
 * The id in the address of ours that ends a description, null when it ends otherwise. `eventsAddress` is that of the
 * events list, without a slash at its end.
 */
export function readMarkedId(description: string, eventsAddress: string): string | null {
	const last = description.split('\n').at(-1)?.trim() ?? '';
	if (!last.startsWith(`${eventsAddress}/`)) return null;
	return /^[1-9]\d{0,17}$/.exec(last.slice(eventsAddress.length + 1))?.[0] ?? null;
}

type Remote = {
	name: string;
	description: string;
	location: string;
	scheduled_start_time: string;
	scheduled_end_time: string;
};
export type ImportedFields = {
	title: string;
	description: string;
	date: Date;
	duration: number;
	location: string;
	timezone: string;
	status: EventStatus;
};

const NAMELESS = 'Discord event';

/**
 * Discord's event as one of ours: an active event in Eastern time, its texts cleaned and cut to our limits, and without
 * the address of an event that it once belonged to. (decisions, "Discord" and "Events")
 */
export function toImportedEvent(remote: Remote, eventsAddress: string, now: Date): ImportedFields {
	const marked = readMarkedId(remote.description, eventsAddress) !== null;
	const description = marked ? remote.description.split('\n').slice(0, -1).join('\n') : remote.description;
	const date = new Date(remote.scheduled_start_time);
	return {
		title: shorten(cleanLine(remote.name), TEXT_LIMITS.eventTitle) || NAMELESS,
		description: shorten(cleanText(description), TEXT_LIMITS.eventDescription),
		date,
		duration: durationOf(date, new Date(remote.scheduled_end_time), now),
		location: shorten(cleanLine(remote.location), TEXT_LIMITS.eventLocation),
		timezone: DEFAULT_TIMEZONE,
		status: 'active',
	};
}

/**
 * Minutes as the edit form takes them: half hours, from half an hour to eight; three hours where Discord names no end.
 * A running event that would be over by that ends when it does on Discord.
 */
function durationOf(start: Date, end: Date, now: Date): number {
	const { step, editMin, editMax, default: usual } = DURATION_MINUTES;
	const minutes = Math.round((end.getTime() - start.getTime()) / MINUTE_MS);
	if (!(minutes > 0)) return usual;
	const usable = Math.min(Math.max(Math.ceil(minutes / step) * step, editMin), editMax);
	return start.getTime() + usable * MINUTE_MS > now.getTime() ? usable : Math.max(usable, minutes);
}
