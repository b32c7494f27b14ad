import { z } from 'zod';
import { listTypedStarts } from '../events/form.ts';
import type { RepeatFields } from '../events/series.ts';
import { seriesInput } from '../events/series-schema.ts';
import type { EventStatus } from '../events/status.ts';
import { DISCORD_ID, ROW_ID } from '../ids.ts';
import { idempotencyKey } from '../inputs.ts';
import { DEFAULT_TIMEZONE, DURATION_MINUTES, MINUTE_MS, TEXT_LIMITS } from '../limits.ts';
import { cleanLine, cleanText, shorten } from '../text.ts';
import { instantToWallTime } from '../time/wall-time.ts';
import { DISCORD_STATUS, type DiscordStatus } from './scheduled-event.ts';

/** The status codes of the import list and their labels (spec, sections 2 and 3). */
export const IMPORT_STATUS_LABELS = { 1: 'Active', 2: 'Completed', 3: 'Cancelled' } as const;
export type ImportStatus = keyof typeof IMPORT_STATUS_LABELS;

export const IMPORT_TEXTS = {
	onlyActive: 'Only active events can be imported',
	alreadyImported: 'Discord event already imported',
	interrupted: 'The import was interrupted, and nothing was imported. Please try again.',
	chooseEvent: 'Please choose a Discord event',
} as const;

/** A Discord event in the import list (spec, section 3); the time is ISO with `Z`. */
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

/** The result of an import (spec, section 7); `usersUpdated` counts existing users whose name or avatar changed. */
export const importResultSchema = z
	.object({
		eventTitle: z.string(),
		eventId: z.string(),
		signupsImported: z.number(),
		usersCreated: z.number(),
		usersUpdated: z.number(),
		/** How many events its series has, this one included; absent without a series. */
		seriesEvents: z.number().optional(),
	})
	.meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof importResultSchema>;

/** Body of POST /api/admin/import-discord-event. */
export const importInput = z.object({
	discordEventId: z.string(IMPORT_TEXTS.chooseEvent).regex(DISCORD_ID, IMPORT_TEXTS.chooseEvent),
	/** Makes the imported event the first one of a series of ours. */
	series: seriesInput.optional(),
	idempotencyKey,
});

/** Returns the import list's status for a Discord status: scheduled and running events are *Active*. */
export function toImportStatus(status: DiscordStatus): ImportStatus {
	if (status === DISCORD_STATUS.completed) return 2;
	return status === DISCORD_STATUS.cancelled ? 3 : 1;
}

/** Returns the events in the order of the import list: by status, importable ones first, then by start. */
export const sortImportableEvents = (events: readonly ImportableEvent[]): ImportableEvent[] =>
	events.toSorted(
		(a, b) => a.status - b.status || Date.parse(a.scheduled_start_time) - Date.parse(b.scheduled_start_time),
	);

/** Returns the event id in the URL on the last line, or null; `eventsAddress` ends without a slash. */
export function parseMirroredEventId(description: string, eventsAddress: string): string | null {
	const last = description.split('\n').at(-1)?.trim() ?? '';
	if (!last.startsWith(`${eventsAddress}/`)) return null;
	const id = last.slice(eventsAddress.length + 1);
	return ROW_ID.test(id) ? id : null;
}

type RemoteFields = {
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

const UNTITLED = 'Discord event';

/**
 * Returns a new event for a Discord event: active, in Eastern time, with texts cleaned and shortened, and
 * without the URL line of an earlier mirror (decision 0017).
 */
export function toImportedEvent(remote: RemoteFields, eventsAddress: string): ImportedFields {
	const hasEventUrl = parseMirroredEventId(remote.description, eventsAddress) !== null;
	const description = hasEventUrl
		? remote.description.split('\n').slice(0, -1).join('\n')
		: remote.description;
	const date = new Date(remote.scheduled_start_time);
	return {
		title: shorten(cleanLine(remote.name), TEXT_LIMITS.eventTitle) || UNTITLED,
		description: shorten(cleanText(description), TEXT_LIMITS.eventDescription),
		date,
		duration: readDuration(date, new Date(remote.scheduled_end_time)),
		location: shorten(cleanLine(remote.location), TEXT_LIMITS.eventLocation),
		timezone: DEFAULT_TIMEZONE,
		status: 'active',
	};
}

/** Returns the next starts (ISO 8601) of an imported event that repeats as a form asks for, after its first one. */
export function listImportedStarts(
	{ scheduled_start_time: start }: Pick<RemoteFields, 'scheduled_start_time'>,
	typed: RepeatFields,
): string[] {
	const { date, time } = instantToWallTime(start, DEFAULT_TIMEZONE);
	return listTypedStarts(typed, { date, time, timezone: DEFAULT_TIMEZONE });
}

/** Returns a Discord event's length in minutes, rounded up, or the default (decision 0017). */
function readDuration(start: Date, end: Date): number {
	const minutes = Math.ceil((end.getTime() - start.getTime()) / MINUTE_MS);
	return minutes > 0 ? minutes : DURATION_MINUTES.default;
}

/** The texts of the progress banner while an import runs and after it has finished (spec, section 4). */
export const PROGRESS_TEXTS = { running: 'Importing event...', done: 'Import completed!' } as const;

/** A run without progress for this many seconds is considered interrupted: its process has ended. */
export const IMPORT_RUN_SECONDS = 60;

const LIST_REQUESTED_PERCENT = 5;
const READ_PERCENT = 85;
/** The percentage once all members and the picture are read. */
const WRITE_START_PERCENT = 92;
const WRITE_END_PERCENT = 99;

/** Returns the percentage after reading `read` of about `expected` members; 100 would mean committed. */
export function computeReadProgress(read: number, expected: number): number {
	const share = expected > 0 ? Math.min(read / expected, 1) : 1;
	return Math.round(LIST_REQUESTED_PERCENT + share * (READ_PERCENT - LIST_REQUESTED_PERCENT));
}

/** Returns the percentage of an import that has written `written` of its `total` members: 92 to 99. */
export function computeWriteProgress(written: number, total: number): number {
	const share = total > 0 ? Math.min(written / total, 1) : 0;
	return Math.round(WRITE_START_PERCENT + share * (WRITE_END_PERCENT - WRITE_START_PERCENT));
}
