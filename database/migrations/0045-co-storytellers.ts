import type { Migration } from './migration.ts';

/** The co-storytellers of a group (decision 0077), and of a group of an earlier round. */
export const coStorytellers: Migration = {
	name: '0045-co-storytellers',
	up: ({ run }) =>
		run(`
			CREATE TABLE group_co_storytellers (
				group_id bigint NOT NULL,
				user_id bigint NOT NULL CONSTRAINT group_co_storytellers_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
				event_id bigint NOT NULL,
				PRIMARY KEY (group_id, user_id),
				CONSTRAINT group_co_storytellers_event_id_user_id_key UNIQUE (event_id, user_id),
				CONSTRAINT group_co_storytellers_group_id_event_id_fkey FOREIGN KEY (group_id, event_id)
					REFERENCES groups (id, event_id) ON DELETE CASCADE
			);
			CREATE INDEX group_co_storytellers_user_id_idx ON group_co_storytellers (user_id);
			CREATE TRIGGER keep_for_undo AFTER INSERT OR UPDATE OR DELETE ON group_co_storytellers FOR EACH ROW
				WHEN (nullif(current_setting('townbell.undo_id', true), '') IS NOT NULL) EXECUTE FUNCTION keep_for_undo();
			ALTER TABLE played_seats ADD COLUMN is_co_storyteller boolean NOT NULL DEFAULT false;
		`),
	down: ({ run }) =>
		run(`
			ALTER TABLE played_seats DROP COLUMN is_co_storyteller;
			DROP TABLE group_co_storytellers;
		`),
};
