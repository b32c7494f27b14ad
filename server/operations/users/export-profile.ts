import { inTransaction } from '~/database/connection.ts';
import { execute, rows } from '~/database/sql.ts';
import { POLL_FIELD_COLUMNS, SERIES_COLUMNS } from '~/domain/events/field-uses.ts';
import { EVENT_FIELD_COLUMNS } from '~/domain/events/fields.ts';
import type { PlayedDetails } from '~/domain/groups/schema.ts';
import type { AccountTable } from '~/domain/users/account-data.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';
import { PLAYED_SCRIPT } from '../../wire/groups.ts';
import { buildColumnsSql, GROUP_FIELDS } from '../../wire/seat-sql.ts';
import { defineOperation } from '../kernel/operation.ts';
import { COUNTERS_OF_USER, HAS_POSTED_USER } from './erase-user.ts';

/** What the group `g` plays, and who won. */
const GAME = buildColumnsSql({
	script: PLAYED_SCRIPT,
	winner: GROUP_FIELDS.winner,
	voiceChannelId: GROUP_FIELDS.voiceChannelId,
} satisfies Record<Exclude<keyof PlayedDetails, 'round' | 'name'>, string>);

/**
 * The query that exports what each table stores about a user. A test fails for a table that is neither here nor in
 * `TABLES_WITHOUT_PERSONAL_DATA`. Other users are named only where they are on the user's own list. Hashes of secrets
 * are left out, because they act as keys and contain no information.
 */
