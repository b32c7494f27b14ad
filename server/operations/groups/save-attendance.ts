import type { Transaction } from 'sequelize';
import type { z } from 'zod';
import { markUnnamed, one, rows, selectColumn, selectValue } from '~/database/sql.ts';
import {
	ATTENDANCE_TEXTS,
	ATTENDED,
	type Attendance,
	findRollCallProblem,
	getOldestKept,
	listConfirmed,
	toSavedState,
} from '~/domain/groups/attendance.ts';
import { type AttendanceView, attendanceInput, rollCallInput } from '~/domain/groups/attendance-schema.ts';
import { RESULT_TEXTS, type Winner } from '~/domain/groups/result.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { conflict, denied, type FieldErrors, invalid } from '~/domain/refusal.ts';
import { PLAYED_ID, PLAYED_STORYTELLER_IDS, SEAT_COUNTS, STORYTELLER_IDS } from '../../wire/seat-sql.ts';
import { buildStatusSql, IS_COMING } from '../../wire/signups.ts';
import { buildShownNameSql, type NameRow, toDisplayName } from '../../wire/user-sql.ts';
import { recordAudit } from '../kernel/audit.ts';
import { getEvent, lockEvent } from '../kernel/lock-event.ts';
import { type ChangeContext, defineChange, defineOperation } from '../kernel/operation.ts';
import { saveWinner } from './set-winner.ts';

type PlayerRow = NameRow & {
	user_id: string;
	group_id: string | null;
	group_name: string | null;
	/** The earlier round that the group played; null for the current one. */
	round: number | null;
	storyteller_ids: string[];
	winner: Winner | null;
	state: Attendance | null;
	/** Whether an offer or a call brought the player in. */
	was_asked: boolean;
	/** Whether the player has a seat or a place, or has played in an earlier round and did not decline since. */
	is_expected: boolean;
};

/** Returns SQL that joins the last group `p` of an earlier round for a user of the event without a current group `g`. */
const buildLastPlayedSql = (user: string): string =>
	`LEFT JOIN LATERAL (SELECT ${PLAYED_ID} AS id, g.round, g.name, g.position, g.winner, ps.position AS seat,
				${PLAYED_STORYTELLER_IDS} AS storyteller_ids
			FROM played_groups g JOIN played_seats ps ON ps.group_id = g.id
			WHERE g.event_id = ${user}.event_id AND ps.user_id = ${user}.user_id AND ps.position IS NOT NULL
			ORDER BY g.round DESC LIMIT 1) p ON g.id IS NULL`;

/** A condition that the user of the signup `s` has played in the earlier group `p`, and can still come. */
const HAS_PLAYED = `(p.id IS NOT NULL AND coalesce(${buildStatusSql('mayCome')} AND coalesce(s.place, 'placed') = 'placed', false))`;

/** The users who run the event or one of its groups, and so need no group to play in. */
const SELECT_LEADERS = `SELECT es.user_id FROM event_storytellers es WHERE es.event_id = :eventId
	UNION SELECT l.storyteller_id FROM groups l WHERE l.event_id = :eventId AND l.storyteller_id IS NOT NULL
	UNION SELECT c.user_id FROM group_co_storytellers c WHERE c.event_id = :eventId`;

/**
 * The players of an event, by group in their seat order; those without a seat in the current round by their last group unless they declined, then
 * those who said that they come and have a place. Players with a mark stay on the list, with the seat that they had, so that
 * the mark can be corrected after they declined or removed the signup.
 */
const SELECT_PLAYERS = `SELECT known.user_id::text, u.username, ${buildShownNameSql('u')} AS preferred_username,
		coalesce(g.client_id, p.id) AS group_id, coalesce(g.name, p.name) AS group_name, p.round,
		coalesce(p.storyteller_ids, ${STORYTELLER_IDS}) AS storyteller_ids, coalesce(g.winner, p.winner) AS winner, a.state,
		coalesce(s.offered_at IS NOT NULL OR s.standby, false) AS was_asked,
		${SEAT_COUNTS} OR ${HAS_PLAYED} OR coalesce(${IS_COMING}, false) AS is_expected
	FROM (SELECT event_id, user_id FROM signups WHERE event_id = :eventId
			UNION SELECT event_id, user_id FROM attendance WHERE event_id = :eventId) known
		JOIN users u ON u.id = known.user_id
		LEFT JOIN signups s ON s.event_id = known.event_id AND s.user_id = known.user_id
		LEFT JOIN attendance a ON a.event_id = known.event_id AND a.user_id = known.user_id
		LEFT JOIN group_players gp ON gp.event_id = known.event_id AND gp.user_id = known.user_id
			AND (a.state IS NOT NULL OR ${SEAT_COUNTS})
		LEFT JOIN groups g ON g.id = gp.group_id
		${buildLastPlayedSql('known')}
	WHERE (a.state IS NOT NULL OR g.id IS NOT NULL OR ${HAS_PLAYED}
		OR (${IS_COMING} AND (NOT EXISTS (SELECT FROM groups o WHERE o.event_id = :eventId) OR known.user_id NOT IN (${SELECT_LEADERS}))))
	ORDER BY p.round DESC NULLS FIRST, coalesce(g.position, p.position), coalesce(gp.position, p.seat), s.created_at, s.id, u.id`;

