import { setTimeout as wait } from 'node:timers/promises';
import { Op, type Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { ImportRun } from '~/database/models/index.ts';
import { execute, one, rows } from '~/database/sql.ts';
import type { ImportResult } from '~/domain/discord/import.ts';
import { IMPORT_RUN_SECONDS } from '~/domain/discord/import-progress.ts';
import { DAY_MS, RUN_DAYS } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import type { Refusal } from '~/domain/refusal.ts';
import { type ImportRunRow, type ImportRunView, toImportRunView } from '../../wire/discord-events.ts';
import { doOnce } from '../kernel/idempotency.ts';

const LOOK_AGAIN_MS = 250;

/** The database's clock decides, whichever replica looks. */
const STALE = `state IN ('queued', 'running') AND updated_at < clock_timestamp() - make_interval(secs => :seconds)`;

type Claim = { actor: Actor; discordEventId: string; key: string | undefined; now: Date };

/**
 * Writes down that an import begins, in a transaction of its own, and answers its run's id. The same key again answers
 * the same run, which `isRepeat` says; refuses (409) a key that was used for another event.
 */
export function claimRun({
	actor,
	discordEventId,
	key,
	now,
}: Claim): Promise<{ runId: string; isRepeat: boolean }> {
	return inTransaction(async (transaction) => {
		const request = { discordEventId };
		const { remembered, isRepeat } = await doOnce(
			{ transaction, actor, operation: 'discord.import', key, request, now },
			async () => {
				const run = await ImportRun.create(
					{ discordEventId, actorId: actor.id, state: 'running' },
					{ transaction },
				);
				return { runId: run.id };
			},
		);
		return { ...remembered, isRepeat };
	});
}

/** A run as people see it; null when there is none (any more). */
export async function findRun(runId: string): Promise<ImportRunView | null> {
	const row = await one<ImportRunRow>(
		`SELECT id, discord_event_id, state, progress, result, error, ${STALE} AS is_stale
		FROM import_runs WHERE id = :runId`,
		{ runId, seconds: IMPORT_RUN_SECONDS },
	);
	return row ? toImportRunView(row) : null;
}

/** The Discord events that are being imported now. */
export async function listImporting(): Promise<string[]> {
	const found = await rows<{ discord_event_id: string }>(
		`SELECT DISTINCT discord_event_id FROM import_runs
		WHERE state IN ('queued', 'running') AND NOT (${STALE})`,
		{ seconds: IMPORT_RUN_SECONDS },
	);
	return found.map(({ discord_event_id }) => discord_event_id);
}

/** Begins a run anew that failed or was cut short; false when it runs, is done, or somebody else was first. */
export async function retakeRun(runId: string): Promise<boolean> {
	const retaken = await execute(
		`UPDATE import_runs SET state = 'running', progress = 0, result = NULL, error = NULL,
			updated_at = clock_timestamp()
		WHERE id = :runId AND (state = 'failed' OR (${STALE}))`,
		{ runId, seconds: IMPORT_RUN_SECONDS },
	);
	return retaken > 0;
}

/** Waits until a run is done, and answers with what it did; null when it is the caller's turn to carry it out again. */
export async function awaitRun(runId: string): Promise<ImportResult | null> {
	for (;;) {
		const run = await findRun(runId);
		if (run?.result) return run.result;
		if (!run || (run.state === 'failed' && (await retakeRun(runId)))) return null;
		await wait(LOOK_AGAIN_MS);
	}
}

/** Saves the percentage of a running import, which never goes down, and keeps the run from counting as stale. */
export async function noteProgress(
	runId: string,
	progress: number,
	what: { eventTitle: string; read: number; expected: number },
): Promise<void> {
	await execute(
		`UPDATE import_runs SET progress = greatest(progress, :progress), result = :what::jsonb,
			updated_at = clock_timestamp()
		WHERE id = :runId AND state = 'running'`,
		{ runId, progress, what: JSON.stringify(what) },
	);
}

/** Ends a run within the transaction that makes its event: both are there, or neither is. */
export async function finishRun(
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
 * Writes down why a run came to nothing; a conflict's own event is kept for the page that tells of it. A run that is done
 * stays so: its COMMIT took effect, only the answer was lost.
 */
export async function failRun(runId: string, text: string, refusal: Refusal | null): Promise<void> {
	const result = refusal?.extra ?? null;
	const where = { id: runId, state: { [Op.ne]: 'done' } };
	await ImportRun.update({ state: 'failed', error: text, result }, { where });
}

/** Deletes the import runs that did not change in the 30 days before `now` and returns how many; their events stay. */
export function deleteExpiredRuns(now: Date): Promise<number> {
	const where = { updatedAt: { [Op.lte]: new Date(now.getTime() - RUN_DAYS * DAY_MS) } };
	return ImportRun.destroy({ where });
}
