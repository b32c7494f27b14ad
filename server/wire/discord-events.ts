import {
	IMPORT_TEXTS,
	type ImportableEvent,
	type ImportResult,
	importResultSchema,
	toImportStatus,
} from '~/domain/discord/import.ts';
import type { RemoteEvent } from '~/domain/discord/mirror-plan.ts';

type ListedEvent = RemoteEvent & { id: string; interestedCount: number };

/** Returns a Discord event as the import list shows it (spec, section 3). */
export function toImportableEvent(event: ListedEvent, isImported: boolean): ImportableEvent {
	return {
		id: event.id,
		name: event.name,
		description: event.description,
		scheduled_start_time: event.scheduled_start_time,
		status: toImportStatus(event.status),
		interested_count: event.interestedCount,
		already_imported: isImported,
	};
}

/** A row of `import_runs`. `is_stale`: its state says that it is queued or running, but its process has ended. */
export type ImportRunRow = {
	id: string;
	discord_event_id: string;
	state: 'queued' | 'running' | 'done' | 'failed';
	progress: number;
	result: Record<string, unknown> | null;
	error: string | null;
	is_stale: boolean;
};

/** An import as the banner shows it. `progress` is a percentage; `read` of `expected` interested members were read. */
export type ImportRunView = {
	id: string;
	discordEventId: string;
	state: 'running' | 'done' | 'failed';
	progress: number;
	eventTitle: string | null;
	read: number | null;
	expected: number | null;
	result: ImportResult | null;
	error: string | null;
	/** Our event that this Discord event already belonged to. */
	importedAs: { eventTitle: string; eventId: string } | null;
};

/** Returns a run as users see it. A stale run counts as failed. */
export function toImportRunView(row: ImportRunRow): ImportRunView {
	const result = row.result ?? {};
	const parsedResult = importResultSchema.safeParse(result);
	const state = row.state === 'queued' ? 'running' : row.state;
	const { eventTitle, eventId } = result;
	return {
		id: row.id,
		discordEventId: row.discord_event_id,
		state: row.is_stale ? 'failed' : state,
		progress: row.progress,
		eventTitle: typeof eventTitle === 'string' ? eventTitle : null,
		read: typeof result.read === 'number' ? result.read : null,
		expected: typeof result.expected === 'number' ? result.expected : null,
		result: row.state === 'done' && parsedResult.success ? parsedResult.data : null,
		error: row.is_stale ? IMPORT_TEXTS.interrupted : row.error,
		importedAs:
			row.state === 'failed' && typeof eventTitle === 'string' && typeof eventId === 'string'
				? { eventTitle, eventId }
				: null,
	};
}
