import type { Transaction } from 'sequelize';
import { execute, one, selectColumn, selectValue } from '~/database/sql.ts';
import type { UndoableAction } from '~/domain/audit-sentences.ts';
import type { Actor } from '~/domain/policy.ts';
import { UNDO_BYTES_PER_USER } from '~/domain/undo.ts';
import type { ChangeContext } from './operation.ts';

/**
 * Does `work`, which changes rows, so that it can be undone: triggers keep the rows as they were before and after it, and
 * its audit entries refer to them (decision 0071). The actor's oldest ones beyond the limit of a user are dropped, never what
 * others could undo. Returns the result of `work`.
 */
export async function keepForUndo<Result>(
	action: UndoableAction,
	{ actor, now, transaction }: ChangeContext,
	work: () => Promise<Result>,
): Promise<Result> {
	// A part of an action that is kept as a whole.
	if (await selectValue("SELECT current_setting('townbell.undo_id', true)", {}, transaction)) return work();
	const [undoId = ''] = await selectColumn(
		'INSERT INTO undos (action, created_at) VALUES (:action, :now) RETURNING id::text',
		{ action, now },
		transaction,
	);
	const setUndo = (id: string) =>
		one("SELECT set_config('townbell.undo_id', :id, true)", { id }, transaction);
	await setUndo(undoId);
	const result = await work();
	await setUndo('');
	// The messages on Discord of a deleted event are deleted later, by a loop.
	await execute(
		`INSERT INTO undo_rows (undo_id, table_name, before)
		SELECT r.undo_id, 'announcements', jsonb_build_object('event_id', a.event_id, 'kind', a.kind)
		FROM undo_rows r JOIN announcements a ON a.event_id = (r.before ->> 'id')::bigint
			AND a.wanted = 'present' AND a.state <> 'deleted'
		WHERE r.undo_id = :undoId AND r.table_name = 'events' AND r.after IS NULL`,
		{ undoId },
		transaction,
	);
	await execute(
		// Without rows nothing can be undone. The actor, who may be erased meanwhile, comes last, because events are locked before users.
		`UPDATE undos u SET actor_id = (SELECT id FROM users WHERE id = :actorId FOR KEY SHARE), bytes = (SELECT coalesce(sum(coalesce(pg_column_size(r.before), 0) + coalesce(pg_column_size(r.after), 0)), 0)
			FROM undo_rows r WHERE r.undo_id = u.id) WHERE u.id = :undoId`,
		{ undoId, actorId: actor.id },
		transaction,
	);
	await execute('DELETE FROM undos WHERE id = :undoId AND bytes = 0', { undoId }, transaction);
	await dropBeyondLimit(actor, undoId, transaction);
	return result;
}

/** Drops what `actor` could undo beyond the limit of a user, the oldest first; `undoId`, the newest, stays. */
function dropBeyondLimit(actor: Actor, undoId: string, transaction: Transaction): Promise<number> {
	return execute(
		// One that another transaction undoes now is dropped by a later action.
		`DELETE FROM undos WHERE id IN (SELECT id FROM undos WHERE id IN (
				SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY created_at DESC, id DESC) AS total FROM undos
					WHERE actor_id = :actorId) own
				WHERE total > :max AND id <> :undoId)
			ORDER BY id FOR UPDATE SKIP LOCKED)`,
		{ actorId: actor.id, undoId, max: UNDO_BYTES_PER_USER },
		transaction,
	);
}
