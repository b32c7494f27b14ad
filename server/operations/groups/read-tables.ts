import type { KnownChannel } from '~/domain/discord/voice-channel.ts';
import type { GroupDetails } from '~/domain/groups/board.ts';
import {
	type TableOnPage,
	type TableView,
	toPlayersUrl,
	toTableState,
} from '~/domain/groups/online-table.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { denied, missing } from '~/domain/refusal.ts';
import { readScriptFile } from '~/domain/scripts/schema.ts';
import { EDITIONS, type Edition } from '~/domain/scripts/script.ts';
import { describeStay, isTraveller, type Stay } from '~/domain/signups/stay.ts';
import { createTableSession } from '../../secrets.ts';
import {
	buildGroupsSql,
	buildNamesSql,
	GROUP_FIELDS,
	RUNS_GROUP,
	SEAT_COUNTS,
	STORYTELLER_IDS,
	TABLE_URL,
	VOICE_CHANNEL,
} from '../../wire/seat-sql.ts';
import { ARRIVES_AT, LEAVES_AT } from '../../wire/signups.ts';
import { buildShownNameSql, type NameRow, toDisplayName } from '../../wire/user-sql.ts';
import { toVoiceChannel } from '../../wire/voice-channels.ts';
import { defineOperation, getRow } from '../kernel/operation.ts';

/** An event with the tables of its saved groups that the actor may hand over. */
export type EventTables = {
	event: { id: string; title: string; date: string; duration: number; timezone: string; location: string };
	tables: TableOnPage[];
};

type Row = {
	id: string;
	title: string;
	date: Date;
	duration: number;
	timezone: string;
	location: string;
	table_url: string;
	groups: TableRow[];
};

type TableRow = Omit<GroupDetails, 'voiceChannelId'> & {
	id: string;
	voice_channel: KnownChannel | null;
	storyteller_ids: string[];
	storytellers: NameRow[];
	edition: Edition | null;
	file: string | null;
	seats: (NameRow & Stay)[];
};

const TABLE_FIELDS = {
	id: GROUP_FIELDS.id,
	name: GROUP_FIELDS.name,
	voice_channel: VOICE_CHANNEL,
	storyteller_ids: STORYTELLER_IDS,
	storytellers: buildNamesSql(STORYTELLER_IDS),
	edition: 'g.edition',
	file: '(SELECT s.file FROM scripts s WHERE s.id = g.script_id)',
	seats: `coalesce((SELECT json_agg(json_build_object('username', u.username,
			'preferred_username', ${buildShownNameSql('u')}, 'arrives_at', ${ARRIVES_AT}, 'leaves_at', ${LEAVES_AT})
			ORDER BY gp.position, u.id)
		FROM group_players gp JOIN users u ON u.id = gp.user_id
			JOIN signups s ON s.event_id = gp.event_id AND s.user_id = gp.user_id
		WHERE gp.group_id = g.id AND ${SEAT_COUNTS}), '[]')`,
} satisfies Record<keyof TableRow, string>;

const SELECT_TABLES = `SELECT e.id, e.title, e.date, e.duration, e.timezone, e.location, ${TABLE_URL} AS table_url,
		${buildGroupsSql(
			TABLE_FIELDS,
			`groups g WHERE g.event_id = e.id AND (:groupId::text IS NULL OR g.client_id = :groupId)
				AND (:viewer::bigint IS NULL OR ${RUNS_GROUP})`,
		)} AS groups
	FROM events e WHERE e.id = :eventId`;

/**
 * Returns the tables of an event's saved groups: all for creators and admins, else those that the actor runs. Throws
 * Refusal 'missing' when no such event exists, 'denied' when the actor runs none of its groups.
 */
export const readTables = defineOperation({
	allow: 'groups.readTable',
	params: ['eventId'],
	handle: async ({ actor, params: { eventId } }): Promise<EventTables> => {
		const readsAll = can(actor, 'groups.readTable', {});
		const row = await selectTables(eventId, { viewer: readsAll ? null : actor.id });
		const groups = row.groups.filter((group) => mayRead(actor, group));
		if (groups.length === 0 && !readsAll) throw denied();
		const { id, title, date, duration, timezone, location } = row;
		return {
			event: { id, title, date: date.toISOString(), duration, timezone, location },
			tables: groups.map((group) => toTable(row, group)),
		};
	},
});

/**
 * Returns what the online table needs of one group (GET /api/events/{id}/groups/{groupId}/table). Throws Refusal
 * 'missing' when no such event or group exists, 'denied' when the actor neither runs it nor is a creator or an admin.
 */
export const readTable = defineOperation({
	allow: 'groups.readTable',
	params: ['eventId', 'groupId'],
	handle: async ({ actor, params: { eventId, groupId } }): Promise<TableView> => {
		const row = await selectTables(eventId, { groupId });
		const [group] = row.groups;
		if (!group) throw missing('Group');
		if (!mayRead(actor, group)) throw denied();
		const { state, names, session, playersUrl } = toTable(row, group);
		return { state, names, session, playersUrl };
	},
});

/** Reads only the group `groupId` and the groups that `viewer` runs, where these are given: scripts are long. */
async function selectTables(
	eventId: string,
	{ groupId = null, viewer = null }: { groupId?: string | null; viewer?: string | null },
): Promise<Row> {
	const row = await getRow<Row>(['Event', eventId], SELECT_TABLES, { eventId, groupId, viewer });
	return row;
}

const mayRead = (actor: Actor, { storyteller_ids }: TableRow): boolean =>
	can(actor, 'groups.readTable', { isStoryteller: storyteller_ids.includes(actor.id) });

function toTable(
	row: Row,
	{ id, name, voice_channel, storytellers, seats, edition, file }: TableRow,
): TableOnPage {
	const names = seats.map((seat) => toDisplayName(seat, 'player'));
	const script = edition ?? (file === null ? null : readScriptFile(file));
	const session = createTableSession(row.id, id);
	return {
		id,
		name,
		voiceChannel: toVoiceChannel(voice_channel),
		storytellers: storytellers.map((user) => toDisplayName(user, 'storyteller')),
		script: script && { name: typeof script === 'string' ? EDITIONS[script] : script.name, file },
		seats: seats.map((seat, index) => ({
			name: names[index] ?? '',
			stay: describeStay(row, seat),
			isTraveller: isTraveller(row, seat),
		})),
		state: toTableState(names, script ?? undefined),
		names,
		session,
		playersUrl: toPlayersUrl(row.table_url, session),
	};
}