type EarlierGroup = {
	id: string;
	round: number;
	name: string;
	winner: Winner | null;
	storyteller_ids: string[];
};

/** The groups of the earlier rounds, latest round first. */
const SELECT_EARLIER_GROUPS = `SELECT ${PLAYED_ID} AS id, g.round, g.name, g.winner, ${PLAYED_STORYTELLER_IDS} AS storyteller_ids
	FROM played_groups g WHERE g.event_id = :eventId ORDER BY g.round DESC, g.position, g.id`;

/** Returns the round that follows the `earlier` ones, latest first. */
const getCurrentRound = ([latest]: readonly EarlierGroup[]): number => (latest?.round ?? 0) + 1;

/** The form of the roll call: an event and the players that the actor may mark. */
export type RollCall = {
	event: { id: string; title: string; date: string; timezone: string };
	/** Why there is no roll call, or null. */
	problem: string | null;
	/** How many of the players have a mark. */
	marked: number;
	/** Who saved the roll call last, and when (ISO 8601); null when that is not known. */
	saved: { by: string; at: string } | null;
	/** The current round, from 1. */
	currentRound: number;
	/**
	 * `group` is null for the players without a seat, also of an event without groups. A group of an earlier `round` has those
	 * of its players who have no seat now.
	 */
	groups: {
		group: { id: string; name: string; winner: Winner | null; round: number | null } | null;
		/** `state` is null without a mark. Who is not expected any more is listed only because of a mark. */
		players: { id: string; name: string; state: Attendance | null; isExpected: boolean }[];
	}[];
};

/**
 * Returns the players for the form of the roll call. Throws Refusal 'missing' when no such event exists, 'denied' when the
 * actor is neither a creator or an admin nor runs one of its groups.
 */
export const readRollCall = defineOperation({
	allow: 'attendance.save',
	params: ['eventId'],
	async handle({ actor, params: { eventId }, now }): Promise<RollCall> {
		const event = await getEvent(eventId);
		const all = await rows<PlayerRow>(SELECT_PLAYERS, { eventId });
		const players = all.filter((player) => mayMark(actor, player));
		const earlier = await rows<EarlierGroup>(SELECT_EARLIER_GROUPS, { eventId });
		const ownEarlier = earlier.filter((group) => mayMark(actor, group));
		if (players.length + ownEarlier.length === 0 && !can(actor, 'attendance.save', {})) throw denied();
		const groups = new Map<string | null, RollCall['groups'][number]>();
		for (const player of players) {
			const { group_id: groupId, group_name, winner, round, state } = player;
			const saved = groupId === null ? null : { id: groupId, name: group_name ?? '', winner, round };
			const group = groups.get(groupId) ?? { group: saved, players: [] };
			const name = toDisplayName(player, 'player');
			group.players.push({ id: player.user_id, name, state, isExpected: player.is_expected });
			groups.set(groupId, group);
		}
		for (const { storyteller_ids, ...group } of ownEarlier)
			if (!groups.has(group.id)) groups.set(group.id, { group, players: [] });
		return {
			event: { id: event.id, title: event.title, date: event.date.toISOString(), timezone: event.timezone },
			problem: findRollCallProblem(event, now),
			marked: players.filter(({ state }) => state !== null).length,
			saved: await findLastSave(eventId),
			currentRound: getCurrentRound(earlier),
			groups: [...groups.values()],
		};
	},
});

