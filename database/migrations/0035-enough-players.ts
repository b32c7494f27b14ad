import type { Migration } from './migration.ts';

/** The columns of an event that open pages show beside those of migration 0023. */
const differ = (columns: readonly string[]): string =>
	columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');
const KINDS = ['reminder', 'cancelled', 'reinstated', 'moved', 'nudge', 'placed', 'offered'];

const createKindsCheck = (kinds: readonly string[]): string => `
	ALTER TABLE direct_messages DROP CONSTRAINT direct_messages_kind_check;
	ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_kind_check
		CHECK (kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}));`;

/** Replaces the trigger of open pages, and the two functions that count places; `isPlayer` says who is in the line. */
const replaceChecks = (columns: readonly string[], isPlayer: string): string => `
	DROP TRIGGER event_capacity_changed ON events;
	CREATE TRIGGER event_capacity_changed AFTER UPDATE ON events FOR EACH ROW
		WHEN (${differ(columns)}) EXECUTE FUNCTION note_event_change();
	CREATE OR REPLACE FUNCTION waitlist_position(of_signup bigint) RETURNS integer LANGUAGE sql STABLE AS $$
		SELECT count(*)::int FROM signups mine JOIN signups w ON w.event_id = mine.event_id
			AND w.place IN ('waiting', 'offered') AND w.${isPlayer}
			AND (coalesce(w.passed_at, '-infinity'), w.asked_at, w.id)
				<= (coalesce(mine.passed_at, '-infinity'), mine.asked_at, mine.id)
		WHERE mine.id = of_signup AND mine.${isPlayer} GROUP BY mine.id
	$$;
	CREATE OR REPLACE FUNCTION event_places(of_event bigint, viewer bigint) RETURNS json LANGUAGE sql STABLE AS $$
		SELECT json_build_object(
			'taken', count(*) FILTER (WHERE p.place = 'placed'),
			'waiting', count(*) FILTER (WHERE p.place <> 'placed' AND p.${isPlayer}),
			'storytellers', (SELECT count(*) FROM event_storytellers es WHERE es.event_id = of_event),
			'config', (SELECT value FROM settings WHERE key = 'auto_split_config'),
			'own', (SELECT json_build_object('place', m.place, 'expires_at', m.offer_expires_at,
					'position', CASE WHEN m.place <> 'placed' THEN waitlist_position(m.id) END)
				FROM signups m WHERE m.event_id = of_event AND m.user_id = viewer AND m.place IS NOT NULL))
		FROM signups p WHERE p.event_id = of_event AND p.place IS NOT NULL
	$$;`;

/**
 * The smallest number of players of an event, the decision whether it takes place, and tentative users who can be called
 * (decision 0068). An offer to one of these is a place of a tentative signup, which is not in the line.
 */
export const enoughPlayers: Migration = {
	name: '0035-enough-players',
	up: ({ run }) =>
		run(`
			ALTER TABLE events
				ADD COLUMN minimum_players integer
					CONSTRAINT events_minimum_players_check CHECK (minimum_players BETWEEN 1 AND 500),
				ADD COLUMN decide_minutes integer NOT NULL DEFAULT 1440
					CONSTRAINT events_decide_minutes_check CHECK (decide_minutes BETWEEN 60 AND 10080),
				ADD COLUMN on_too_few text NOT NULL DEFAULT 'ask'
					CONSTRAINT events_on_too_few_check CHECK (on_too_few IN ('ask', 'cancel')),
				ADD COLUMN decision text
					CONSTRAINT events_decision_check CHECK (decision IN ('on', 'pending', 'off')),
				ADD COLUMN standbys_called boolean NOT NULL DEFAULT false;
			ALTER TABLE signups ADD COLUMN standby boolean NOT NULL DEFAULT false;
			CREATE INDEX events_minimum_players_idx ON events (date) WHERE minimum_players IS NOT NULL AND status = 'active';
			${createKindsCheck([...KINDS, 'too_few', 'standby'])}
			${replaceChecks(
				['capacity', 'minimum_players', 'decide_minutes', 'on_too_few', 'decision'],
				`status <> 'tentative'`,
			)}
		`),
	down: ({ run }) =>
		run(`
			DELETE FROM direct_messages WHERE kind IN ('too_few', 'standby');
			UPDATE signups SET place = NULL, asked_at = NULL, offer_expires_at = NULL
				WHERE status = 'tentative' AND place IS NOT NULL;
			${createKindsCheck(KINDS)}
			${replaceChecks(['capacity'], 'place IS NOT NULL')}
			DROP INDEX events_minimum_players_idx;
			ALTER TABLE signups DROP COLUMN standby;
			ALTER TABLE events DROP COLUMN minimum_players, DROP COLUMN decide_minutes, DROP COLUMN on_too_few,
				DROP COLUMN decision, DROP COLUMN standbys_called;
		`),
};