const EXPORT_QUERIES: Record<AccountTable, string> = {
	users: `SELECT u.id, u.discord_id, u.username, u.global_name, u.preferred_username, u.preferred_username_source,
		u.avatar, u.role, u.notifications, u.theme, u.show_countdown, u.first_signed_in_at, u.became_admin_at, u.linked_at,
		u.membership_checked_at, u.membership_lost_at, u.left_at, u.returned_at, u.member_seen_at, u.reminder_minutes, u.reminder_way, u.quiet_hours, u.experience, u.likes_teaching, u.event_roles, u.messages_refused_at,
		u.calendar_key IS NOT NULL AS has_calendar_link, u.calendar_all_events,
		u.nights_attended, u.is_test_data, u.created_at FROM users u WHERE u.id = :userId`,
	preferences: 'SELECT notes FROM preferences WHERE user_id = :userId',
	player_preferences: `SELECT p.kind, p.position, p.preferred_user_id, coalesce(o.preferred_username, o.username) AS name
		FROM player_preferences p JOIN users o ON o.id = p.preferred_user_id
		WHERE p.user_id = :userId ORDER BY p.kind, p.position`,
	signups: `SELECT s.id, s.event_id, e.title AS event_title, e.date AS event_date, s.status, s.notes, s.signup_source,
		s.linked_at, s.awaits_reply, s.created_at, s.updated_at, s.user_saved_at, s.place, s.asked_at, s.passed_at,
		s.offered_at, s.offer_expires_at, s.lost_by, s.lost_at, s.place_reason, s.standby, s.arrives_at, s.leaves_at
		FROM signups s JOIN events e ON e.id = s.event_id WHERE s.user_id = :userId ORDER BY e.date, s.id`,
	interest_withdrawals: 'SELECT event_id FROM interest_withdrawals WHERE user_id = :userId ORDER BY event_id',
	comments: `SELECT c.id, c.event_id, e.title AS event_title, c.body, c.created_at
		FROM comments c JOIN events e ON e.id = c.event_id WHERE c.user_id = :userId ORDER BY c.created_at, c.id`,
	events: `SELECT id, ${EVENT_FIELD_COLUMNS.join(', ')}, status, capacity, minimum_players, decide_minutes, on_too_few,
		decision, discord_event_id, series_id, series_date::text, created_at,
		updated_at FROM events WHERE creator_id = :userId ORDER BY date, id`,
	event_series: `SELECT id, ${SERIES_COLUMNS.map(([, column]) => column).join(', ')}, rule, pause, until::text,
		next_date::text, start_time, timezone FROM event_series WHERE creator_id = :userId ORDER BY id`,
	polls: `SELECT id, ${POLL_FIELD_COLUMNS.map(([, column]) => column).join(', ')}, answer_by, chosen_time_id, withdrawn_at, created_at
		FROM polls WHERE creator_id = :userId ORDER BY id`,
	poll_votes: `SELECT v.poll_id, p.title AS poll_title, t.date, v.answer, v.source, v.created_at FROM poll_votes v
		JOIN poll_times t ON t.id = v.time_id JOIN polls p ON p.id = v.poll_id WHERE v.user_id = :userId ORDER BY v.poll_id, t.date`,
	direct_messages: `SELECT m.event_id, m.poll_id, coalesce(e.title, p.title) AS event_title, m.kind, m.event_date, m.previous_date,
		m.minutes, m.way, m.state, m.channel_id, m.sent_at, m.created_at
		FROM direct_messages m LEFT JOIN events e ON e.id = m.event_id LEFT JOIN polls p ON p.id = m.poll_id WHERE m.user_id = :userId ORDER BY m.id`,
	given_roles: `SELECT role_id, event_id, state, given_at, changed_at FROM given_roles WHERE user_id = :userId
		ORDER BY role_id`,
	player_messages: `SELECT m.id, m.event_id, e.title AS event_title, m.audience, m.text, m.way, m.sent_at, m.created_at
		FROM player_messages m JOIN events e ON e.id = m.event_id WHERE m.user_id = :userId ORDER BY m.id`,
	event_storytellers: `SELECT t.event_id, e.title AS event_title, e.date AS event_date
		FROM event_storytellers t JOIN events e ON e.id = t.event_id WHERE t.user_id = :userId ORDER BY e.date, e.id`,
	series_regulars:
		'SELECT series_id, status, created_at FROM series_regulars WHERE user_id = :userId ORDER BY series_id',
	series_storytellers: 'SELECT series_id FROM series_storytellers WHERE user_id = :userId ORDER BY series_id',
	groups: `SELECT g.event_id, g.name AS storyteller_of, ${GAME} FROM groups g WHERE g.storyteller_id = :userId ORDER BY g.id`,
	group_co_storytellers: `SELECT c.event_id, g.name AS co_storyteller_of, ${GAME}
		FROM group_co_storytellers c JOIN groups g ON g.id = c.group_id WHERE c.user_id = :userId ORDER BY c.event_id`,
	group_players: `SELECT p.event_id, g.name AS group_name, p.position, ${GAME}
		FROM group_players p JOIN groups g ON g.id = p.group_id WHERE p.user_id = :userId ORDER BY p.event_id`,
	played_seats: `SELECT g.event_id, g.round, g.name AS group_name, p.position, p.position IS NULL AS is_storyteller, g.script, g.winner, g.voice_channel_id
		FROM played_seats p JOIN played_groups g ON g.id = p.group_id WHERE p.user_id = :userId ORDER BY g.event_id, g.round`,
	scripts: 'SELECT id, name, author, file, created_at FROM scripts WHERE creator_id = :userId ORDER BY id',
	script_votes: `SELECT v.event_id, e.title AS event_title, v.script, v.vote FROM script_votes v
		JOIN events e ON e.id = v.event_id WHERE v.user_id = :userId ORDER BY v.event_id, v.script`,
	attendance: `SELECT a.event_id, e.title AS event_title, e.date AS event_date, a.state FROM attendance a
		JOIN events e ON e.id = a.event_id WHERE a.user_id = :userId ORDER BY e.date, e.id`,
	group_pins: 'SELECT event_id, group_client_id FROM group_pins WHERE user_id = :userId ORDER BY event_id',
	group_keep_apart: `SELECT event_id, count(*)::int AS kept_apart_from FROM group_keep_apart
		WHERE :userId IN (user_a, user_b) GROUP BY event_id ORDER BY event_id`,
	sessions:
		'SELECT id, browser, created_at, last_seen_at, expires_at FROM sessions WHERE user_id = :userId ORDER BY created_at, id',
	sign_in_tokens:
		'SELECT redirect_to, expires_at, used_at FROM sign_in_tokens WHERE user_id = :userId ORDER BY expires_at',
	api_tokens: `SELECT id, name, created_at, last_used_at, expires_at, revoked_at FROM api_tokens
		WHERE user_id = :userId ORDER BY created_at, id`,
	idempotency_keys: `SELECT operation, state, created_at, expires_at FROM idempotency_keys
		WHERE actor_scope = :userId::text ORDER BY created_at`,
	rate_limits: `SELECT r.key, r.points, r.expire FROM rate_limits r WHERE ${COUNTERS_OF_USER} ORDER BY r.key`,
	import_runs: `SELECT id, discord_event_id, event_id, state, created_at, updated_at FROM import_runs
		WHERE actor_id = :userId ORDER BY id`,
	calendar_revisions: `SELECT event_id, sequence, changed_at FROM calendar_revisions WHERE user_id = :userId
		ORDER BY event_id`,
	event_drafts: `SELECT id, event_id, draft, saved_id, changed_at FROM event_drafts WHERE user_id = :userId
		ORDER BY id`,
	last_writes: 'SELECT lsn::text FROM last_writes WHERE user_id = :userId',
	announcements: `SELECT event_id, kind, state, updated_at FROM announcements WHERE ${HAS_POSTED_USER}
		ORDER BY event_id`,
	undos: 'SELECT id, action, created_at, undone_at FROM undos WHERE actor_id = :userId ORDER BY id',
	undo_rows: `SELECT undo_id, table_name, before, after FROM undo_rows
		WHERE coalesce(before, after) ->> 'user_id' = :userId::text ORDER BY id`,
	audit_entries: `SELECT id, actor_id, action, subject_type, subject_id, detail, created_at FROM audit_entries
		WHERE actor_id = :userId OR (subject_type = 'user' AND subject_id = :userId::text) ORDER BY id`,
};

