import { ForeignKeyConstraintError, QueryTypes } from 'sequelize';
import { beforeAll, describe, expect, test } from 'vitest';
import { database, isForeignKeyViolation, isUniqueViolation } from '~/database/connection.ts';
import { Event, Signup, User } from '~/database/models/index.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { useDatabase } from '~/tests/support/database.ts';

useDatabase();

const HASH = 'a'.repeat(64);
const OTHER_HASH = 'b'.repeat(64);
const makeTooLongText = (length: number) => 'x'.repeat(length + 1);

/**
 * The rows that exist before every case: two users (1, 2), two events (1, 2), and a row of each kind that a
 * duplicate can conflict with.
 */
beforeAll(async () => {
	await database().query(`
		INSERT INTO users (id, discord_id, username) VALUES (1, '11111111111111111', 'one'), (2, '22222222222222222', 'two');
		INSERT INTO images (id, content_hash, mime, bytes, width, height) VALUES (1, '${HASH}', 'image/png', '\\x00', 1, 1);
		INSERT INTO events (id, title, date, discord_event_id) VALUES (1, 'one', now(), '11111111111111111'), (2, 'two', now(), NULL);
		INSERT INTO event_storytellers (event_id, user_id) VALUES (1, 1);
		INSERT INTO event_series (id, rule, next_date, start_time, timezone, title, description, duration, location,
			decide_minutes, on_too_few, creates_discord_event, announces)
			VALUES (1, '{"interval_weeks": 1}', '2026-10-23', '20:30', 'UTC', 'x', '', 60, '', 60, 'ask', false, false);
		INSERT INTO undos (id, action, created_at) VALUES (1, 'x', now());
		INSERT INTO series_regulars (series_id, user_id, status) VALUES (1, 1, 'late');
		INSERT INTO attendance (event_id, user_id, state) VALUES (1, 1, 'late');
		INSERT INTO series_storytellers (series_id, user_id, position) VALUES (1, 1, 0);
		UPDATE events SET series_id = 1, series_date = '2026-10-16' WHERE id = 1;
		INSERT INTO signups (event_id, user_id, status) VALUES (1, 1, 'late');
		INSERT INTO groups (id, event_id, client_id, name, storyteller_id) VALUES (1, 1, 'g1', 'Group 1', 2), (2, 1, 'g2', 'Group 2', NULL), (3, 2, 'g1', 'Group 1', NULL);
		INSERT INTO scripts (id, name, characters, file, created_at) VALUES (1, 'Ours', '[]', '[1]', now());
		INSERT INTO played_groups (id, event_id, round, client_id, name, position, created_at) VALUES (1, 1, 1, 'g1', 'Group 1', 0, now());
		INSERT INTO played_seats (group_id, user_id, position) VALUES (1, 1, 0);
		INSERT INTO event_scripts (event_id, script, position) VALUES (1, 'tb', 0);
		INSERT INTO script_votes (event_id, script, user_id, vote) VALUES (1, 'tb', 1, 'keen');
		INSERT INTO group_players (group_id, user_id, event_id) VALUES (1, 1, 1);
		INSERT INTO group_co_storytellers (group_id, user_id, event_id) VALUES (1, 1, 1);
		INSERT INTO player_preferences (user_id, kind, preferred_user_id, position) VALUES (1, 'player', 2, 0);
		INSERT INTO sessions (token_hash, user_id, expires_at) VALUES ('${HASH}', 1, now());
		INSERT INTO api_tokens (token_hash, user_id, name) VALUES ('${HASH}', 1, 'script');
		INSERT INTO sign_in_tokens (token_hash, user_id, browser_hash, expires_at) VALUES ('${HASH}', 1, '${HASH}', now());
		INSERT INTO discord_mirrors (event_id, discord_event_id) VALUES (1, '11111111111111111');
		INSERT INTO idempotency_keys (key, actor_scope, operation, request_hash, expires_at) VALUES ('k', '1', 'o', '${HASH}', now());
		INSERT INTO polls (id, title, timezone, answer_by, created_at) VALUES (3, 'x', 'UTC', '2030-01-01', now());
		INSERT INTO poll_times (id, poll_id, date, duration) VALUES (1, 3, '2030-01-02', 60);
		INSERT INTO poll_votes (poll_id, time_id, user_id, answer, source, created_at) VALUES (3, 1, 1, 'yes', 'webapp', now());
		ALTER TABLE users ALTER COLUMN id RESTART WITH 1000;
		ALTER TABLE images ALTER COLUMN id RESTART WITH 1000;
		ALTER TABLE events ALTER COLUMN id RESTART WITH 1000;
		ALTER TABLE event_series ALTER COLUMN id RESTART WITH 1000;
		ALTER TABLE scripts ALTER COLUMN id RESTART WITH 1000;
		ALTER TABLE poll_times ALTER COLUMN id RESTART WITH 1000;
		ALTER TABLE played_groups ALTER COLUMN id RESTART WITH 1000;
		ALTER TABLE groups ALTER COLUMN id RESTART WITH 1000;
	`);
});

