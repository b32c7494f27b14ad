import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { ImportRun } from '~/database/models/index.ts';
import { execute, one, selectColumn } from '~/database/sql.ts';
import { IMPORT_RUN_SECONDS, type ImportResult } from '~/domain/discord/import.ts';
import { DAY_MS } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import type { Refusal } from '~/domain/refusal.ts';
import { type ImportRunRow, type ImportRunView, toImportRunView } from '../../wire/discord-events.ts';
import { doOnce } from '../kernel/idempotency.ts';

/** How long the result of an import is shown on its page. */
const IMPORT_RUN_DAYS = 30;

const POLL_MS = 250;

/** Uses the database's clock, so that all replicas agree which runs are stale. */
const IS_STALE = `state IN ('queued', 'running') AND updated_at < clock_timestamp() - make_interval(secs => :seconds)`;

type ImportRequest = { actor: Actor; discordEventId: string; key: string | undefined; now: Date };

/**
 * Creates an import run in its own transaction and returns its id. A repeat with the same key returns the
 * same run, with `isRepeat` true. Throws Refusal 'conflict' when the key was used for another event.
 */
export function claimRun({
	actor,
	discordEventId,
	key,
	now,
}: ImportRequest): Promise<{ runId: string; isRepeat: boolean }> {
	return inTransaction(async (transaction) => {
		const once = { key, request: { discordEventId } };
		let isRepeat = true;
		const { runId } = await doOnce('discord.import', once, { actor, now, transaction }, async () => {
			isRepeat = false;
			const fields = { discordEventId, actorId: actor.id, state: 'running' as const };
			return { runId: (await ImportRun.create(fields, { transaction })).id };
		});
		return { runId, isRepeat };
	});
}

/** Returns a run as users see it, or null when no such run exists. */
export async function findRun(runId: string): Promise<ImportRunView | null> {
	const row = await one<ImportRunRow>(
		`SELECT id, discord_event_id, state, progress, result, error, ${IS_STALE} AS is_stale
		FROM import_runs WHERE id = :runId`,
		{ runId, seconds: IMPORT_RUN_SECONDS },
	);
	return row ? toImportRunView(row) : null;
}

/** Returns the ids of the Discord events that are being imported now. */
export const listImporting = (): Promise<string[]> =>
	selectColumn(
		`SELECT DISTINCT discord_event_id FROM import_runs
		WHERE state IN ('queued', 'running') AND NOT (${IS_STALE})`,
		{ seconds: IMPORT_RUN_SECONDS },
	);

/** Starts a failed or stale run again. Returns false for any other, or when another request was first. */
export async function restartRun(runId: string): Promise<boolean> {
	const restartedCount = await execute(
		`UPDATE import_runs SET state = 'running', progress = 0, result = NULL, error = NULL,
			updated_at = clock_timestamp()
		WHERE id = :runId AND (state = 'failed' OR (${IS_STALE}))`,
		{ runId, seconds: IMPORT_RUN_SECONDS },
	);
	return restartedCount > 0;
}

/**
 * Waits until a run is done and returns its result. Returns null when the run failed or was deleted; the request
 * that gets null must run the import again.
 */
export async function waitForRun(runId: string): Promise<ImportResult | null> {
	for (;;) {
		const run = await findRun(runId);
		if (run?.result) return run.result;
		if (!run || (run.state === 'failed' && (await restartRun(runId)))) return null;
		await wait(POLL_MS);
	}
}

/** Saves the progress in percent, which never decreases; a run that saves it does not become stale. */
export async function saveRunProgress(
	runId: string,
	progress: number,
	details: { eventTitle: string; read: number; expected: number },
): Promise<void> {
	await execute(
		`UPDATE import_runs SET progress = greatest(progress, :progress), result = :details::jsonb,
			updated_at = clock_timestamp()
		WHERE id = :runId AND state = 'running'`,
		{ runId, progress, details: JSON.stringify(details) },
	);
}

/** Marks a run as done in the transaction that creates its event, so that both are saved or neither. */
export async function markRunDone(
	runId: string,
	result: ImportResult,
	transaction: Transaction,
): Promise<void> {
	await ImportRun.update(
		{ state: 'done', progress: 100, result, error: null, eventId: result.eventId },
		{ where: { id: runId }, transaction },
	);
}

/**
 * Marks a run as failed with its error text; the event of a conflict is saved for the progress page. A run
 * that is done stays done: its COMMIT succeeded, and only the confirmation was lost.
 */
export async function markRunFailed(runId: string, text: string, refusal: Refusal | null): Promise<void> {
	await execute(
		`UPDATE import_runs SET state = 'failed', error = :text, result = :result::jsonb, updated_at = clock_timestamp()
		WHERE id = :runId AND state <> 'done'`,
		{ runId, text, result: refusal?.extra ? JSON.stringify(refusal.extra) : null },
	);
}

/** Deletes the import runs that did not change in the 30 days before `now` and returns how many. Their events stay. */
export function deleteExpiredRuns(now: Date): Promise<number> {
	const before = new Date(now.getTime() - IMPORT_RUN_DAYS * DAY_MS);
	return execute('DELETE FROM import_runs WHERE updated_at <= :before', { before });
}
