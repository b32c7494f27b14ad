import type { Transaction } from 'sequelize';
import { rows, selectColumn } from '~/database/sql.ts';
import { BOARD_TEXTS } from '~/domain/groups/texts.ts';
import { can } from '~/domain/policy.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import type { ScriptView } from '~/domain/scripts/schema.ts';
import { EDITION_CHOICES, isEdition, type ScriptCharacter } from '~/domain/scripts/script.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

export type ScriptRow = {
	id: string;
	name: string;
	author: string | null;
	characters: ScriptCharacter[];
	creator_id: string | null;
	created_at: Date;
};

/** The columns of `ScriptRow`, for `FROM scripts s`. */
export const SCRIPT_COLUMNS = 's.id::text, s.name, s.author, s.characters, s.creator_id::text, s.created_at';

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

/** Returns a script as `/api` has it. */
export const toScriptView = ({ id, name, author, characters, created_at }: ScriptRow): ScriptView => ({
	id,
	name,
	author,
	characters,
	created_at: created_at.toISOString(),
});

const selectScripts = () =>
	rows<ScriptRow>(`SELECT ${SCRIPT_COLUMNS} FROM scripts s ORDER BY lower(s.name), s.id`);

/** Returns the base editions and the library's scripts by name (GET /api/scripts). */
export const listScripts = defineOperation({
	allow: 'scripts.list',
	readsReplica: true,
	handle: async (): Promise<ScriptView[]> => [...EDITION_VIEWS, ...(await selectScripts()).map(toScriptView)],
});

/** The page of the library: its scripts, and what the actor may do with them. */
export type Library = { scripts: (ScriptView & { canDelete: boolean })[]; canAdd: boolean };

/** Returns the library for its page. */
export const readLibrary = defineOperation({
	allow: 'scripts.list',
	handle: async ({ actor }): Promise<Library> => ({
		scripts: (await selectScripts()).map((row) => ({
			...toScriptView(row),
			canDelete: can(actor, 'scripts.delete', { userId: row.creator_id }),
		})),
		canAdd: can(actor, 'scripts.add'),
	}),
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
	const found = await selectColumn(
		'SELECT id::text FROM scripts WHERE id = ANY(:ids::bigint[]) ORDER BY id FOR KEY SHARE',
		{ ids },
		transaction,
	);
	const known = new Set(found);
	return Object.fromEntries(
		groups.flatMap(({ scriptId }, index) =>
			!scriptId || isEdition(scriptId) || known.has(scriptId)
				? []
				: [[`groups.${index}.scriptId`, [BOARD_TEXTS.unknownScript]]],
		),
	);
}
