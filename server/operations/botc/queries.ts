import { one } from '~/database/sql.ts';
import { EVENT_DELETED, NO_NEXT_GAME, type OwnPlace } from '~/domain/discord/replies.ts';
import type { KnownChannel } from '~/domain/discord/voice-channel.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { isTableOpen, toPlayersUrl } from '~/domain/groups/online-table.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createTableSession } from '../../secrets.ts';
import { buildEndSql } from '../../wire/event-sql.ts';
import { PLAYED_SCRIPT } from '../../wire/groups.ts';
import {
	IS_OWN_GROUP,
	OWN_SEAT,
	RUNS_GROUP,
	SEAT_COUNTS,
	TABLE_URL,
	VOICE_CHANNEL,
} from '../../wire/seat-sql.ts';
import { buildNameJsonSql, type NameRow, toDisplayName } from '../../wire/user-sql.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

type Row = {
	id: string;
	title: string;
	date: Date;
	duration: number;
	status: EventStatus;
	table_url: string;
	has_groups: boolean;
	seat: {
		id: string;
		name: string;
		script: string | null;
		voice_channel: KnownChannel | null;
		is_storyteller: boolean;
		seat: number | null;
		storyteller: NameRow | null;
		players: NameRow[];
	} | null;
};

/** The columns of `Row` for the event `e`; `:viewer` is the user whose seat it is. */
const SEAT_COLUMNS = `e.id, e.title, e.date, e.duration, e.status, ${TABLE_URL} AS table_url,
		EXISTS (SELECT FROM groups g WHERE g.event_id = e.id) AS has_groups,
		(SELECT json_build_object('id', g.client_id, 'name', g.name, 'script', ${PLAYED_SCRIPT}, 'voice_channel', ${VOICE_CHANNEL}, 'is_storyteller', ${RUNS_GROUP}, 'seat', ${OWN_SEAT},
				'storyteller', (SELECT ${buildNameJsonSql('st')} FROM users st WHERE st.id = g.storyteller_id),
				'players', coalesce((SELECT json_agg(${buildNameJsonSql('u')} ORDER BY gp.position, u.id)
					FROM group_players gp JOIN users u ON u.id = gp.user_id
					WHERE gp.group_id = g.id AND u.id <> :viewer AND ${SEAT_COUNTS}), '[]'))
			FROM groups g WHERE g.event_id = e.id AND ${IS_OWN_GROUP} LIMIT 1) AS seat`;

/**
 * Returns where the actor sits in the saved groups of an event, with the names of the other players and the link of their
 * online table: for its storyteller, and for players from half an hour before the start. A player who has
 * declined or left since then has no seat. Throws Refusal 'missing' when the event was deleted.
 */
export const readOwnSeat = defineOperation({
	allow: 'botc.groups',
	params: ['eventId'],
	async handle({ actor, params: { eventId }, now }): Promise<OwnPlace> {
		const row = isId(eventId)
			? await one<Row>(`SELECT ${SEAT_COLUMNS} FROM events e WHERE e.id = :eventId`, {
					viewer: actor.id,
					eventId,
				})
			: null;
		if (!row) throw new Refusal('missing', EVENT_DELETED);
		return toPlace(row, now);
	},
});

/** How many of the next events `/botc groups` considers. */
const CONSIDERED_EVENTS = 20;

/**
 * Returns where the actor sits at the next event (`/botc groups`), of the active events that have not ended. One
 * that starts within a day goes before a later one, then one where the actor has a seat, then one with saved groups.
 * Throws Refusal 'missing' when no game is planned.
 */
export const readNextSeat = defineOperation({
	allow: 'botc.groups',
	async handle({ actor, now }): Promise<OwnPlace & { eventId: string; date: Date }> {
		const row = await one<Row>(
			`SELECT id, title, date, duration, status, table_url, has_groups, seat FROM (SELECT ${SEAT_COLUMNS} FROM events e
				WHERE e.status = 'active' AND e.date > :yesterday AND ${buildEndSql()} > :now
				ORDER BY e.date, e.id LIMIT ${CONSIDERED_EVENTS}) coming
			ORDER BY date > :tomorrow, seat IS NULL, NOT has_groups, date, id LIMIT 1`,
			{
				viewer: actor.id,
				now,
				yesterday: new Date(now.getTime() - DAY_MS),
				tomorrow: new Date(now.getTime() + DAY_MS),
			},
		);
		if (!row) throw new Refusal('missing', NO_NEXT_GAME);
		return { ...toPlace(row, now), eventId: row.id, date: row.date };
	},
});

const toPlace = (row: Row, now: Date): OwnPlace => ({
	title: row.title,
	hasGroups: row.has_groups,
	seat: row.seat && toSeat(row.seat, row, now),
});

function toSeat(
	{ id, name, script, voice_channel, is_storyteller, seat, storyteller, players }: NonNullable<Row['seat']>,
	row: Row,
	now: Date,
): OwnPlace['seat'] {
	const canSeeLink = is_storyteller || isTableOpen(row, now);
	const session = createTableSession(row.id, id);
	return {
		playersUrl: canSeeLink ? toPlayersUrl(row.table_url, session) : null,
		session: is_storyteller && row.table_url !== '' ? session : null,
		groupName: name,
		script,
		voiceChannelId: voice_channel?.id ?? null,
		storyteller: storyteller && toDisplayName(storyteller, 'storyteller'),
		isStoryteller: is_storyteller,
		number: seat,
		players: players.map((player) => toDisplayName(player, 'player')),
	};
}
