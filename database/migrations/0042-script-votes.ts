import type { Migration } from './migration.ts';

const keepForUndo = (table: string): string => `
	CREATE TRIGGER keep_for_undo AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW
		WHEN (nullif(current_setting('townbell.undo_id', true), '') IS NOT NULL) EXECUTE FUNCTION keep_for_undo();`;

/**
 * The scripts that a creator asks the players of an event about, and their answers (decision 0074). `script` is an
 * edition or the id of a script, as text: a removed script leaves rows that are kept for an undo.
 */
export const scriptVotes: Migration = {
	name: '0042-script-votes',
	up: ({ run }) =>
		run(`
			CREATE TABLE event_scripts (
				event_id bigint NOT NULL CONSTRAINT event_scripts_event_id_fkey REFERENCES events (id) ON DELETE CASCADE,
				script text NOT NULL,
				position integer NOT NULL,
				PRIMARY KEY (event_id, script),
				CONSTRAINT event_scripts_script_check CHECK (script ~ '^([a-z]{2,3}|[1-9][0-9]{0,17})$'),
				CONSTRAINT event_scripts_position_check CHECK (position BETWEEN 0 AND 4)
			);
			CREATE TABLE script_votes (
				event_id bigint NOT NULL,
				script text NOT NULL,
				user_id bigint NOT NULL CONSTRAINT script_votes_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
				vote text NOT NULL,
				PRIMARY KEY (event_id, script, user_id),
				CONSTRAINT script_votes_script_fkey FOREIGN KEY (event_id, script)
					REFERENCES event_scripts (event_id, script) ON DELETE CASCADE,
				CONSTRAINT script_votes_vote_check CHECK (vote IN ('keen', 'fine', 'no'))
			);
			CREATE INDEX script_votes_user_id_idx ON script_votes (user_id);
			CREATE TRIGGER event_changed AFTER INSERT OR DELETE ON event_scripts FOR EACH ROW
				EXECUTE FUNCTION note_changed_part();
			${keepForUndo('event_scripts')}
			${keepForUndo('script_votes')}
		`),
	down: ({ run }) => run('DROP TABLE script_votes, event_scripts'),
};
