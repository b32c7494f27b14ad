import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { DiscordMirror } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { enqueue, enqueueAll, hasten, listKeysAtWork } from '../../queue.ts';

const LIVING = `wanted = 'present' AND state <> 'deleted'`;
/** A younger one may just be getting what it wants. */
const SETTLED_MS = 10_000;

/** Says, within the transaction that makes the event, that Discord shall show it. */
export async function startMirror(eventId: string, transaction: Transaction, now: Date): Promise<void> {
	await DiscordMirror.create({ eventId, updatedAt: now }, { transaction });
	await enqueueMirror(eventId, transaction);
}

/** Whether Discord shows the event, or shall. */
export async function isMirrored(eventId: string, transaction: Transaction): Promise<boolean> {
	const row = await one(
		`SELECT 1 FROM discord_mirrors WHERE event_id = :eventId AND ${LIVING}`,
		{ eventId },
		transaction,
	);
	return row !== undefined;
}

/**
 * Says, within the transaction that deletes these events, what becomes of their mirrors. With `isDeletionWanted` Discord's
 * events shall go too; one that was never confirmed to be there shall not come, asked or not; any other stays on Discord
 * and is ours no longer. Answers the events whose Discord event was there and will go.
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
	}>(
		`SELECT event_id, discord_event_id, state FROM discord_mirrors
		WHERE event_id = ANY(:ids::bigint[]) ORDER BY event_id FOR UPDATE`,
		{ ids: eventIds },
		transaction,
	);
	const isThere = (mirror: (typeof mirrors)[number]) =>
		mirror.discord_event_id !== null && mirror.state !== 'deleted';
	const isLeft = (mirror: (typeof mirrors)[number]) =>
		mirror.state === 'deleted' || (isThere(mirror) && !isDeletionWanted);
	const idsOf = (some: typeof mirrors) => some.map(({ event_id }) => event_id);
	await execute(
		'DELETE FROM discord_mirrors WHERE event_id = ANY(:ids::bigint[])',
		{ ids: idsOf(mirrors.filter(isLeft)) },
		transaction,
	);
	const withdrawn = mirrors.filter((mirror) => !isLeft(mirror));
	await execute(
		`UPDATE discord_mirrors SET wanted = 'absent', state = 'pending', error = NULL, attempts = 0, updated_at = :now
		WHERE event_id = ANY(:ids::bigint[])`,
		{ ids: idsOf(withdrawn), now },
		transaction,
	);
	await enqueueMirrors(idsOf(withdrawn), transaction);
	return idsOf(withdrawn.filter((mirror) => isThere(mirror) || isDeletionWanted));
}

const enqueueMirror = (eventId: string, transaction: Transaction) =>
	enqueue('events.mirror', { eventId }, { transaction, key: eventId });

/**
 * Says, within the transaction that changed these events, that Discord must be made to match them again: each living
 * mirror waits anew (`pending`, no error, no attempts) and gets a job. Living is one that is wanted and that Discord has
 * not deleted. Answers the ids of the events that have one.
 */
export async function renewMirrors(
	eventIds: readonly string[],
	transaction: Transaction,
	now: Date,
): Promise<string[]> {
	if (eventIds.length === 0) return [];
	const found = await rows<{ event_id: string }>(
		`UPDATE discord_mirrors SET state = 'pending', error = NULL, attempts = 0, updated_at = :now
		WHERE event_id = ANY(:eventIds::bigint[]) AND ${LIVING}
		RETURNING event_id`,
		{ eventIds, now },
		transaction,
	);
	const mirrored = found.map(({ event_id }) => event_id);
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
 * Has a mirror that failed, waits, or was deleted on Discord tried again, within the transaction that holds its row: a
 * job that waits for its next try has it now, and a new one stands behind it.
 */
export async function tryMirrorAgain(
	mirror: DiscordMirror,
	transaction: Transaction,
	now: Date,
): Promise<void> {
	await mirror.update({ state: 'pending', error: null, attempts: 0, updatedAt: now }, { transaction });
	await hasten('events.mirror', { transaction, key: mirror.eventId });
	await enqueueMirror(mirror.eventId, transaction);
}

/** Lets every mirror that waits for its next try have it now: Discord is back. */
export const hastenMirrors = (): Promise<void> =>
	inTransaction((transaction) => hasten('events.mirror', { transaction }));

/**
 * Sees to it that every mirror that waits gets its turn: those without a job get one, and those that wait for their next
 * try have it now. For the moment when Discord is known to be back, and every quarter of an hour. Answers how
 * many got a job; normally none, for a mirror that waits has one.
 */
export function requeuePendingMirrors(now: Date): Promise<number> {
	const settled = new Date(now.getTime() - SETTLED_MS);
	return inTransaction(async (transaction) => {
		await hasten('events.mirror', { transaction });
		// A present one without its event has nothing to be made of.
		const waiting = await rows<{ event_id: string }>(
			`SELECT m.event_id FROM discord_mirrors m
			WHERE m.state = 'pending' AND m.updated_at < :settled
				AND (m.wanted = 'absent' OR EXISTS (SELECT 1 FROM events e WHERE e.id = m.event_id))
			ORDER BY m.updated_at, m.event_id`,
			{ settled },
			transaction,
		);
		const ids = waiting.map(({ event_id }) => event_id);
		const atWork = await listKeysAtWork('events.mirror', ids, transaction);
		const forgotten = ids.filter((id) => !atWork.has(id));
		await enqueueMirrors(forgotten, transaction);
		return forgotten.length;
	});
}