const POLL = { title: 'x', timezone: 'UTC', answer_by: 'now', created_at: 'now' };
const VOTE = { poll_id: 3, time_id: 1, user_id: 1, answer: 'no', source: 'webapp', created_at: 'now' };

const GIVEN_ROLE = {
	discord_id: '500000000000000001',
	role_id: '500000000000000002',
	user_id: 1,
	event_id: 1,
	state: 'given',
	changed_at: 'now',
};
const MESSAGE = {
	user_id: 1,
	event_id: 1,
	kind: 'moved',
	event_date: 'now',
	due_at: 'now',
	created_at: 'now',
};
const POLL_MESSAGE = {
	user_id: 1,
	poll_id: 3,
	kind: 'poll',
	event_date: 'now',
	due_at: 'now',
	created_at: 'now',
};

const WRITTEN = { event_id: 1, audience: 'players', text: 'x', way: 'direct', created_at: 'now' };
const PLAYED = { event_id: 1, round: 1, client_id: 'g9', name: 'x', position: 0, created_at: 'now' };
const SIGNUP = { event_id: 1, user_id: 2, status: 'late' };
const SERIES = {
	rule: '{}',
	next_date: '2026-10-23',
	start_time: '20:30',
	timezone: 'UTC',
	title: 'x',
	description: '',
	duration: 60,
	location: '',
	decide_minutes: 60,
	on_too_few: 'ask',
	creates_discord_event: 'f',
	announces: 'f',
};
const REVISION = { user_id: 1, event_id: 1, text_hash: HASH, sequence: 0, changed_at: 'now' };

const SCRIPT = { name: 'Theirs', characters: '[]', file: '[2]', created_at: 'now' };
const GROUP = { event_id: 1, client_id: 'x', name: 'X' };

