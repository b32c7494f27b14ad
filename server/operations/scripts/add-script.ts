import { execute, one, selectValue } from '~/database/sql.ts';
import { SCRIPT_LIMITS } from '~/domain/limits.ts';
import { conflict, invalid } from '~/domain/refusal.ts';
import { parseScript, type ScriptView, scriptInput } from '~/domain/scripts/schema.ts';
import { isEdition, SCRIPT_TEXTS } from '~/domain/scripts/script.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineChange, getRow, requireSubject } from '../kernel/operation.ts';
import { SCRIPT_COLUMNS, type ScriptRow, toScriptView } from './queries.ts';

/**
 * Adds a script to the library (POST /api/scripts). A file that it has already is returned and not added. Throws Refusal
 * 'invalid' for a file that breaks the publisher's schema, with the place, 'conflict' when the library is full.
 */
export const addScript = defineChange({
	allow: 'scripts.add',
	input: scriptInput,
	async work({ actor, input, now, transaction, context }): Promise<ScriptView> {
		const script = parseScript(input.json, input.name);
		if ('problem' in script) throw invalid({ [script.field]: [script.problem] });
		// Two requests with one file, or at the limit, take turns.
		await execute('LOCK TABLE scripts IN SHARE ROW EXCLUSIVE MODE', {}, transaction);
		const same = await one<ScriptRow>(
			`SELECT ${SCRIPT_COLUMNS} FROM scripts s WHERE md5(s.file) = md5(:file)`,
			{ file: script.file },
			transaction,
		);
		if (same) return toScriptView(same);
		const count = await selectValue<number>('SELECT count(*)::int FROM scripts', {}, transaction);
		if (Number(count) >= SCRIPT_LIMITS.scripts) throw conflict(SCRIPT_TEXTS.full);
		const added = await one<ScriptRow>(
			`INSERT INTO scripts AS s (name, author, characters, file, creator_id, created_at)
			VALUES (:name, :author, :characters::jsonb, :file, :actorId, :now) RETURNING ${SCRIPT_COLUMNS}`,
			{ ...script, characters: JSON.stringify(script.characters), actorId: actor.id, now },
			transaction,
		);
		if (!added) throw new Error('An INSERT returned no row.');
		await recordAudit('scripts.add', { type: 'script', id: added.id }, context);
		return toScriptView(added);
	},
});

/**
 * Removes a script; groups that have it stay without one, and players are asked about it no more (DELETE /api/scripts/{id}). Throws Refusal 'missing' when no
 * such script exists, 'denied' when the actor may not remove it, 'conflict' for a base edition.
 */
export const deleteScript = defineChange({
	allow: 'scripts.delete',
	params: ['scriptId'],
	async work({ actor, params: { scriptId }, transaction, context }): Promise<{ message: string }> {
		if (isEdition(scriptId)) throw conflict(SCRIPT_TEXTS.edition);
		const script = await getRow<ScriptRow>(
			['Script', scriptId],
			`SELECT ${SCRIPT_COLUMNS} FROM scripts s WHERE s.id = :scriptId FOR UPDATE`,
			{ scriptId },
			transaction,
		);
		requireSubject(actor, 'scripts.delete', { userId: script.creator_id });
		await execute('DELETE FROM scripts WHERE id = :scriptId', { scriptId }, transaction);
		await execute('DELETE FROM event_scripts WHERE script = :scriptId::text', { scriptId }, transaction);
		// An undo puts groups back as they were, but without what does not exist any more.
		await execute(
			`UPDATE undo_rows SET before = before || '{"script_id":null}', after = after || '{"script_id":null}'
			WHERE id IN (SELECT id FROM undo_rows
				WHERE table_name = 'groups' AND :scriptId IN (before ->> 'script_id', after ->> 'script_id')
				ORDER BY id FOR UPDATE)`,
			{ scriptId },
			transaction,
		);
		await recordAudit('scripts.delete', { type: 'script', id: script.id }, context);
		return { message: 'The script was removed.' };
	},
});
