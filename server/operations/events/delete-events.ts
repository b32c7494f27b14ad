import { z } from 'zod';
import { BULK_BUDGET_MS } from '~/database/connection.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { deleteEventsInput } from '~/domain/admin/schema.ts';
import { deleteEventInput } from '~/domain/events/input.ts';
import { inJobTransaction } from '../../queue.ts';
import { recordAudit, recordAudits } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvent, lockEvents } from '../kernel/lock-event.ts';
import { type ChangeContext, defineChange, defineOperation, isId } from '../kernel/operation.ts';
import { requireIssuedIds, splitIntoBatches } from '../kernel/selection.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { endMirrors } from '../mirror/index.ts';

/** `alreadyDeleted`: how many of the selected events were already deleted. */
export type DeletedEvents = { deleted: number; discordEventsDeleted: number; alreadyDeleted: number };

/**
 * Deletes the selected events with their signups, groups and comments in one transaction, and their Discord
 * events only on request (POST /api/admin/delete-events). Throws Refusal 'invalid', and changes nothing, when
 * the selection is empty, too large, or has an id that never belonged to an event.
 */
export const deleteEvents = defineChange({
	allow: 'events.deleteMany',
	input: deleteEventsInput,
	databaseBudgetMs: BULK_BUDGET_MS,
	inTransaction: inJobTransaction,
	async work({ input, context }): Promise<DeletedEvents> {
		const { idempotencyKey: key, ...request } = input;
		return doOnce('events.deleteMany', { key, request }, context, () =>
			keepForUndo('events.deleteMany', context, () => deleteSelectedEvents(request, context)),
		);
	},
});

/** How many events one statement deletes. Each event has many signups, and every statement has a time limit. */
const EVENTS_PER_STATEMENT = 100;

async function deleteSelectedEvents(
	{ eventIds, deleteDiscordEvents }: { eventIds: string[]; deleteDiscordEvents: boolean },
	context: ChangeContext,
): Promise<DeletedEvents> {
	const { now, transaction } = context;
	await requireIssuedIds('events', 'eventIds', eventIds, transaction);
	const ids = await lockEvents('e.id = ANY(:eventIds::bigint[])', { eventIds }, transaction);
	const counts = await rows<{ id: string; signups: number }>(
		'SELECT event_id AS id, count(*)::int AS signups FROM signups WHERE event_id = ANY(:ids::bigint[]) GROUP BY event_id',
		{ ids },
		transaction,
	);
	const signups = new Map(counts.map((event) => [event.id, event.signups]));
	const discordDeletedIds = new Set(await endMirrors(ids, deleteDiscordEvents, transaction, now));
	for (const batch of splitIntoBatches(ids, EVENTS_PER_STATEMENT)) {
		// Signups are locked by id, as in every operation that locks many; the foreign key would lock them in any order.
		await execute(
			`DELETE FROM signups WHERE id IN (
				SELECT id FROM signups WHERE event_id = ANY(:batch::bigint[]) ORDER BY id FOR UPDATE)`,
			{ batch },
			transaction,
		);
		await execute('DELETE FROM events WHERE id = ANY(:batch::bigint[])', { batch }, transaction);
	}
	const subjects = ids.map((id) => ({
		id,
		detail: { discordEventDeleted: discordDeletedIds.has(id), signups: signups.get(id) ?? 0 },
	}));
	await recordAudits('events.deleteMany', 'event', subjects, context);
	return {
		deleted: ids.length,
		discordEventsDeleted: discordDeletedIds.size,
		alreadyDeleted: eventIds.length - ids.length,
	};
}

export type SelectedEvents = {
	count: number;
	/** How many of them have a Discord event. */
	linked: number;
	signups: number;
	/** Up to 100 of them, by date (ISO 8601). */
	events: { title: string; date: string; signups: number }[];
};

const MAX_LISTED = 100;

/** Returns a summary of the selected events for the confirmation before their deletion. Unknown ids are ignored. */
export const readSelectedEvents = defineOperation({
	allow: 'events.deleteMany',
	input: z.object({ eventIds: z.array(z.string()) }),
	async handle({ input }): Promise<SelectedEvents> {
		const ids = input.eventIds.filter(isId);
		const row = await one<SelectedEvents>(
			`SELECT count(*)::int AS count, count(e.discord_event_id) FILTER (WHERE m.series_start IS NULL)::int AS linked,
				coalesce(sum((SELECT count(*) FROM signups s WHERE s.event_id = e.id)), 0)::int AS signups,
				coalesce((SELECT json_agg(json_build_object('title', l.title, 'date', l.date, 'signups',
						(SELECT count(*) FROM signups s WHERE s.event_id = l.id)) ORDER BY l.date, l.id)
					FROM (SELECT id, title, date FROM events WHERE id = ANY(:ids::bigint[])
						ORDER BY date, id LIMIT ${MAX_LISTED}) l), '[]') AS events
			FROM events e LEFT JOIN discord_mirrors m ON m.event_id = e.id
			WHERE e.id = ANY(:ids::bigint[])`,
			{ ids },
		);
		return row ?? { count: 0, linked: 0, signups: 0, events: [] };
	},
});

/** `discordEventDeleted`: the event has a mirror and its Discord event will be deleted too, as requested. */
export type DeletedEvent = { message: string; discordEventDeleted: boolean };

/**
 * Deletes an event with its signups, groups and comments in one transaction, and its Discord event only on request
 * (DELETE /api/events/{id}; decision 0012). Throws Refusal 'missing' when no such event exists.
 */
export const deleteEvent = defineChange({
	allow: 'events.delete',
	params: ['eventId'],
	input: deleteEventInput,
	inTransaction: inJobTransaction,
	async work({ params, input, now, transaction, context }): Promise<DeletedEvent> {
		const event = await lockEvent(params.eventId, transaction);
		const discordEventDeleted = await keepForUndo('events.delete', context, async () => {
			const discordDeletedIds = await endMirrors([event.id], input.deleteDiscordEvent, transaction, now);
			const ofEvent = 'SELECT FROM signups WHERE event_id = :eventId';
			const signups = await execute(ofEvent, { eventId: event.id }, transaction);
			await event.destroy({ transaction });
			const detail = { discordEventDeleted: discordDeletedIds.length > 0, signups };
			await recordAudit('events.delete', { type: 'event', id: event.id }, context, detail);
			return detail.discordEventDeleted;
		});
		return {
			message: discordEventDeleted ? 'Event deleted. Its Discord event is deleted too.' : 'Event deleted',
			discordEventDeleted,
		};
	},
});
