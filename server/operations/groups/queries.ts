import type { Transaction } from 'sequelize';
import { one, rows, selectColumn } from '~/database/sql.ts';
import type { Board } from '~/domain/groups/board.ts';
import { AUTO_SPLIT_SETTING, readAutoSplitConfig } from '~/domain/groups/config.ts';
import type { GroupsView, PlayedGroupView } from '~/domain/groups/schema.ts';
import { countPlaces } from '~/domain/places/places.ts';
import { fromStoredCapacity } from '~/domain/places/schema.ts';
import { canAttempt } from '~/domain/policy.ts';
import { isTraveller, type Stay } from '~/domain/signups/stay.ts';
import type { PreferencesView } from '~/domain/users/preferences.ts';
import { REVISION } from '../../live/event-changes.ts';
import type { UserRow } from '../../wire/events.ts';
import {
	type BoardState,
	type ClosedGroupRow,
	type GroupsState,
	type PreferenceRow,
	toGroupsView,
	toPreferences,
} from '../../wire/groups.ts';
import {
	buildColumnsSql,
	buildGroupsSql,
	GROUP_FIELDS,
	IS_AWAY,
	IS_OWN_GROUP,
	NIGHTS_ATTENDED,
	PLAYED_FIELDS,
	SEAT_COUNTS,
	VOICE_CHANNEL,
	VOICE_CHANNELS,
} from '../../wire/seat-sql.ts';
import { ARRIVES_AT, buildStatusSql, IS_COMING, LEAVES_AT } from '../../wire/signups.ts';
import { buildLeftBeforeStartSql } from '../../wire/user-sql.ts';
import { buildUsersJsonSql, EVENT_STORYTELLERS, USER_JSON } from '../events/index.ts';
import { defineOperation, getRow, isId } from '../kernel/operation.ts';
import { CACHED_EVENTS, RevisionCache } from '../kernel/revision-cache.ts';
import { selectSignups } from '../kernel/signup-rows.ts';
import { SCRIPT_CHOICES, USED_SCRIPTS } from '../scripts/index.ts';

/** Auto-split considers the groups of this many earlier events, to avoid repeated pairings. */
const RECENT_PAIRING_EVENTS = 5;

/** When the event of a board takes place, and the revision at which it was read. */
type BoardEvent = { date: Date; duration: number; timezone: string; revision: string | null };

type StateRow = BoardEvent &
	Board &
	Omit<BoardState, 'board' | 'travellers' | 'config'> & {
		capacity: number | null;
		otherLeaders: UserRow[];
		stays: (Stay & { user_id: string })[];
		config: string | null;
	};

const isSignedUp = (userId: string): string =>
	`EXISTS (SELECT FROM signups s WHERE s.event_id = e.id AND s.user_id = ${userId})`;

const preferredIds = (kind: string): string =>
	`coalesce((SELECT json_agg(w.preferred_user_id::text ORDER BY w.position)
		FROM player_preferences w WHERE w.user_id = s.user_id AND w.kind = '${kind}'), '[]')`;

/**
 * The experience of the players of the event `e` who have said something, as `BoardState` has it. It depends on other events,
 * so it is not cached with the board.
 */
export const EXPERIENCE = `coalesce((SELECT json_agg(json_build_object('user_id', u.id::text, 'said', u.experience, 'nights', ${NIGHTS_ATTENDED}))
	FROM signups s JOIN users u ON u.id = s.user_id WHERE s.event_id = e.id AND u.experience IS NOT NULL), '[]')`;

/**
 * The saved board of an event with its storytellers, preferences and settings, in one statement so that it never mixes
 * two saves. Users who have left or declined since the save are not among the `players` of their group: the group's
 * `withdrawn` has their ids, and the column `withdrawn` their names.
 */