/** [the constraint that refuses, the table, the columns of the invalid row] */
const INVALID_ROWS: [string, string, Record<string, string | number | null>][] = [
	['users_discord_id_key', 'users', { discord_id: '11111111111111111', username: 'x' }],
	['users_discord_id_check', 'users', { discord_id: '1234567890123456', username: 'x' }],
	['users_discord_id_check', 'users', { discord_id: '123456789012345678901', username: 'x' }],
	['users_username_check', 'users', { username: '' }],
	['users_experience_check', 'users', { username: 'x', experience: 'much' }],
	['users_preferred_username_check', 'users', { username: 'x', preferred_username: makeTooLongText(255) }],
	['users_preferred_username_check', 'users', { username: 'x', preferred_username: '' }],
	['users_preferred_username_source_check', 'users', { username: 'x', preferred_username_source: 'import' }],
	['event_series_rule_check', 'event_series', { ...SERIES, rule: '[]' }],
	['event_series_pause_check', 'event_series', { ...SERIES, pause: '[]' }],
	['event_series_start_time_check', 'event_series', { ...SERIES, start_time: '24:00' }],
	['event_series_timezone_check', 'event_series', { ...SERIES, timezone: '' }],
	['event_series_title_check', 'event_series', { ...SERIES, title: '' }],
	['event_series_description_check', 'event_series', { ...SERIES, description: makeTooLongText(4000) }],
	['event_series_location_check', 'event_series', { ...SERIES, location: makeTooLongText(200) }],
	['event_series_duration_check', 'event_series', { ...SERIES, duration: 0 }],
	['event_series_capacity_check', 'event_series', { ...SERIES, capacity: 501 }],
	['event_series_minimum_players_check', 'event_series', { ...SERIES, minimum_players: 0 }],
	['event_series_decide_minutes_check', 'event_series', { ...SERIES, decide_minutes: 59 }],
	['event_series_on_too_few_check', 'event_series', { ...SERIES, on_too_few: 'wait' }],
	['event_series_image_id_fkey', 'event_series', { ...SERIES, image_id: 99 }],
	['event_series_creator_id_fkey', 'event_series', { ...SERIES, creator_id: 99 }],
	['series_storytellers_pkey', 'series_storytellers', { series_id: 1, user_id: 1, position: 1 }],
	['series_storytellers_series_id_fkey', 'series_storytellers', { series_id: 99, user_id: 1, position: 0 }],
	['series_storytellers_user_id_fkey', 'series_storytellers', { series_id: 1, user_id: 99, position: 0 }],
	['series_storytellers_position_check', 'series_storytellers', { series_id: 1, user_id: 2, position: -1 }],
	['series_regulars_pkey', 'series_regulars', { series_id: 1, user_id: 1, status: 'late' }],
	['series_regulars_series_id_fkey', 'series_regulars', { series_id: 99, user_id: 1, status: 'late' }],
	['series_regulars_user_id_fkey', 'series_regulars', { series_id: 1, user_id: 99, status: 'late' }],
	['series_regulars_status_check', 'series_regulars', { series_id: 1, user_id: 2, status: 'declined' }],
	['scripts_creator_id_fkey', 'scripts', { ...SCRIPT, creator_id: 99 }],
	['scripts_name_check', 'scripts', { ...SCRIPT, name: '' }],
	['scripts_author_check', 'scripts', { ...SCRIPT, author: 'a'.repeat(51) }],
	['scripts_file_check', 'scripts', { ...SCRIPT, file: 'x'.repeat(262_145) }],
	['scripts_file_key', 'scripts', { ...SCRIPT, file: '[1]' }],
	['groups_script_id_fkey', 'groups', { ...GROUP, script_id: 99 }],
	['groups_voice_channel_id_check', 'groups', { ...GROUP, voice_channel_id: '<#1>' }],
	['groups_script_check', 'groups', { ...GROUP, script_id: 1, edition: 'tb' }],
	['groups_edition_check', 'groups', { ...GROUP, edition: 'xyz' }],
	['groups_winner_check', 'groups', { ...GROUP, winner: 'me' }],
	['group_co_storytellers_pkey', 'group_co_storytellers', { group_id: 1, user_id: 1, event_id: 1 }],
	[
		'group_co_storytellers_event_id_user_id_key',
		'group_co_storytellers',
		{ group_id: 2, user_id: 1, event_id: 1 },
	],
	[
		'group_co_storytellers_group_id_event_id_fkey',
		'group_co_storytellers',
		{ group_id: 1, user_id: 2, event_id: 2 },
	],
	['group_co_storytellers_user_id_fkey', 'group_co_storytellers', { group_id: 1, user_id: 99, event_id: 1 }],
	['played_groups_event_id_fkey', 'played_groups', { ...PLAYED, event_id: 99 }],
	['played_groups_event_id_round_client_id_key', 'played_groups', { ...PLAYED, client_id: 'g1' }],
	['played_groups_round_check', 'played_groups', { ...PLAYED, round: 5 }],
	['played_groups_client_id_check', 'played_groups', { ...PLAYED, client_id: '' }],
	['played_groups_name_check', 'played_groups', { ...PLAYED, name: '' }],
	['played_groups_voice_channel_id_check', 'played_groups', { ...PLAYED, voice_channel_id: '7' }],
	['played_groups_winner_check', 'played_groups', { ...PLAYED, winner: 'me' }],
	['played_seats_pkey', 'played_seats', { group_id: 1, user_id: 1, position: 1 }],
	['played_seats_group_id_fkey', 'played_seats', { group_id: 99, user_id: 1, position: 1 }],
	['played_seats_user_id_fkey', 'played_seats', { group_id: 1, user_id: 99, position: 1 }],
	['event_scripts_pkey', 'event_scripts', { event_id: 1, script: 'tb', position: 1 }],
	['event_scripts_event_id_fkey', 'event_scripts', { event_id: 99, script: 'tb', position: 1 }],
	['event_scripts_script_check', 'event_scripts', { event_id: 1, script: '01', position: 1 }],
	['event_scripts_position_check', 'event_scripts', { event_id: 1, script: '1', position: 5 }],
	['script_votes_pkey', 'script_votes', { event_id: 1, script: 'tb', user_id: 1, vote: 'no' }],
	['script_votes_script_fkey', 'script_votes', { event_id: 1, script: 'bmr', user_id: 1, vote: 'no' }],
	['script_votes_user_id_fkey', 'script_votes', { event_id: 1, script: 'tb', user_id: 99, vote: 'no' }],
	['script_votes_vote_check', 'script_votes', { event_id: 1, script: 'tb', user_id: 2, vote: 'yes' }],
	['attendance_pkey', 'attendance', { event_id: 1, user_id: 1, state: 'late' }],
	['attendance_event_id_fkey', 'attendance', { event_id: 99, user_id: 1, state: 'late' }],
	['attendance_user_id_fkey', 'attendance', { event_id: 1, user_id: 99, state: 'late' }],
	['attendance_state_check', 'attendance', { event_id: 1, user_id: 2, state: 'asleep' }],
	['events_series_id_fkey', 'events', { title: 'x', date: 'now', series_id: 99, series_date: '2026-10-23' }],
	['events_series_date_check', 'events', { title: 'x', date: 'now', series_id: 1 }],
	[
		'events_series_id_series_date_key',
		'events',
		{ title: 'x', date: 'now', series_id: 1, series_date: '2026-10-16' },
	],
	['undos_bytes_check', 'undos', { action: 'x', created_at: 'now', bytes: -1 }],
	['undos_actor_id_fkey', 'undos', { action: 'x', created_at: 'now', actor_id: 99 }],
	['undo_rows_undo_id_fkey', 'undo_rows', { undo_id: 99, table_name: 'x', before: '{}' }],
	['undo_rows_check', 'undo_rows', { undo_id: 1, table_name: 'x' }],
	['audit_entries_undo_id_fkey', 'audit_entries', { action: 'x', subject_type: 'event', undo_id: 99 }],
	['users_role_check', 'users', { username: 'x', role: 'owner' }],
	['users_theme_check', 'users', { username: 'x', theme: 'blue' }],
	['sessions_token_hash_key', 'sessions', { token_hash: HASH, user_id: 2, expires_at: 'now' }],
	[
		'sessions_token_hash_check',
		'sessions',
		{ token_hash: 'the token itself', user_id: 2, expires_at: 'now' },
	],
	[
		'sessions_browser_check',
		'sessions',
		{ token_hash: OTHER_HASH, user_id: 2, expires_at: 'now', browser: makeTooLongText(100) },
	],
	['sessions_user_id_fkey', 'sessions', { token_hash: OTHER_HASH, user_id: 99, expires_at: 'now' }],
	[
		'sign_in_tokens_pkey',
		'sign_in_tokens',
		{ token_hash: HASH, user_id: 2, browser_hash: HASH, expires_at: 'now' },
	],
	[
		'sign_in_tokens_token_hash_check',
		'sign_in_tokens',
		{ token_hash: 'x', user_id: 2, browser_hash: HASH, expires_at: 'now' },
	],
	[
		'sign_in_tokens_browser_hash_check',
		'sign_in_tokens',
		{ token_hash: OTHER_HASH, user_id: 2, browser_hash: 'x', expires_at: 'now' },
	],
	[
		'sign_in_tokens_user_id_fkey',
		'sign_in_tokens',
		{ token_hash: OTHER_HASH, user_id: 99, browser_hash: HASH, expires_at: 'now' },
	],
	['api_tokens_token_hash_key', 'api_tokens', { token_hash: HASH, user_id: 2, name: 'x' }],
	['api_tokens_token_hash_check', 'api_tokens', { token_hash: 'x', user_id: 2, name: 'x' }],
	['api_tokens_name_check', 'api_tokens', { token_hash: OTHER_HASH, user_id: 2, name: '' }],
	['api_tokens_user_id_fkey', 'api_tokens', { token_hash: OTHER_HASH, user_id: 99, name: 'x' }],
	['erased_ids_discord_id_hmac_check', 'erased_ids', { discord_id_hmac: '11111111111111111' }],
	['preferences_notes_check', 'preferences', { user_id: 1, notes: makeTooLongText(2000) }],
	['preferences_user_id_fkey', 'preferences', { user_id: 99 }],
	[
		'player_preferences_pkey',
		'player_preferences',
		{ user_id: 1, kind: 'player', preferred_user_id: 2, position: 1 },
	],
	[
		'player_preferences_user_id_kind_position_key',
		'player_preferences',
		{ user_id: 1, kind: 'player', preferred_user_id: 99, position: 0 },
	],
	[
		'player_preferences_kind_check',
		'player_preferences',
		{ user_id: 2, kind: 'enemy', preferred_user_id: 1, position: 0 },
	],
	[
		'player_preferences_self_check',
		'player_preferences',
		{ user_id: 2, kind: 'player', preferred_user_id: 2, position: 0 },
	],
	[
		'player_preferences_position_check',
		'player_preferences',
		{ user_id: 2, kind: 'player', preferred_user_id: 1, position: 5 },
	],
	[
		'player_preferences_position_check',
		'player_preferences',
		{ user_id: 2, kind: 'storyteller', preferred_user_id: 1, position: 3 },
	],
	[
		'player_preferences_position_check',
		'player_preferences',
		{ user_id: 2, kind: 'player', preferred_user_id: 1, position: -1 },
	],
	[
		'player_preferences_user_id_fkey',
		'player_preferences',
		{ user_id: 99, kind: 'player', preferred_user_id: 1, position: 0 },
	],
	[
		'player_preferences_preferred_user_id_fkey',
		'player_preferences',
		{ user_id: 2, kind: 'player', preferred_user_id: 99, position: 0 },
	],
	[
		'images_content_hash_key',
		'images',
		{ content_hash: HASH, mime: 'image/png', bytes: '\\x00', width: 1, height: 1 },
	],
	[
		'images_content_hash_check',
		'images',
		{ content_hash: 'x', mime: 'image/png', bytes: '\\x00', width: 1, height: 1 },
	],
	[
		'images_mime_check',
		'images',
		{ content_hash: OTHER_HASH, mime: 'text/html', bytes: '\\x00', width: 1, height: 1 },
	],
	[
		'images_bytes_check',
		'images',
		{ content_hash: OTHER_HASH, mime: 'image/png', bytes: '', width: 1, height: 1 },
	],
	[
		'images_size_check',
		'images',
		{ content_hash: OTHER_HASH, mime: 'image/png', bytes: '\\x00', width: 0, height: 1 },
	],
	['events_title_check', 'events', { title: '', date: 'now' }],
	['events_title_check', 'events', { title: makeTooLongText(200), date: 'now' }],
	['events_description_check', 'events', { title: 'x', date: 'now', description: makeTooLongText(4000) }],
	['events_location_check', 'events', { title: 'x', date: 'now', location: makeTooLongText(200) }],
	['events_capacity_check', 'events', { title: 'x', date: 'now', capacity: -1 }],
	['events_capacity_check', 'events', { title: 'x', date: 'now', capacity: 501 }],
	['events_minimum_players_check', 'events', { title: 'x', date: 'now', minimum_players: 0 }],
	['events_minimum_players_check', 'events', { title: 'x', date: 'now', minimum_players: 501 }],
	['events_decide_minutes_check', 'events', { title: 'x', date: 'now', decide_minutes: 59 }],
	['events_decide_minutes_check', 'events', { title: 'x', date: 'now', decide_minutes: 10_081 }],
	['events_on_too_few_check', 'events', { title: 'x', date: 'now', on_too_few: 'wait' }],
	['events_decision_check', 'events', { title: 'x', date: 'now', decision: 'maybe' }],
	['events_cancel_reason_check', 'events', { title: 'x', date: 'now', cancel_reason: '' }],
	['events_cancel_reason_check', 'events', { title: 'x', date: 'now', cancel_reason: makeTooLongText(200) }],
	['events_timezone_check', 'events', { title: 'x', date: 'now', timezone: '' }],
	['events_duration_check', 'events', { title: 'x', date: 'now', duration: 0 }],
	['events_status_check', 'events', { title: 'x', date: 'now', status: 'deleted' }],
	['events_discord_event_id_check', 'events', { title: 'x', date: 'now', discord_event_id: 'abc' }],
	[
		'events_discord_event_id_key',
		'events',
		{ title: 'x', date: 'now', discord_event_id: '11111111111111111' },
	],
	['events_version_check', 'events', { title: 'x', date: 'now', version: 0 }],
	['events_creator_id_fkey', 'events', { title: 'x', date: 'now', creator_id: 99 }],
	['events_image_id_fkey', 'events', { title: 'x', date: 'now', image_id: 99 }],
	['event_storytellers_pkey', 'event_storytellers', { event_id: 1, user_id: 1 }],
	['event_storytellers_position_check', 'event_storytellers', { event_id: 1, user_id: 2, position: -1 }],
	['event_storytellers_event_id_fkey', 'event_storytellers', { event_id: 99, user_id: 1 }],
	['event_storytellers_user_id_fkey', 'event_storytellers', { event_id: 1, user_id: 99 }],
	['signups_event_id_user_id_key', 'signups', { event_id: 1, user_id: 1, status: 'confirmed' }],
	['signups_place_check', 'signups', { ...SIGNUP, place: 'first', asked_at: 'now' }],
	['signups_asked_at_check', 'signups', { ...SIGNUP, place: 'placed' }],
	['signups_asked_at_check', 'signups', { ...SIGNUP, asked_at: 'now' }],
	[
		'signups_offer_check',
		'signups',
		{ ...SIGNUP, place: 'placed', asked_at: 'now', offer_expires_at: 'now' },
	],
	['signups_lost_by_check', 'signups', { ...SIGNUP, lost_by: 'theft', lost_at: 'now' }],
	['signups_lost_at_check', 'signups', { ...SIGNUP, lost_by: 'undo' }],
	['signups_lost_at_check', 'signups', { ...SIGNUP, lost_at: 'now' }],
	['signups_arrives_at_check', 'signups', { ...SIGNUP, arrives_at: '24:00' }],
	['signups_leaves_at_check', 'signups', { ...SIGNUP, leaves_at: '9:30' }],
	['signups_place_reason_check', 'signups', { ...SIGNUP, place_reason: makeTooLongText(200) }],
	['signups_status_check', 'signups', { event_id: 1, user_id: 2, status: 'maybe' }],
	[
		'signups_signup_source_check',
		'signups',
		{ event_id: 1, user_id: 2, status: 'late', signup_source: 'letter' },
	],
	[
		'signups_notes_check',
		'signups',
		{ event_id: 1, user_id: 2, status: 'late', notes: makeTooLongText(500) },
	],
	['signups_event_id_fkey', 'signups', { event_id: 99, user_id: 2, status: 'late' }],
	['signups_user_id_fkey', 'signups', { event_id: 1, user_id: 99, status: 'late' }],
	['comments_body_check', 'comments', { event_id: 1, user_id: 1, body: '' }],
	['comments_body_check', 'comments', { event_id: 1, user_id: 1, body: makeTooLongText(2000) }],
	['comments_event_id_fkey', 'comments', { event_id: 99, user_id: 1, body: 'x' }],
	['comments_user_id_fkey', 'comments', { event_id: 1, user_id: 99, body: 'x' }],
	['groups_event_id_client_id_key', 'groups', { event_id: 1, client_id: 'g1', name: 'x' }],
	[
		'groups_event_id_storyteller_id_key',
		'groups',
		{ event_id: 1, client_id: 'g9', name: 'x', storyteller_id: 2 },
	],
	['groups_client_id_check', 'groups', { event_id: 1, client_id: makeTooLongText(64), name: 'x' }],
	['groups_name_check', 'groups', { event_id: 1, client_id: 'g9', name: '' }],
	['groups_position_check', 'groups', { event_id: 1, client_id: 'g9', name: 'x', position: -1 }],
	['groups_max_players_check', 'groups', { event_id: 1, client_id: 'g9', name: 'x', max_players: 0 }],
	['groups_event_id_fkey', 'groups', { event_id: 99, client_id: 'g9', name: 'x' }],
	['groups_storyteller_id_fkey', 'groups', { event_id: 1, client_id: 'g9', name: 'x', storyteller_id: 99 }],
	['group_players_pkey', 'group_players', { group_id: 1, user_id: 1, event_id: 1 }],
	['group_players_event_id_user_id_key', 'group_players', { group_id: 2, user_id: 1, event_id: 1 }],
	['group_players_group_id_event_id_fkey', 'group_players', { group_id: 3, user_id: 2, event_id: 1 }],
	['group_players_user_id_fkey', 'group_players', { group_id: 1, user_id: 99, event_id: 1 }],
	['group_players_position_check', 'group_players', { group_id: 1, user_id: 2, event_id: 1, position: -1 }],
	['group_pins_group_client_id_check', 'group_pins', { event_id: 1, user_id: 1, group_client_id: '' }],
	['group_pins_event_id_fkey', 'group_pins', { event_id: 99, user_id: 1, group_client_id: 'g1' }],
	['group_pins_user_id_fkey', 'group_pins', { event_id: 1, user_id: 99, group_client_id: 'g1' }],
	['group_keep_apart_order_check', 'group_keep_apart', { event_id: 1, user_a: 2, user_b: 1 }],
	['group_keep_apart_order_check', 'group_keep_apart', { event_id: 1, user_a: 1, user_b: 1 }],
	['group_keep_apart_event_id_fkey', 'group_keep_apart', { event_id: 99, user_a: 1, user_b: 2 }],
	['group_keep_apart_user_a_fkey', 'group_keep_apart', { event_id: 1, user_a: 0, user_b: 1 }],
	['group_keep_apart_user_b_fkey', 'group_keep_apart', { event_id: 1, user_a: 1, user_b: 99 }],
	['settings_key_check', 'settings', { key: '', value: 'x' }],
	['settings_banner_check', 'settings', { key: 'events_banner', value: makeTooLongText(1000) }],
	['discord_mirrors_pkey', 'discord_mirrors', { event_id: 1 }],
	[
		'discord_mirrors_discord_event_id_key',
		'discord_mirrors',
		{ event_id: 9, discord_event_id: '11111111111111111' },
	],
	['discord_mirrors_discord_event_id_check', 'discord_mirrors', { event_id: 9, discord_event_id: 'x' }],
	['discord_mirrors_wanted_check', 'discord_mirrors', { event_id: 9, wanted: 'maybe' }],
	['discord_mirrors_state_check', 'discord_mirrors', { event_id: 9, state: 'none' }],
	['discord_mirrors_attempts_check', 'discord_mirrors', { event_id: 9, attempts: -1 }],
	['discord_mirrors_moved_check', 'discord_mirrors', { event_id: 9, moved_start: '2026-10-17' }],
	['discord_mirrors_image_hash_check', 'discord_mirrors', { event_id: 9, image_hash: 'x' }],
	['discord_mirrors_discord_status_check', 'discord_mirrors', { event_id: 9, discord_status: 5 }],
	['import_runs_discord_event_id_check', 'import_runs', { discord_event_id: 'x' }],
	['import_runs_state_check', 'import_runs', { discord_event_id: '11111111111111111', state: 'lost' }],
	['import_runs_progress_check', 'import_runs', { discord_event_id: '11111111111111111', progress: 101 }],
	['import_runs_event_id_fkey', 'import_runs', { discord_event_id: '11111111111111111', event_id: 99 }],
	['import_runs_actor_id_fkey', 'import_runs', { discord_event_id: '11111111111111111', actor_id: 99 }],
	[
		'idempotency_keys_pkey',
		'idempotency_keys',
		{ key: 'k', actor_scope: '1', operation: 'o', request_hash: HASH, expires_at: 'now' },
	],
	[
		'idempotency_keys_key_check',
		'idempotency_keys',
		{ key: makeTooLongText(255), actor_scope: '1', operation: 'o', request_hash: HASH, expires_at: 'now' },
	],
	[
		'idempotency_keys_request_hash_check',
		'idempotency_keys',
		{ key: 'x', actor_scope: '1', operation: 'o', request_hash: 'x', expires_at: 'now' },
	],
	[
		'idempotency_keys_state_check',
		'idempotency_keys',
		{ key: 'x', actor_scope: '1', operation: 'o', request_hash: HASH, expires_at: 'now', state: 'x' },
	],
	['event_drafts_draft_check', 'event_drafts', { user_id: 1, draft: '[]', changed_at: '2030-01-01' }],
	['event_drafts_user_id_fkey', 'event_drafts', { user_id: 99, draft: '{}', changed_at: '2030-01-01' }],
	['interest_withdrawals_event_id_fkey', 'interest_withdrawals', { event_id: 99, user_id: 1 }],
	['interest_withdrawals_user_id_fkey', 'interest_withdrawals', { event_id: 1, user_id: 99 }],
	['audit_entries_action_check', 'audit_entries', { action: '', subject_type: 'event' }],
	['revision_epochs_is_current_check', 'revision_epochs', { is_current: 'false' }],
	['announcements_wanted_check', 'announcements', { event_id: 1, wanted: 'x' }],
	['announcements_state_check', 'announcements', { event_id: 1, state: 'x' }],
	['announcements_ids_check', 'announcements', { event_id: 1, message_id: 'x' }],
	['announcements_hashes_check', 'announcements', { event_id: 1, content_hash: 'x' }],
	['announcements_kind_check', 'announcements', { event_id: 1, kind: 'x' }],
	['announcements_posted_groups_check', 'announcements', { event_id: 1, posted_groups: '[]' }],
	['announcements_attempts_check', 'announcements', { event_id: 1, attempts: -1 }],
	['users_reminder_minutes_check', 'users', { username: 'x', reminder_minutes: '{5}' }],
	['users_calendar_key_check', 'users', { username: 'x', calendar_key: 'short' }],
	['users_reminder_way_check', 'users', { username: 'x', reminder_way: 'x' }],
	['users_quiet_hours_check', 'users', { username: 'x', quiet_hours: '[]' }],
	['direct_messages_user_id_fkey', 'direct_messages', { ...MESSAGE, user_id: 99 }],
	['direct_messages_event_id_fkey', 'direct_messages', { ...MESSAGE, event_id: 99 }],
	['direct_messages_kind_check', 'direct_messages', { ...MESSAGE, kind: 'x' }],
	['direct_messages_state_check', 'direct_messages', { ...MESSAGE, state: 'x' }],
	['direct_messages_minutes_check', 'direct_messages', { ...MESSAGE, minutes: 60 }],
	['direct_messages_channel_id_check', 'direct_messages', { ...MESSAGE, channel_id: 'x' }],
	['direct_messages_way_check', 'direct_messages', { ...MESSAGE, way: 'x' }],
	['direct_messages_message_check', 'direct_messages', { ...MESSAGE, kind: 'message' }],
	['player_messages_event_id_fkey', 'player_messages', { ...WRITTEN, event_id: 99 }],
	['player_messages_user_id_fkey', 'player_messages', { ...WRITTEN, user_id: 99 }],
	['player_messages_audience_check', 'player_messages', { ...WRITTEN, audience: 'group:' }],
	['player_messages_text_check', 'player_messages', { ...WRITTEN, text: '' }],
	['player_messages_way_check', 'player_messages', { ...WRITTEN, way: 'x' }],
	['direct_messages_poll_id_fkey', 'direct_messages', { ...POLL_MESSAGE, poll_id: 99 }],
	['direct_messages_poll_check', 'direct_messages', { ...POLL_MESSAGE, event_id: 1 }],
	['polls_creator_id_fkey', 'polls', { ...POLL, creator_id: 99 }],
	['polls_title_check', 'polls', { ...POLL, title: '' }],
	['polls_description_check', 'polls', { ...POLL, description: makeTooLongText(4000) }],
	['polls_location_check', 'polls', { ...POLL, location: makeTooLongText(200) }],
	['polls_timezone_check', 'polls', { ...POLL, timezone: '' }],
	['polls_version_check', 'polls', { ...POLL, version: 0 }],
	['poll_times_poll_id_fkey', 'poll_times', { poll_id: 99, date: 'now', duration: 60 }],
	['poll_times_poll_id_date_key', 'poll_times', { poll_id: 3, date: '2030-01-02', duration: 60 }],
	['poll_times_duration_check', 'poll_times', { poll_id: 3, date: 'now', duration: 0 }],
	['poll_votes_pkey', 'poll_votes', VOTE],
	['poll_votes_poll_id_fkey', 'poll_votes', { ...VOTE, poll_id: 99, user_id: 2 }],
	['poll_votes_time_id_fkey', 'poll_votes', { ...VOTE, time_id: 99 }],
	['poll_votes_user_id_fkey', 'poll_votes', { ...VOTE, user_id: 99 }],
	['poll_votes_answer_check', 'poll_votes', { ...VOTE, user_id: 2, answer: 'x' }],
	['poll_votes_source_check', 'poll_votes', { ...VOTE, user_id: 2, source: 'x' }],
	['direct_messages_post_check', 'direct_messages', { ...MESSAGE, post_id: 1 }],
	['direct_messages_attempts_check', 'direct_messages', { ...MESSAGE, attempts: -1 }],
	['given_roles_user_id_fkey', 'given_roles', { ...GIVEN_ROLE, user_id: 99 }],
	['given_roles_discord_id_check', 'given_roles', { ...GIVEN_ROLE, discord_id: 'x' }],
	['given_roles_role_id_check', 'given_roles', { ...GIVEN_ROLE, role_id: '@everyone' }],
	['given_roles_state_check', 'given_roles', { ...GIVEN_ROLE, state: 'x' }],
	['given_roles_attempts_check', 'given_roles', { ...GIVEN_ROLE, attempts: -1 }],
	['last_writes_user_id_fkey', 'last_writes', { user_id: 99, lsn: '0/1' }],
	['calendar_revisions_user_id_fkey', 'calendar_revisions', { ...REVISION, user_id: 99 }],
	['calendar_revisions_event_id_fkey', 'calendar_revisions', { ...REVISION, event_id: 99 }],
	['calendar_revisions_text_hash_check', 'calendar_revisions', { ...REVISION, text_hash: 'x' }],
	['event_notices_event_id_fkey', 'event_notices', { event_id: 99, told_date: 'now', told_status: 'active' }],
	['event_notices_told_status_check', 'event_notices', { event_id: 1, told_date: 'now', told_status: 'x' }],
];

