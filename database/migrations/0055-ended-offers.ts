import type { Migration } from './migration.ts';

const STATES = ['pending', 'sent', 'dropped', 'refused', 'failed'];

const replaceStates = (states: readonly string[], due: readonly string[]): string => {
	const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
	return `
		ALTER TABLE direct_messages DROP CONSTRAINT direct_messages_state_check;
		ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_state_check CHECK (state IN (${list(states)}));
		DROP INDEX direct_messages_pending_idx;
		CREATE INDEX direct_messages_pending_idx ON direct_messages ((kind = 'nudge'), due_at, id)
			WHERE state IN (${list(due)});`;
};

/** A message whose offer has ended loses its buttons, whatever ended it: the page, a job, a deleted signup. */
export const endedOffers: Migration = {
	name: '0055-ended-offers',
	up: ({ run }) =>
		run(`
			${replaceStates([...STATES, 'outdated', 'ended'], ['pending', 'outdated'])}
			CREATE FUNCTION note_ended_offer() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				UPDATE direct_messages SET state = 'outdated', leased_until = NULL
				WHERE event_id = OLD.event_id AND user_id = OLD.user_id AND kind IN ('offered', 'standby') AND state = 'sent';
				RETURN NULL;
			END $$;
			CREATE TRIGGER offer_ended AFTER UPDATE OF place ON signups FOR EACH ROW
				WHEN (OLD.place = 'offered' AND NEW.place IS DISTINCT FROM 'offered') EXECUTE FUNCTION note_ended_offer();
			CREATE TRIGGER offer_deleted AFTER DELETE ON signups FOR EACH ROW
				WHEN (OLD.place = 'offered') EXECUTE FUNCTION note_ended_offer();
		`),
	down: ({ run }) =>
		run(`
			DROP TRIGGER offer_deleted ON signups;
			DROP TRIGGER offer_ended ON signups;
			DROP FUNCTION note_ended_offer();
			UPDATE direct_messages SET state = 'sent' WHERE state IN ('outdated', 'ended');
			${replaceStates(STATES, ['pending'])}
		`),
};
