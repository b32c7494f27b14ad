import { VOICE_CHANNELS_SETTING } from '~/domain/discord/voice-channel.ts';
import { ATTENDED, AWAY } from '~/domain/groups/attendance.ts';
import type { BoardGroup } from '~/domain/groups/board.ts';
import type { PlayedGroupView } from '~/domain/groups/schema.ts';
import { buildStatusSql } from './signups.ts';
import { buildLeftBeforeStartSql, buildNameJsonSql } from './user-sql.ts';

/**
 * A condition that the seat `gp` counts. After the groups were saved, its user may have removed the signup,
 * declined, lost the place or left the server. The row stays until the next save, but it counts nowhere (decisions
 * 0025 and 0022).
 */
export const SEAT_COUNTS = `EXISTS (SELECT FROM signups s WHERE s.event_id = gp.event_id AND s.user_id = gp.user_id
	AND (${buildStatusSql('mayCome')} OR gp.seated_while_declined)
	AND (coalesce(s.place, 'placed') = 'placed' OR ${buildStatusSql('canStandBy')} OR gp.seated_while_waiting)
	AND NOT ${buildLeftBeforeStartSql('gp')})`;

/** A condition that `:viewer` is a storyteller of the group `g`. */
export const RUNS_GROUP = `(coalesce(g.storyteller_id = :viewer, false)
	OR EXISTS (SELECT FROM group_co_storytellers c WHERE c.group_id = g.id AND c.user_id = :viewer))`;

const CO_STORYTELLER_IDS =
	'ARRAY(SELECT c.user_id::text FROM group_co_storytellers c WHERE c.group_id = g.id ORDER BY c.user_id)';

/** The ids of the storytellers of the group `g`, co-storytellers last, as an array of texts. */
export const STORYTELLER_IDS = `array_remove(array_prepend(g.storyteller_id::text,
	${CO_STORYTELLER_IDS}), NULL)`;

/** Returns SQL for the names of users in the order of their ids (SQL for an array of texts), as JSON of `NameRow`. */
export const buildNamesSql = (ids: string): string =>
	`coalesce((SELECT json_agg(${buildNameJsonSql('st')} ORDER BY named.place)
		FROM unnest(${ids}) WITH ORDINALITY AS named(id, place) JOIN users st ON st.id = named.id::bigint), '[]')`;

/** A condition that `:viewer` plays in the group `g` or runs it. */
export const IS_OWN_GROUP = `(${RUNS_GROUP} OR g.id = (SELECT gp.group_id FROM group_players gp
		WHERE gp.event_id = g.event_id AND gp.user_id = :viewer AND ${SEAT_COUNTS}))`;

/** A condition that the group `g` has a player without a mark: its roll call was not taken, or not for all. */
export const LACKS_ROLL_CALL = `EXISTS (SELECT FROM group_players gp WHERE gp.group_id = g.id AND ${SEAT_COUNTS}
	AND NOT EXISTS (SELECT FROM attendance a WHERE a.event_id = gp.event_id AND a.user_id = gp.user_id))`;

/** A condition that the user `u` runs a group of the event `e` with a player who has no mark in the roll call. */
export const AWAITS_ROLL_CALL = `EXISTS (SELECT FROM groups g
	WHERE g.event_id = e.id AND g.storyteller_id = u.id AND ${LACKS_ROLL_CALL})`;

/** A condition that the mark `a` says that its player is no longer there. */
export const IS_AWAY = `a.state IN (${AWAY.map((state) => `'${state}'`).join(', ')})`;

/** The current round of the event `e`, from 1. */
export const ROUND = '(SELECT coalesce(max(r.round), 0) + 1 FROM played_groups r WHERE r.event_id = e.id)';

/** The id of the group `g` of an earlier round; groups of several rounds may have had the same. */
export const PLAYED_ID = `('round-' || g.round || '-' || g.client_id)`;

/** The ids of the storytellers of the group `g` of an earlier round, co-storytellers last, as an array of texts. */
export const PLAYED_STORYTELLER_IDS = `ARRAY(SELECT st.user_id::text FROM played_seats st
	WHERE st.group_id = g.id AND st.position IS NULL ORDER BY st.is_co_storyteller, st.user_id)`;

const listSeats = (condition: string) =>
	`coalesce((SELECT json_agg(gp.user_id::text ORDER BY gp.position, gp.user_id) FROM group_players gp
		WHERE gp.group_id = g.id AND ${condition}), '[]')`;

