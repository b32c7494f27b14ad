import type { Migration } from './migration.ts';

const replaceIndex = (tables: string) => `
	DROP INDEX undo_rows_table_name_idx;
	CREATE INDEX undo_rows_table_name_idx ON undo_rows (table_name) WHERE table_name IN (${tables});`;

/**
 * What can be undone belongs to who did it, so that the limit of each user is known when rows are kept. The other indexes
 * find the kept rows of an event's groups, and the pictures that settings had.
 */
export const undoByUser: Migration = {
	name: '0056-undo-by-user',
	up: ({ run }) =>
		run(`
			ALTER TABLE undos ADD COLUMN actor_id bigint;
			ALTER TABLE undos ADD CONSTRAINT undos_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users (id) ON DELETE SET NULL;
			UPDATE undos n SET actor_id = u.id FROM audit_entries a JOIN users u ON u.id = a.actor_id WHERE a.undo_id = n.id;
			CREATE INDEX undos_actor_id_idx ON undos (actor_id, created_at DESC, id DESC);
			CREATE INDEX undo_rows_events_idx ON undo_rows ((before ->> 'id')) WHERE table_name = 'events';
			CREATE INDEX undo_rows_groups_idx ON undo_rows ((before ->> 'event_id')) WHERE table_name = 'groups';
			${replaceIndex("'events', 'groups', 'group_keep_apart', 'settings'")}
		`),
	down: ({ run }) =>
		run(`
			DROP INDEX undo_rows_groups_idx;
			DROP INDEX undo_rows_events_idx;
			ALTER TABLE undos DROP COLUMN actor_id;
			${replaceIndex("'events', 'groups', 'group_keep_apart'")}
		`),
};