/** Returns who saved the roll call of an event last, and when; null when that is not known. */
async function findLastSave(eventId: string): Promise<RollCall['saved']> {
	const last = await one<NameRow & { at: Date }>(
		`SELECT u.username, ${buildShownNameSql('u')} AS preferred_username, a.created_at AS at
		FROM audit_entries a JOIN users u ON u.id = a.actor_id
		WHERE a.subject_type = 'event' AND a.subject_id = :eventId AND a.action = 'attendance.save'
		ORDER BY a.created_at DESC, a.id DESC LIMIT 1`,
		{ eventId },
	);
	return last && { by: toDisplayName(last, 'user'), at: last.at.toISOString() };
}

/**
 * Returns the entries that the actor may read: all for creators and admins, those of their group for a storyteller, and
 * everyone's own (GET /api/events/{id}/attendance). Throws Refusal 'missing' when no such event exists.
 */
export const readAttendance = defineOperation({
	allow: 'attendance.read',
	params: ['eventId'],
	async handle({ actor, params: { eventId } }): Promise<AttendanceView> {
		await getEvent(eventId);
		return selectEntries(actor, eventId);
	},
});

/**
 * Marks players (PUT /api/events/{id}/attendance); players that are not listed stay as they are. A player with an offer
 * or a call as a standby is saved as excused instead of absent. Throws Refusal 'missing' when no such event exists,
 * 'denied' for a player of another storyteller's group, 'invalid' for one who was not part of the event, 'conflict'
 * before the start, after 26 weeks, and for a cancelled event.
 */
export const saveAttendance = defineChange({
	allow: 'attendance.save',
	params: ['eventId'],
	input: attendanceInput,
	async work({
		actor,
		params: { eventId },
		input: { attendance },
		transaction,
		context,
	}): Promise<AttendanceView> {
		await markPlayers(eventId, attendance, context);
		return selectEntries(actor, eventId, transaction);
	},
});

/**
 * Marks players and saves the results of their groups, as the page of the roll call sends both. Marks that `untouched`
 * players already have stay. Returns the states of all players that the actor may mark. Throws Refusal 'missing' (404) when
 * no such event exists, 'denied' (403) for a player or the result of another storyteller's group, 'invalid' (422) for a
 * player who was not part of the event, 'conflict' (409) before the start, after 26 weeks, for a cancelled event, for a
 * group that does not exist any more, and for a form that was opened in another `round`.
 */
export const saveRollCall = defineChange({
	allow: 'attendance.save',
	params: ['eventId'],
	input: rollCallInput,
	async work({
		actor,
		params: { eventId },
		input: { attendance, results, round, untouched },
		transaction,
		context,
	}): Promise<Attendance[]> {
		await markPlayers(eventId, attendance, context, { round, untouched });
		for (const { group_id: groupId, winner } of results) {
			const name = await saveWinner({ eventId, groupId, winner }, context);
			if (name === null) throw conflict(RESULT_TEXTS.changed);
		}
		const players = await rows<PlayerRow>(SELECT_PLAYERS, { eventId }, transaction);
		return players.filter((player) => mayMark(actor, player)).flatMap(({ state }) => state ?? []);
	},
});

/**
 * Marks the players of the actor's groups that have no mark yet as present, as the button of the direct message asks
 * (`listConfirmed`). Returns how many. Throws Refusal 'missing' (404) when no such event exists, 'conflict' (409) before the
 * start, after 26 weeks, and for a cancelled event.
 */
export const confirmAttendance = defineChange({
	allow: 'attendance.save',
	params: ['eventId'],
	async work({
		actor,
		params: { eventId },
		transaction,
		context,
	}): Promise<{ title: string; players: number }> {
		const { title } = await lockEvent(eventId, transaction, 'SHARE');
		const all = await rows<PlayerRow>(SELECT_PLAYERS, { eventId }, transaction);
		const earlier = await rows<EarlierGroup>(SELECT_EARLIER_GROUPS, { eventId }, transaction);
		const confirmed = listConfirmed(all, earlier, actor.id);
		const unmarked = confirmed.filter((player) => player.state === null && mayMark(actor, player));
		const marks = unmarked.map(({ user_id }) => ({ user_id, state: 'present' as const }));
		await markPlayers(eventId, marks, context);
		return { title, players: marks.length };
	},
});