/** The voice channels of the server that the bot sees, in Discord's order, as JSON of `KnownChannel`. */
export const VOICE_CHANNELS = `read_setting('${VOICE_CHANNELS_SETTING}', '[]', '[]')::json`;

/** The voice channel of the group `g`, also of an earlier round, as JSON of `KnownChannel`; null when Discord has none. */
export const VOICE_CHANNEL = `(SELECT c.value FROM json_array_elements(${VOICE_CHANNELS}) c
	WHERE g.voice_channel_id IS NOT NULL AND c.value ->> 'id' = g.voice_channel_id)`;

/** SQL for each field of the group `g` of the event `e`. */
export const GROUP_FIELDS = {
	id: 'g.client_id',
	name: 'g.name',
	players: listSeats(SEAT_COUNTS),
	withdrawn: listSeats(`NOT ${SEAT_COUNTS}`),
	storytellerId: 'g.storyteller_id::text',
	coStorytellerIds: CO_STORYTELLER_IDS,
	maxPlayers: 'g.max_players',
	createdAt: 'g.created_at',
	scriptId: 'coalesce(g.script_id::text, g.edition)',
	winner: 'g.winner',
	round: ROUND,
	voiceChannelId: 'g.voice_channel_id',
} satisfies Record<keyof BoardGroup, string>;

/** SQL for each field of the group `g` of an earlier round. */
export const PLAYED_FIELDS = {
	id: PLAYED_ID,
	round: 'g.round',
	name: 'g.name',
	players: `coalesce((SELECT json_agg(ps.user_id::text ORDER BY ps.position, ps.user_id)
		FROM played_seats ps WHERE ps.group_id = g.id AND ps.position IS NOT NULL), '[]')`,
	storytellerId: `(SELECT st.user_id::text FROM played_seats st WHERE st.group_id = g.id
		AND st.position IS NULL AND NOT st.is_co_storyteller)`,
	coStorytellerIds: `ARRAY(SELECT st.user_id::text FROM played_seats st
		WHERE st.group_id = g.id AND st.is_co_storyteller ORDER BY st.user_id)`,
	script: 'g.script',
	winner: 'g.winner',
	voiceChannelId: 'g.voice_channel_id',
} satisfies Record<keyof PlayedGroupView, string>;

/** Returns `fields` (SQL by name) as the columns of a SELECT. */
export const buildColumnsSql = (fields: Readonly<Record<string, string>>): string =>
	Object.entries(fields)
		.map(([name, sql]) => `${sql} AS "${name}"`)
		.join(', ');

/** Returns `fields` (SQL by name) as a JSON object. */
export const buildObjectSql = (fields: Readonly<Record<string, string>>): string =>
	`json_build_object(${Object.entries(fields)
		.map(([name, sql]) => `'${name}', ${sql}`)
		.join(', ')})`;

/** Returns SQL for the groups `from` in their order, as JSON with `fields` (SQL by name). */
export const buildGroupsSql = (
	fields: Readonly<Record<string, string>>,
	from = 'groups g WHERE g.event_id = e.id',
): string =>
	`coalesce((SELECT json_agg(${buildObjectSql(fields)} ORDER BY g.position, g.id) FROM ${from}), '[]')`;

/** How many nights the user `u` has attended by the roll calls. */
export const NIGHTS_ATTENDED = `u.nights_attended + (SELECT count(*)::int FROM attendance a WHERE a.user_id = u.id
	AND a.state IN (${ATTENDED.map((state) => `'${state}'`).join(', ')}))`;

/** The address of the online table, or ''. */
export const TABLE_URL = `read_setting('table_url', '', '')`;

/** The seat of `:viewer` among the players of the group `g`, from 1 and clockwise; null for one who does not play in it. */
export const OWN_SEAT = `(SELECT seated.seat FROM (SELECT gp.user_id, row_number() OVER (ORDER BY gp.position, gp.user_id) AS seat
		FROM group_players gp WHERE gp.group_id = g.id AND ${SEAT_COUNTS}) seated WHERE seated.user_id = :viewer)`;

/** A condition that `:viewer` is a storyteller of the event `e`. */
export const RUNS_EVENT = `EXISTS (SELECT FROM event_storytellers st WHERE st.event_id = e.id AND st.user_id = :viewer)`;
