import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { BOARD_TEXTS } from '~/domain/groups/texts.ts';
import { SCRIPT_LIMITS } from '~/domain/limits.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { conflict, type FieldErrors, invalid, missing } from '~/domain/refusal.ts';
import { parseScript, type ScriptView, scriptInput } from '~/domain/scripts/schema.ts';
import { EDITION_CHOICES, isEdition, SCRIPT_TEXTS, type ScriptCharacter } from '~/domain/scripts/script.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineOperation, isId, requireSubject } from '../kernel/operation.ts';

type Row = {
	id: string;
	name: string;
	author: string | null;
	characters: ScriptCharacter[];
	creator_id: string | null;
	created_at: Date;
};

const COLUMNS = 's.id::text, s.name, s.author, s.characters, s.creator_id::text, s.created_at';

/** SQL for the scripts of the library that the groups of the event `e` have, as players see them. */
export const USED_SCRIPTS = `coalesce((SELECT json_agg(json_build_object('id', s.id::text, 'name', s.name, 'author', s.author,
	'characters', s.characters) ORDER BY s.id) FROM scripts s
	WHERE s.id IN (SELECT g.script_id FROM groups g WHERE g.event_id = e.id)), '[]')`;

/** SQL for the names of all scripts of the library. */
export const SCRIPT_CHOICES = `coalesce((SELECT json_agg(json_build_object('id', s.id::text, 'name', s.name)
	ORDER BY lower(s.name), s.id) FROM scripts s), '[]')`;

const EDITION_VIEWS = EDITION_CHOICES.map((edition) => ({
	...edition,
	author: null,
	characters: [],
	created_at: null,
}));

const toScriptView = ({ id, name, author, characters, created_at }: Row): ScriptView => ({
	id,
	name,
	author,
	characters,
	created_at: created_at.toISOString(),
});

const selectScripts = () => rows<Row>(`SELECT ${COLUMNS} FROM scripts s ORDER BY lower(s.name), s.id`);

/** Returns the base editions and the library's scripts by name (GET /api/scripts). */
export const listScripts = defineOperation({
	allow: 'scripts.list',
	readsReplica: true,
	input: z.object({}),
	handle: async (): Promise<ScriptView[]> => [...EDITION_VIEWS, ...(await selectScripts()).map(toScriptView)],
});

/** The page of the library: its scripts, and what the actor may do with them. */
export type Library = { scripts: (ScriptView & { canDelete: boolean })[]; canAdd: boolean };

/** Returns the library for its page. */
export const readLibrary = defineOperation({
	allow: 'scripts.list',
	input: z.object({}),
	handle: async ({ actor }): Promise<Library> => ({
		scripts: (await selectScripts()).map((row) => ({
			...toScriptView(row),
			canDelete: can(actor, 'scripts.delete', { userId: row.creator_id }),
		})),
		canAdd: can(actor, 'scripts.add'),
	}),
});

/**
 * Adds a script to the library (POST /api/scripts). A file that it has already is returned and not added. Throws Refusal
 * 'invalid' for a file that breaks the publisher's schema, with the place, 'conflict' when the library is full.
 */
export const addScript = defineOperation({
	allow: 'scripts.add',
	input: scriptInput,
	handle: ({ actor, input, now }): Promise<ScriptView> =>
		inTransaction(async (transaction) => {
			const script = parseScript(input.json, input.name);
			if ('problem' in script) throw invalid({ [script.field]: [script.problem] });
			// Two requests with one file, or at the limit, take turns.
			await execute('LOCK TABLE scripts IN SHARE ROW EXCLUSIVE MODE', {}, transaction);
			const same = await one<Row>(
				`SELECT ${COLUMNS} FROM scripts s WHERE md5(s.file) = md5(:file)`,
				{ file: script.file },
				transaction,
			);
			if (same) return toScriptView(same);
			const library = await one<{ count: number }>('SELECT count(*)::int FROM scripts', {}, transaction);
			if (Number(library?.count) >= SCRIPT_LIMITS.scripts) throw conflict(SCRIPT_TEXTS.full);
			const added = await one<Row>(
				`INSERT INTO scripts AS s (name, author, characters, file, creator_id, created_at)
				VALUES (:name, :author, :characters::jsonb, :file, :actorId, :now) RETURNING ${COLUMNS}`,
				{ ...script, characters: JSON.stringify(script.characters), actorId: actor.id, now },
				transaction,
			);
			if (!added) throw new Error('An INSERT returned no row.');
			await recordAudit(toAudit(actor, 'scripts.add', added, now), transaction);
			return toScriptView(added);
		}),
});

/**
 * Removes a script; groups that have it stay without one, and players are asked about it no more (DELETE /api/scripts/{id}). Throws Refusal 'missing' when no
 * such script exists, 'denied' when the actor may not remove it, 'conflict' for a base edition.
 */
export const deleteScript = defineOperation({
	allow: 'scripts.delete',
	params: ['scriptId'],
	input: z.object({}),
	handle: ({ actor, params: { scriptId }, now }): Promise<{ message: string }> =>
		inTransaction(async (transaction) => {
			if (isEdition(scriptId)) throw conflict(SCRIPT_TEXTS.edition);
			const script = isId(scriptId)
				? await one<Row>(
						`SELECT ${COLUMNS} FROM scripts s WHERE s.id = :scriptId FOR UPDATE`,
						{ scriptId },
						transaction,
					)
				: null;
			if (!script) throw missing('Script');
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
			await recordAudit(toAudit(actor, 'scripts.delete', script, now), transaction);
			return { message: 'The script was removed.' };
		}),
});

const toAudit = (actor: Actor, action: 'scripts.add' | 'scripts.delete', { id }: Row, now: Date) => ({
	actor,
	action,
	now,
	subject: { type: 'script' as const, id },
});

/**
 * Locks the library's scripts that the groups of a board name, so that none of them is removed before it is saved.
 * Returns the error of each group whose script does not exist, by field.
 */
export async function requireScripts(
	groups: readonly { scriptId?: string | null | undefined }[],
	transaction: Transaction,
): Promise<FieldErrors> {
	const ids = groups.flatMap(({ scriptId }) => (scriptId && isId(scriptId) ? [scriptId] : []));
	const found = await rows<{ id: string }>(
		'SELECT id::text FROM scripts WHERE id = ANY(:ids::bigint[]) ORDER BY id FOR KEY SHARE',
		{ ids },
		transaction,
	);
	const known = new Set(found.map(({ id }) => id));
	return Object.fromEntries(
		groups.flatMap(({ scriptId }, index) =>
			!scriptId || isEdition(scriptId) || known.has(scriptId)
				? []
				: [[`groups.${index}.scriptId`, [BOARD_TEXTS.unknownScript]]],
		),
	);
}