async function markPlayers(
	eventId: string,
	attendance: z.output<typeof attendanceInput>['attendance'],
	context: ChangeContext,
	form?: Pick<z.output<typeof rollCallInput>, 'round' | 'untouched'>,
): Promise<void> {
	const { actor, now, transaction } = context;
	const event = await lockEvent(eventId, transaction, 'SHARE');
	const all = await rows<PlayerRow>(`${SELECT_PLAYERS} FOR KEY SHARE OF u`, { eventId }, transaction);
	const players = new Map(all.map((player) => [player.user_id, player]));
	// The form also has the results of earlier rounds, and a storyteller of these may have no players to mark now.
	const earlier = form ? await rows<EarlierGroup>(SELECT_EARLIER_GROUPS, { eventId }, transaction) : [];
	const runsGroup = [...all, ...earlier].some((group) => mayMark(actor, group));
	if (!runsGroup && !can(actor, 'attendance.save', {})) throw denied();
	const problem = findRollCallProblem(event, now);
	if (problem) throw conflict(problem);
	// Groups keep their ids from round to round, so the results of the form would be saved for another game.
	if (form?.round !== undefined && form.round !== getCurrentRound(earlier))
		throw conflict(RESULT_TEXTS.changed);
	const fields: FieldErrors = {};
	for (const [index, { user_id }] of attendance.entries()) {
		const player = players.get(user_id);
		if (!player) fields[`attendance.${index}.user_id`] = [ATTENDANCE_TEXTS.unknownPlayer];
		else if (!mayMark(actor, player)) throw denied();
	}
	if (Object.keys(fields).length > 0) throw invalid(fields);
	const entries = attendance.map(({ user_id, state }) => ({
		user_id,
		state: toSavedState(state, players.get(user_id)?.was_asked === true),
	}));
	const untouched = entries.map(({ user_id }) => user_id).filter((id) => form?.untouched?.includes(id));
	const changed = await selectColumn<Attendance>(
		markUnnamed(`INSERT INTO attendance AS a (event_id, user_id, state)
		SELECT :eventId, n.user_id, n.state FROM jsonb_to_recordset(:entries::jsonb) AS n(user_id bigint, state text)
		ORDER BY n.user_id ON CONFLICT (event_id, user_id) DO UPDATE SET state = excluded.state
		WHERE a.state <> excluded.state AND NOT a.user_id = ANY(:untouched::bigint[]) RETURNING a.state`),
		{ eventId: event.id, entries: JSON.stringify(entries), untouched },
		transaction,
	);
	if (changed.length > 0) {
		const absent = changed.filter((state) => state === 'absent').length;
		const detail = { players: changed.length, absent };
		await recordAudit('attendance.save', { type: 'event', id: event.id }, context, detail);
	}
}

const mayMark = (actor: Actor, { storyteller_ids }: Pick<PlayerRow, 'storyteller_ids'>): boolean =>
	can(actor, 'attendance.save', { isStoryteller: storyteller_ids.includes(actor.id) });

async function selectEntries(
	actor: Actor,
	eventId: string,
	transaction?: Transaction,
): Promise<AttendanceView> {
	const found = await rows<{ user_id: string; state: Attendance; storyteller_ids: string[] }>(
		`SELECT a.user_id::text, a.state, coalesce(p.storyteller_ids, ${STORYTELLER_IDS}) AS storyteller_ids FROM attendance a
			LEFT JOIN group_players gp ON gp.event_id = a.event_id AND gp.user_id = a.user_id
			LEFT JOIN groups g ON g.id = gp.group_id
			${buildLastPlayedSql('a')}
		WHERE a.event_id = :eventId ORDER BY a.user_id`,
		{ eventId },
		transaction,
	);
	return found
		.filter((entry) => entry.user_id === actor.id || mayMark(actor, entry))
		.map(({ user_id, state }) => ({ user_id, state }));
}

/**
 * Deletes the entries of events of more than 26 weeks before `now`, and counts the nights that their players attended.
 * Returns how many entries.
 */
export async function deleteOldAttendance(now: Date): Promise<number> {
	const count = await selectValue<number>(
		`WITH old AS (DELETE FROM attendance a USING events e WHERE e.id = a.event_id AND e.date <= :before
				RETURNING a.user_id, a.state),
			locked AS (SELECT u.id FROM users u WHERE u.id IN (SELECT user_id FROM old) ORDER BY u.id FOR NO KEY UPDATE),
			counted AS (UPDATE users u SET nights_attended = u.nights_attended + n.nights
				FROM (SELECT user_id, count(*)::int AS nights FROM old WHERE state = ANY(:attended::text[])
					GROUP BY user_id) n
				WHERE u.id = n.user_id AND u.id IN (SELECT id FROM locked))
		SELECT count(*)::int AS count FROM old`,
		{ before: getOldestKept(now), attended: ATTENDED },
	);
	return count ?? 0;
}
