/**
 * SQL for whether the user `u` gets direct messages: one with an account on Discord who is still a member and has
 * notifications on.
 */
export const GETS_MESSAGES = `(u.notifications AND u.discord_id IS NOT NULL AND u.membership_lost_at IS NULL
	AND NOT u.is_test_data)`;

/**
 * The end of a SELECT from users `u` for an INSERT: it leaves out users who are being deleted, because inserting a row
 * for them would fail.
 */
export const WITHOUT_DELETED_USERS = 'FOR KEY SHARE OF u';