/** The tables that store nothing about a single user, with the reason. */
const TABLES_WITHOUT_PERSONAL_DATA: Record<string, string> = {
	deleted_events: 'titles and dates of deleted events, which the audit trail names',
	event_changes: 'which events have changed, for open pages',
	event_revisions: 'how often events have changed',
	revision_epochs: 'since when these numbers can be compared',
	event_scripts: 'which scripts the players of an event are asked about',
	event_notices: 'which time and status of an event its members were told',
	discord_mirrors: 'the state of the Discord events that mirror our events',
	erased_ids: 'hashes of the Discord IDs of erased users; signing in deletes the row',
	images: 'images of events, without the users who uploaded them',
	played_groups: 'the groups of earlier rounds of events, without their players',
	settings: 'settings of the whole site',
	poll_times: 'the times that polls offer',
	places_due: 'which events have to be settled, and when',
	schema_migrations: 'the state of the database itself',
};

/** All tables that the export includes or excludes on purpose. */
export const REVIEWED_TABLES: readonly string[] = [
	...Object.keys(EXPORT_QUERIES),
	...Object.keys(TABLES_WITHOUT_PERSONAL_DATA),
];

/** An export keeps a connection for its whole snapshot, so they are made one after the other. */
const runLimited = createConcurrencyLimit({
	atOnce: 1,
	waiting: 20,
	retryAfterSeconds: 10,
	refusal: 'Many exports are being made. Please try again in a moment.',
});

export type ProfileExport = { exported_at: string; tables: Record<string, Record<string, unknown>[]> };

/** Returns everything that is stored about the actor, by table, from one snapshot. Times are ISO with `Z`. */
export const exportProfile = defineOperation({
	allow: 'profile.export',
	handle: ({ actor, now }): Promise<ProfileExport> =>
		runLimited(() =>
			inTransaction(async (transaction) => {
				await execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', {}, transaction);
				const tables: ProfileExport['tables'] = {};
				for (const [table, sql] of Object.entries(EXPORT_QUERIES)) {
					tables[table] = await rows(sql, { userId: actor.id }, transaction);
				}
				return { exported_at: now.toISOString(), tables };
			}),
		),
});
