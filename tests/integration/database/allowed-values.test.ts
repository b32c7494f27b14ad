import { QueryTypes } from 'sequelize';
import { expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import { IMPORT_STATES, MIRROR_WANTED_STATES, STORED_MIRROR_STATES } from '~/database/models/discord.ts';
import { PREFERRED_USERNAME_SOURCES } from '~/database/models/people.ts';
import { ANNOUNCEMENT_KINDS, ANNOUNCEMENT_STATES } from '~/domain/discord/announcement.ts';
import { DIRECT_MESSAGE_STATES } from '~/domain/discord/direct-messages.ts';
import { DIRECT_MESSAGE_KINDS } from '~/domain/discord/message-kinds.ts';
import { MIRROR_STATES } from '~/domain/events/schema.ts';
import { EVENT_STATUSES } from '~/domain/events/status.ts';
import { IMAGE_MAX_BYTES, PREFERENCE_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import { SIGNUP_SOURCES, SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { PREFERENCE_KINDS } from '~/domain/users/preferences.ts';
import { REMINDER_WAYS } from '~/domain/users/reminders.ts';
import { ROLES } from '~/domain/users/roles.ts';
import { themeSchema } from '~/domain/users/schema.ts';
import { GIVEN_ROLE_STATES } from '~/server/operations/event-roles/plan-roles.ts';
import { useDatabase } from '~/tests/support/database.ts';

useDatabase();

async function readCheck(name: string): Promise<string> {
	const [row] = await database().query<{ definition: string }>(
		'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = :name',
		{ type: QueryTypes.SELECT, replacements: { name } },
	);
	return row?.definition ?? `no constraint ${name}`;
}

test.each<[string, readonly string[]]>([
	['users_role_check', ROLES],
	['users_theme_check', themeSchema.options],
	['users_preferred_username_source_check', PREFERRED_USERNAME_SOURCES],
	['events_status_check', EVENT_STATUSES],
	['signups_status_check', SIGNUP_STATUSES],
	['signups_signup_source_check', SIGNUP_SOURCES],
	['player_preferences_kind_check', PREFERENCE_KINDS],
	['discord_mirrors_wanted_check', MIRROR_WANTED_STATES],
	['discord_mirrors_state_check', STORED_MIRROR_STATES],
	['announcements_wanted_check', MIRROR_WANTED_STATES],
	['announcements_state_check', ANNOUNCEMENT_STATES],
	['announcements_kind_check', ANNOUNCEMENT_KINDS],
	['direct_messages_kind_check', DIRECT_MESSAGE_KINDS],
	['direct_messages_state_check', DIRECT_MESSAGE_STATES],
	['direct_messages_way_check', REMINDER_WAYS],
	['player_messages_way_check', REMINDER_WAYS],
	['users_reminder_way_check', REMINDER_WAYS],
	['given_roles_state_check', GIVEN_ROLE_STATES],
	['event_notices_told_status_check', EVENT_STATUSES],
	['import_runs_state_check', IMPORT_STATES],
	['idempotency_keys_state_check', ['started', 'finished']],
])('%s allows exactly the values of the code', async (name, values) => {
	const checkedValues = [...(await readCheck(name)).matchAll(/'([^']*)'::text/g)].map(([, value]) => value);
	expect(checkedValues.sort()).toEqual([...values].sort());
});

test.each<[string, number]>([
	['users_preferred_username_check', TEXT_LIMITS.preferredUsername],
	['events_title_check', TEXT_LIMITS.eventTitle],
	['events_description_check', TEXT_LIMITS.eventDescription],
	['events_location_check', TEXT_LIMITS.eventLocation],
	['signups_notes_check', TEXT_LIMITS.signupNotes],
	['preferences_notes_check', TEXT_LIMITS.profileNotes],
	['comments_body_check', TEXT_LIMITS.comment],
	['player_messages_text_check', TEXT_LIMITS.playerMessage],
	['settings_banner_check', TEXT_LIMITS.banner],
	['groups_client_id_check', TEXT_LIMITS.groupId],
	['group_pins_group_client_id_check', TEXT_LIMITS.groupId],
	['images_bytes_check', IMAGE_MAX_BYTES],
])('%s has the limit of the code', async (name, limit) => {
	expect(await readCheck(name)).toContain(`<= ${limit})`);
});

test('preference positions have the limits of the code', async () => {
	const check = await readCheck('player_preferences_position_check');
	expect(check).toContain(`(kind = 'player'::text) AND ("position" < ${PREFERENCE_LIMITS.players})`);
	expect(check).toContain(
		`(kind = 'storyteller'::text) AND ("position" < ${PREFERENCE_LIMITS.storytellers})`,
	);
});

test('a stored mirror has every state of the API except none', () => {
	expect([...STORED_MIRROR_STATES].sort()).toEqual(MIRROR_STATES.filter((state) => state !== 'none').sort());
});
