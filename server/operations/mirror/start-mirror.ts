import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import type { DiscordMirror } from '~/database/models/index.ts';
import { execute, rows, selectColumn, selectValue } from '~/database/sql.ts';
import { enqueue, enqueueAll, listBusyKeys, retryJobsNow } from '../../queue.ts';

const IS_MIRRORED = `wanted = 'present' AND state <> 'deleted'`;
/** A mirror that changed within this time (in milliseconds) is skipped: its job may be running right now. */
const RECENT_CHANGE_MS = 10_000;

/**
 * Creates the mirror and its job in the transaction that creates the event. A mirror that waits to be deleted, because the
 * event with this id was deleted before, is taken again with its Discord event.
 */
export async function startMirror(eventId: string, transaction: Transaction, now: Date): Promise<void> {
	const discordEventId = await selectValue(
		`INSERT INTO discord_mirrors (event_id, updated_at) VALUES (:eventId, :now)
		ON CONFLICT (event_id) DO UPDATE SET wanted = 'present', state = 'pending', error = NULL, attempts = 0,
			updated_at = excluded.updated_at
		RETURNING discord_event_id`,
		{ eventId, now },
		transaction,
	);
	if (discordEventId)
		await execute(
			'UPDATE events SET discord_event_id = :discordEventId WHERE id = :eventId',
			{ eventId, discordEventId },
			transaction,
		);
	await enqueueMirror(eventId, transaction);
}

/**
 * Ends the mirrors of these events in the transaction that deletes the events. With `isDeletionWanted` their
 * Discord events will be deleted; without it they stay on Discord and are unlinked. A Discord event whose
 * creation was never confirmed is deleted in both cases, and a repeating one in none. Returns the ids of the events whose Discord event
 * will be deleted on request; none without `isDeletionWanted`.
 */
export async function endMirrors(
	eventIds: readonly string[],
	isDeletionWanted: boolean,
	transaction: Transaction,
	now: Date,
): Promise<string[]> {
	const mirrors = await rows<{
		event_id: string;
		discord_event_id: string | null;
		state: string;
		series_start: Date | null;
	}>(
		`SELECT event_id, discord_event_id, state, series_start FROM discord_mirrors
		WHERE event_id = ANY(:ids::bigint[]) ORDER BY event_id FOR UPDATE`,
		{ ids: eventIds },
		transaction,
	);
	const isOnDiscord = (mirror: (typeof mirrors)[number]) =>
		mirror.discord_event_id !== null && mirror.state !== 'deleted';
	const hasNothingToDelete = (mirror: (typeof mirrors)[number]) =>
		mirror.state === 'deleted' || mirror.series_start !== null || (isOnDiscord(mirror) && !isDeletionWanted);
	const toEventIds = (list: typeof mirrors) => list.map(({ event_id }) => event_id);
	await execute(
		'DELETE FROM discord_mirrors WHERE event_id = ANY(:ids::bigint[])',
		{ ids: toEventIds(mirrors.filter(hasNothingToDelete)) },
		transaction,
	);
	const toDelete = mirrors.filter((mirror) => !hasNothingToDelete(mirror));
	await execute(
		`UPDATE discord_mirrors SET wanted = 'absent', state = 'pending', error = NULL, attempts = 0, updated_at = :now
		WHERE event_id = ANY(:ids::bigint[])`,
		{ ids: toEventIds(toDelete), now },
		transaction,
	);
	await enqueueMirrors(toEventIds(toDelete), transaction);
	return toEventIds(toDelete.filter((mirror) => isOnDiscord(mirror) || isDeletionWanted));
}

/**
 * Restores the mirrors of events that were deleted and are put back in this transaction. `before` is a mirror before the
 * deletion; with `isDeleted` its Discord event was left on Discord. A Discord event that is gone is created again.
 */