const SELECT_STATE = `SELECT ${REVISION} AS revision, e.date, e.duration, e.timezone, e.capacity, e.groups_version AS version,
		${buildGroupsSql(GROUP_FIELDS)} AS groups,
		${buildUsersJsonSql(
			`group_players gp JOIN users u ON u.id = gp.user_id WHERE gp.event_id = e.id AND NOT ${SEAT_COUNTS}`,
			'u.id',
		)} AS withdrawn,
		coalesce((SELECT json_agg(json_build_object('userId', p.user_id::text, 'groupId', p.group_client_id)
			ORDER BY p.user_id) FROM group_pins p
			WHERE p.event_id = e.id AND ${isSignedUp('p.user_id')}), '[]') AS pins,
		coalesce((SELECT json_agg(json_build_array(k.user_a::text, k.user_b::text) ORDER BY k.user_a, k.user_b)
			FROM group_keep_apart k WHERE k.event_id = e.id AND ${isSignedUp('k.user_a')}
				AND ${isSignedUp('k.user_b')}), '[]') AS "keepApart",
		${USED_SCRIPTS} AS scripts,
		CASE WHEN :needsPreferences::boolean THEN ${SCRIPT_CHOICES} ELSE '[]' END AS "scriptChoices",
		${VOICE_CHANNELS} AS "voiceChannels",
		${EVENT_STORYTELLERS} AS storytellers,
		${buildUsersJsonSql(
			`users u WHERE u.id IN (SELECT g.storyteller_id FROM groups g WHERE g.event_id = e.id
				UNION SELECT c.user_id FROM group_co_storytellers c WHERE c.event_id = e.id)
			AND u.id NOT IN (SELECT es.user_id FROM event_storytellers es WHERE es.event_id = e.id)`,
			'u.id',
		)} AS "otherLeaders",
		CASE WHEN :needsPreferences::boolean THEN
			coalesce((SELECT json_agg(s.user_id::text ORDER BY s.created_at, s.id) FROM signups s
				WHERE s.event_id = e.id AND ${buildStatusSql('isSplit')} AND ${IS_COMING}
					AND NOT EXISTS (SELECT FROM attendance a WHERE a.event_id = s.event_id AND a.user_id = s.user_id AND ${IS_AWAY})), '[]') ELSE '[]' END AS confirmed,
		coalesce((SELECT json_agg(json_build_object('user_id', s.user_id::text, 'status', s.status) ORDER BY s.id)
			FROM signups s WHERE s.event_id = e.id AND ${buildLeftBeforeStartSql('s')}), '[]') AS left,
		CASE WHEN :needsPreferences::boolean THEN
			coalesce((SELECT json_agg(json_build_object('user_id', s.user_id::text, 'notes', coalesce(p.notes, ''),
					'show_countdown', u.show_countdown, 'preferred_players', ${preferredIds('player')},
					'preferred_storytellers', ${preferredIds('storyteller')}) ORDER BY s.user_id)
				FROM signups s JOIN users u ON u.id = s.user_id LEFT JOIN preferences p ON p.user_id = s.user_id
				WHERE s.event_id = e.id), '[]') ELSE '[]' END AS preferences,
		coalesce((SELECT json_agg(json_build_object('user_id', s.user_id::text, 'arrives_at', ${ARRIVES_AT}, 'leaves_at', ${LEAVES_AT}))
			FROM signups s WHERE s.event_id = e.id AND (s.arrives_at IS NOT NULL OR s.leaves_at IS NOT NULL)), '[]') AS stays,
		CASE WHEN :needsPreferences::boolean THEN ${EXPERIENCE} ELSE '[]' END AS experience,
		CASE WHEN :needsPreferences::boolean THEN
			coalesce((SELECT json_agg(u.id::text ORDER BY u.id) FROM users u WHERE u.likes_teaching
				AND u.id IN (SELECT es.user_id FROM event_storytellers es WHERE es.event_id = e.id
					UNION SELECT g.storyteller_id FROM groups g WHERE g.event_id = e.id)), '[]') ELSE '[]' END AS teachers,
		(SELECT value FROM settings WHERE key = :configKey) AS config
	FROM events e WHERE e.id = :eventId`;

