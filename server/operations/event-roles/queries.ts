import { rows } from '~/database/sql.ts';
import { EVENT_ROLE_KEYS, type EventRoleSetting } from '~/domain/discord/event-roles.ts';

/** Returns the roles of the settings by their keys; '' for one that is off. */
export async function readEventRoles(): Promise<Record<EventRoleSetting, string>> {
	const found = await rows<{ key: string; value: string }>(
		'SELECT key, value FROM settings WHERE key = ANY(:keys::text[])',
		{ keys: EVENT_ROLE_KEYS },
	);
	const read = (key: EventRoleSetting) => found.find((row) => row.key === key)?.value ?? '';
	return { role_tonight: read('role_tonight'), role_storytellers_tonight: read('role_storytellers_tonight') };
}

/** Returns the roles that members have from the bot and that are in no setting any more, so that they have to be taken. */
export async function listFormerRoles(): Promise<string[]> {
	const found = await rows<{ role_id: string }>(
		`SELECT DISTINCT role_id FROM given_roles g WHERE state IN ('giving', 'given', 'taking')
			AND NOT EXISTS (SELECT FROM settings st WHERE st.key = ANY(:keys::text[]) AND st.value = g.role_id)
		ORDER BY role_id`,
		{ keys: EVENT_ROLE_KEYS },
	);
	return found.map(({ role_id }) => role_id);
}