export async function restoreMirrors(
	mirrors: readonly { before: Record<string, unknown>; isDeleted: boolean }[],
	transaction: Transaction,
	now: Date,
): Promise<void> {
	for (const { before, isDeleted } of mirrors) {
		const eventId = String(before.event_id);
		if (isDeleted) {
			await execute(
				`INSERT INTO discord_mirrors SELECT n.* FROM jsonb_populate_record(NULL::discord_mirrors, :before::jsonb) AS n
				ON CONFLICT DO NOTHING`,
				{ before: JSON.stringify(before) },
				transaction,
			);
			await renewMirrors([eventId], transaction, now);
			continue;
		}
		await execute('UPDATE events SET discord_event_id = NULL WHERE id = :eventId', { eventId }, transaction);
		await startMirror(eventId, transaction, now);
	}
}

const enqueueMirror = (eventId: string, transaction: Transaction) =>
	enqueue('events.mirror', { eventId }, { transaction, key: eventId });

/**
 * Sets the mirrors of these changed events to `pending` (no error, no attempts) and enqueues a job for each,
 * in the transaction that changed the events. Skips mirrors that are no longer wanted, were deleted on Discord, or stand
 * for one date of a repeating event. Returns the ids of the events whose mirror was set.
 */
export async function renewMirrors(
	eventIds: readonly string[],
	transaction: Transaction,
	now: Date,
): Promise<string[]> {
	if (eventIds.length === 0) return [];
	const mirrored = await selectColumn(
		`UPDATE discord_mirrors SET state = 'pending', error = NULL, attempts = 0, updated_at = :now
		WHERE event_id = ANY(:eventIds::bigint[]) AND ${IS_MIRRORED} AND series_start IS NULL
		RETURNING event_id`,
		{ eventIds, now },
		transaction,
	);
	await enqueueMirrors(mirrored, transaction);
	return mirrored;
}

const enqueueMirrors = (eventIds: readonly string[], transaction: Transaction) =>
	enqueueAll(
		'events.mirror',
		eventIds.map((eventId) => ({ data: { eventId }, key: eventId })),
		transaction,
	);

/**
 * Retries a mirror that failed, is pending, or was deleted on Discord, in the transaction that has locked its
 * row. A job that waits for a retry runs now, and a new job is enqueued after it.
 */
export async function restartMirror(
	mirror: DiscordMirror,
	transaction: Transaction,
	now: Date,
): Promise<void> {
	await mirror.update({ state: 'pending', error: null, attempts: 0, updatedAt: now }, { transaction });
	await retryJobsNow('events.mirror', { transaction, key: mirror.eventId });
	await enqueueMirror(mirror.eventId, transaction);
}

/** Lets all mirror jobs that wait for a retry run now, because Discord is available again. */
export const runMirrorJobsNow = (): Promise<void> =>
	inTransaction((transaction) => retryJobsNow('events.mirror', { transaction }));

/**
 * Enqueues a job for every pending mirror that has none, lets the jobs that wait for a retry run now, and
 * returns how many jobs were enqueued; normally none, because a pending mirror has a job. It runs when
 * Discord is available again, and every 15 minutes.
 */
export function requeuePendingMirrors(now: Date): Promise<number> {
	const changedBefore = new Date(now.getTime() - RECENT_CHANGE_MS);
	return inTransaction(async (transaction) => {
		await retryJobsNow('events.mirror', { transaction });
		// A wanted mirror without its event has nothing to show on Discord.
		const ids = await selectColumn(
			`SELECT m.event_id FROM discord_mirrors m
			WHERE m.state = 'pending' AND m.updated_at < :settled
				AND (m.wanted = 'absent' OR EXISTS (SELECT 1 FROM events e WHERE e.id = m.event_id))
			ORDER BY m.updated_at, m.event_id`,
			{ settled: changedBefore },
			transaction,
		);
		const activeKeys = await listBusyKeys('events.mirror', ids, transaction);
		const withoutJob = ids.filter((id) => !activeKeys.has(id));
		await enqueueMirrors(withoutJob, transaction);
		return withoutJob.length;
	});
}