describe('constraints', () => {
	test.each(INVALID_ROWS)('%s refuses a wrong row of %s', async (constraint, table, row) => {
		const columns = Object.keys(row);
		const insert = database().query(
			`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
			{ replacements: row },
		);
		await expect(insert).rejects.toMatchObject({ parent: { constraint } });
	});

	test('every constraint has a case, except primary keys and unreachable ones', async () => {
		const rows = await database().query<{ conname: string }>(
			`SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'u', 'f', 'p')
			AND conrelid <> 'schema_migrations'::regclass`,
			{ type: QueryTypes.SELECT },
		);
		const testedConstraints = new Set(INVALID_ROWS.map(([constraint]) => constraint));
		const untestedConstraints = rows
			.map(({ conname }) => conname)
			.filter((name) => !testedConstraints.has(name) && !name.endsWith('_pkey'));
		expect(untestedConstraints).toEqual(['groups_id_event_id_key']);
	});
});

describe('cascading deletes', () => {
	test('deleting an event deletes its signups, storytellers, groups and seats', async () => {
		const event = await createEventRow();
		const signup = await createSignupRow({ eventId: event.id });
		await rowsOf('event_storytellers').insert({ eventId: event.id, userId: signup.userId });
		const group = await rowsOf('groups').insert({ eventId: event.id, clientId: 'a', name: 'Group 1' });
		await rowsOf('group_players').insert({ groupId: group.id, eventId: event.id, userId: signup.userId });
		await event.destroy();
		for (const count of [
			Signup.count({ where: { eventId: event.id } }),
			rowsOf('event_storytellers').count({ eventId: event.id }),
			rowsOf('groups').count({ eventId: event.id }),
			rowsOf('group_players').count({ eventId: event.id }),
		])
			expect(await count).toBe(0);
		expect(await User.count({ where: { id: signup.userId } })).toBe(1);
	});

	test('deleting a user deletes signups and seats, and clears the creator of events and the storyteller of groups', async () => {
		const user = await createUserRow();
		const event = await createEventRow({ creatorId: user.id });
		await createSignupRow({ eventId: event.id, userId: user.id });
		await rowsOf('groups').insert({
			eventId: event.id,
			clientId: 'a',
			name: 'Group 1',
			storytellerId: user.id,
		});
		await user.destroy();
		expect((await Event.findByPk(event.id))?.creatorId).toBeNull();
		expect(await rowsOf('groups').list({ eventId: event.id })).toMatchObject([{ storytellerId: null }]);
		expect(await Signup.count({ where: { eventId: event.id } })).toBe(0);
	});
});

describe('errors by name', () => {
	test('isUniqueViolation checks the constraint', async () => {
		const { eventId, userId } = await createSignupRow();
		const error = await createSignupRow({ eventId, userId }).catch((thrown: unknown) => thrown);
		expect(isUniqueViolation(error)).toBe(true);
		expect(isUniqueViolation(error, 'signups_event_id_user_id_key')).toBe(true);
		expect(isUniqueViolation(error, 'users_discord_id_key')).toBe(false);
		expect(isForeignKeyViolation(error)).toBe(false);
	});

	test('isForeignKeyViolation checks the constraint', async () => {
		const { id: eventId } = await createEventRow();
		const error = await createSignupRow({ eventId, userId: '999999' }).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(ForeignKeyConstraintError);
		expect(isForeignKeyViolation(error)).toBe(true);
		expect(isForeignKeyViolation(error, 'signups_user_id_fkey')).toBe(true);
		expect(isForeignKeyViolation(error, 'signups_event_id_fkey')).toBe(false);
		expect(isUniqueViolation(error)).toBe(false);
	});
});