/**
 * Returns the board with the storytellers, confirmed players and preferences (none when they are not needed) and
 * auto-split settings of its event. Throws Refusal 'missing' when no such event exists.
 */
export async function selectBoardState(
	eventId: string,
	{ transaction, needsPreferences }: { transaction?: Transaction | undefined; needsPreferences: boolean },
): Promise<BoardState & BoardEvent & { places: number | null }> {
	const row = await getRow<StateRow>(
		['Event', eventId],
		SELECT_STATE,
		{ eventId, needsPreferences, configKey: AUTO_SPLIT_SETTING },
		transaction,
	);
	const { groups, pins, keepApart, capacity, otherLeaders, stays, config: savedConfig, ...state } = row;
	const config = readAutoSplitConfig(savedConfig);
	return {
		...state,
		board: { groups, pins, keepApart },
		places: countPlaces(fromStoredCapacity(capacity), {
			storytellers: row.storytellers.length,
			maxPlayersPerGroup: config.maxPlayersPerGroup,
		}),
		storytellers: [...row.storytellers, ...otherLeaders],
		travellers: stays.filter((stay) => isTraveller(row, stay)).map(({ user_id }) => user_id),
		config,
	};
}

type CurrentState = Awaited<ReturnType<typeof selectBoardState>>;

const caches = {
	withPreferences: new RevisionCache<CurrentState>(CACHED_EVENTS),
	withoutPreferences: new RevisionCache<CurrentState>(CACHED_EVENTS),
};

/** Returns what `selectBoardState` does, for an event that had this revision a moment ago. */
export async function readBoardState(
	eventId: string,
	{ revision, needsPreferences }: { revision: string | null; needsPreferences: boolean },
): Promise<CurrentState> {
	const cache = caches[needsPreferences ? 'withPreferences' : 'withoutPreferences'];
	const cached = cache.get(eventId, revision);
	if (cached) return cached;
	const state = await selectBoardState(eventId, { needsPreferences });
	cache.put(eventId, state.revision, state);
	return state;
}

const SELECT_CLOSED_GROUPS = `SELECT g.client_id AS id, g.name,
		(SELECT count(*)::int FROM group_players gp WHERE gp.group_id = g.id AND ${SEAT_COUNTS}) AS player_count,
		(SELECT ${USER_JSON} FROM users u WHERE u.id = g.storyteller_id) AS storyteller, ${VOICE_CHANNEL} AS voice_channel,
		coalesce(${IS_OWN_GROUP}, false) AS is_own
	FROM groups g WHERE g.event_id = :eventId ORDER BY is_own DESC, g.position, g.id`;

/** Returns the saved groups of an event, the viewer's own first, with the numbers of their players. */
export const selectClosedGroups = (viewerId: string, eventId: string): Promise<ClosedGroupRow[]> =>
	rows<ClosedGroupRow>(SELECT_CLOSED_GROUPS, { viewer: viewerId, eventId });

/** Returns the groups of an event's earlier rounds, as `/api` has them. */
const selectPlayedGroups = (
	eventId: string,
	transaction: Transaction | undefined,
): Promise<PlayedGroupView[]> =>
	rows<PlayedGroupView>(
		`SELECT ${buildColumnsSql(PLAYED_FIELDS)}
		FROM played_groups g WHERE g.event_id = :eventId ORDER BY g.round, g.position, g.id`,
		{ eventId },
		transaction,
	);

/** Returns the board state with the signups and earlier rounds. Throws Refusal 'missing' when no such event exists. */
export async function selectGroupsState(
	eventId: string,
	{ transaction, needsPreferences = true }: { transaction?: Transaction; needsPreferences?: boolean } = {},
): Promise<GroupsState & Awaited<ReturnType<typeof selectBoardState>>> {
	const state = await selectBoardState(eventId, { transaction, needsPreferences });
	return {
		...state,
		signups: await selectSignups(eventId, transaction),
		earlierGroups: await selectPlayedGroups(eventId, transaction),
	};
}

