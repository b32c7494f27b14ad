import type { Migration } from './migration.ts';

/**
 * API tokens expire, a user has at most 50 sessions of at most 90 days each, and users who have ever been an
 * admin are marked, because ADMIN_DISCORD_IDS grants the role only once. Erased IDs are all marked, because
 * their former role is unknown.
 */
export const credentials: Migration = {
	name: '0013-credentials',
	up: ({ run }) =>
		run(`
			ALTER TABLE api_tokens
				ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '365 days';
			CREATE INDEX api_tokens_expires_at_idx ON api_tokens (expires_at);

			DELETE FROM sessions WHERE id IN (
				SELECT id FROM (
					SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC, id DESC) AS place
					FROM sessions) AS placed
				WHERE place > 50);
			UPDATE sessions SET expires_at = created_at + interval '90 days'
				WHERE expires_at > created_at + interval '90 days';

			ALTER TABLE users ADD COLUMN became_admin_at timestamptz;
			UPDATE users SET became_admin_at = coalesce(first_signed_in_at, created_at)
				WHERE role = 'admin' OR id::text IN (
					SELECT subject_id FROM audit_entries
					WHERE subject_type = 'user' AND action = 'users.setRole' AND detail->>'from' = 'admin');
			ALTER TABLE erased_ids ADD COLUMN became_admin_at timestamptz;
			UPDATE erased_ids SET became_admin_at = erased_at;
		`),
	down: ({ run }) =>
		run(`
			ALTER TABLE erased_ids DROP COLUMN became_admin_at;
			ALTER TABLE users DROP COLUMN became_admin_at;
			ALTER TABLE api_tokens DROP COLUMN expires_at;
		`),
};
