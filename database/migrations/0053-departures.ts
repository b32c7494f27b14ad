import type { Migration } from './migration.ts';

const KINDS = [
	...['reminder', 'cancelled', 'reinstated', 'moved', 'nudge', 'placed', 'offered', 'too_few', 'standby'],
	...['regular', 'roll_call', 'moved_to_waitlist'],
];
const createKindsCheck = (kinds: readonly string[]): string => `
	ALTER TABLE direct_messages DROP CONSTRAINT direct_messages_kind_check;
	ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_kind_check
		CHECK (kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}));`;

/**
 * Who has left the server or lost the required role (decision 0079). Open pages and announcements follow when it takes
 * effect and when the user is back. An account that never signed in was seen as a member if its last check said so.
 */
export const departures: Migration = {
	name: '0053-departures',
	up: ({ run }) =>
		run(`
			ALTER TABLE users ADD COLUMN left_at timestamptz, ADD COLUMN returned_at timestamptz,
				ADD COLUMN member_seen_at timestamptz;
			UPDATE users SET member_seen_at = membership_checked_at
				WHERE first_signed_in_at IS NULL AND membership_checked_at IS NOT NULL AND membership_lost_at IS NULL;
			CREATE INDEX users_membership_lost_at_idx ON users (membership_lost_at) WHERE membership_lost_at IS NOT NULL;
			-- Few have left, so the check of a signup or a seat does not read all users.
			CREATE INDEX users_left_idx ON users (id) WHERE left_at IS NOT NULL;
			CREATE TRIGGER event_member_left AFTER UPDATE OF left_at ON users FOR EACH ROW
				WHEN (OLD.left_at IS DISTINCT FROM NEW.left_at) EXECUTE FUNCTION note_changed_name();
			CREATE TRIGGER announce_member_left AFTER UPDATE OF left_at ON users FOR EACH ROW
				WHEN (OLD.left_at IS DISTINCT FROM NEW.left_at) EXECUTE FUNCTION note_announced_user();
			CREATE TRIGGER places_due_departed AFTER UPDATE OF left_at, returned_at ON users FOR EACH ROW
				WHEN (OLD.left_at IS DISTINCT FROM NEW.left_at OR OLD.returned_at IS DISTINCT FROM NEW.returned_at)
				EXECUTE FUNCTION note_places_of_user();
			${createKindsCheck([...KINDS, 'departures'])}
		`),
	down: ({ run }) =>
		run(`
			DELETE FROM direct_messages WHERE kind = 'departures';
			${createKindsCheck(KINDS)}
			DROP TRIGGER places_due_departed ON users;
			DROP TRIGGER announce_member_left ON users;
			DROP TRIGGER event_member_left ON users;
			DROP INDEX users_left_idx, users_membership_lost_at_idx;
			ALTER TABLE users DROP COLUMN left_at, DROP COLUMN returned_at, DROP COLUMN member_seen_at;
		`),
};