/**
 * Returns how often two of `players` sat in the same group in the last `RECENT_PAIRING_EVENTS` events before `date`, and
 * in the earlier rounds of the event itself; `withPresent`: in its current round, too. Only seats that counted until the
 * end are included.
 */
export async function selectRecentPairings(
	players: readonly string[],
	{ id: eventId, date }: { id: string; date: Date },
	withPresent = false,
): Promise<{ a: string; b: string; times: number }[]> {
	if (players.length === 0) return [];
	return rows<{ a: string; b: string; times: number }>(
		`WITH recent_events AS (SELECT e.id FROM events e
			WHERE e.date < :date AND e.status <> 'cancelled' AND EXISTS (SELECT FROM groups g WHERE g.event_id = e.id)
			ORDER BY e.date DESC, e.id DESC LIMIT :limit),
		seats AS MATERIALIZED (SELECT 0 AS round, gp.group_id, gp.user_id FROM group_players gp
			WHERE (gp.event_id IN (SELECT id FROM recent_events) OR (:withPresent::boolean AND gp.event_id = :eventId))
				AND gp.user_id = ANY(:players::bigint[]) AND ${SEAT_COUNTS}
			UNION ALL SELECT g.round, g.id, ps.user_id FROM played_groups g JOIN played_seats ps ON ps.group_id = g.id
			WHERE (g.event_id IN (SELECT id FROM recent_events) OR g.event_id = :eventId)
				AND ps.user_id = ANY(:players::bigint[]) AND ps.position IS NOT NULL)
		SELECT one.user_id::text AS a, two.user_id::text AS b, count(*)::int AS times
		FROM seats one JOIN seats two ON two.round = one.round AND two.group_id = one.group_id AND two.user_id > one.user_id
		GROUP BY one.user_id, two.user_id ORDER BY one.user_id, two.user_id`,
		{ players, date, eventId, withPresent, limit: RECENT_PAIRING_EVENTS },
	);
}

/** Returns those of `ids` that belong to a user, locked so that they cannot be deleted until the transaction ends. */
export async function selectKnownUsers(
	ids: readonly string[],
	transaction: Transaction,
): Promise<Set<string>> {
	const wellFormed = ids.filter(isId);
	if (wellFormed.length === 0) return new Set();
	return new Set(
		await selectColumn(
			'SELECT id::text FROM users WHERE id = ANY(:ids::bigint[]) ORDER BY id FOR KEY SHARE',
			{ ids: wellFormed },
			transaction,
		),
	);
}

/**
 * Returns the saved groups and the other data of the groups panel; preferences, pins and keep-apart pairs only for
 * creators and admins (GET /api/events/{id}/groups). Throws Refusal 'missing' when no such event exists.
 */
export const readGroups = defineOperation({
	allow: 'groups.read',
	readsReplica: true,
	params: ['eventId'],
	handle: async ({ actor, params }): Promise<GroupsView> =>
		toGroupsView(
			await selectGroupsState(params.eventId, {
				needsPreferences: canAttempt(actor, 'groups.readPreferences'),
			}),
			actor,
		),
});

/** Returns the preferences of a user who has signed up for the event; null for any other. */
export const readPlayerPreferences = defineOperation({
	allow: 'groups.readPreferences',
	params: ['eventId', 'userId'],
	async handle({ params }): Promise<PreferencesView | null> {
		if (!isId(params.eventId) || !isId(params.userId)) return null;
		const row = await one<PreferenceRow>(
			`SELECT s.user_id::text, coalesce(p.notes, '') AS notes, u.show_countdown,
				${preferredIds('player')} AS preferred_players, ${preferredIds('storyteller')} AS preferred_storytellers
			FROM signups s JOIN users u ON u.id = s.user_id LEFT JOIN preferences p ON p.user_id = s.user_id
			WHERE s.event_id = :eventId AND s.user_id = :userId`,
			params,
		);
		return row && toPreferences(row);
	},
});
