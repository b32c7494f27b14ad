import type { Migration } from './index.ts';

const CURRENT = `nullif(current_setting('townbell.undo_id', true), '')`;
const writeRow = (row: 'OLD' | 'NEW') =>
	`jsonb_build_object('id', ${row}.id, 'user_id', ${row}.id, 'role', ${row}.role)`;

/**
 * The role of a user is kept when an action that can be undone changes it, without the rest of the row. By `user_id` it is
 * erased with the user, as other kept rows are.
 */
export const undoRoles: Migration = {
	name: '0061-undo-roles',
	up: ({ run }) =>
		run(`
			CREATE FUNCTION keep_role_for_undo() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				INSERT INTO undo_rows (undo_id, table_name, before, after)
				VALUES (${CURRENT}::bigint, 'users', ${writeRow('OLD')}, ${writeRow('NEW')});
				RETURN NULL;
			END $$;
			CREATE TRIGGER keep_for_undo AFTER UPDATE OF role ON users FOR EACH ROW
				WHEN (${CURRENT} IS NOT NULL) EXECUTE FUNCTION keep_role_for_undo();
		`),
	down: ({ run }) =>
		run(`
			DROP TRIGGER keep_for_undo ON users;
			DROP FUNCTION keep_role_for_undo();
			DELETE FROM undo_rows WHERE table_name = 'users';
		`),
};
