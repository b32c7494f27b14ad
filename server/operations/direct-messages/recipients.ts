/**
 * SQL for whether the user `u` gets direct messages: one with an account on Discord who is still a member and has
 * notifications on.
 */
export const GETS_MESSAGES = `(u.notifications AND u.discord_id IS NOT NULL AND u.membership_lost_at IS NULL
	AND NOT u.is_test_data)`;

/** Ends a SELECT from users `u` for an INSERT: a user whose account is deleted at that moment is left out, instead of an error. */
export const WITHOUT_DELETED_USERS = 'FOR KEY SHARE OF u';
