import { z } from 'zod';
import { markUnnamed, one, rows } from '~/database/sql.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import type { Nights } from '~/domain/groups/attendance.ts';
import type { PlayedGame } from '~/domain/groups/result.ts';
import { HISTORY_SHOWN } from '~/domain/limits.ts';
import type { ListedSignup, SignupHistoryView } from '~/domain/signups/schema.ts';
import { getStanding, type PlacesOfEvent, type Standing } from '~/domain/signups/standing.ts';
import { mapStatuses, type SignupTally } from '~/domain/signups/statuses.ts';
import type { StayEvent } from '~/domain/signups/stay.ts';
import { buildPlayedSql } from '../../wire/groups.ts';
import { EVENT_PLACES, type PlacesRow, toPlacesView } from '../../wire/places.ts';
import { NIGHTS_ATTENDED, RUNS_EVENT } from '../../wire/seat-sql.ts';
import {
	countByStatus,
	IS_WAITING,
	LISTED_SIGNUP_COLUMNS,
	type ListedSignupRow,
	SIGNUP_COLUMNS,
	type SignupHistoryRow,
	toListedSignup,
	toSignupHistoryView,
} from '../../wire/signups.ts';
import { defineOperation, getRow, isId } from '../kernel/operation.ts';

/** Returns the actor's own signups, latest event first (GET /api/events/user/signups). */
export const listOwnSignups = defineOperation({
	allow: 'signups.listOwn',
	readsReplica: true,
	async handle({ actor }): Promise<SignupHistoryView[]> {
		const found = await rows<SignupHistoryRow>(
			`SELECT ${SIGNUP_COLUMNS}, e.title, e.date, e.location
			FROM signups s JOIN users u ON u.id = s.user_id JOIN events e ON e.id = s.event_id
			WHERE s.user_id = :userId ORDER BY e.date DESC, s.id DESC`,
			{ userId: actor.id },
		);
		return found.map((row) => toSignupHistoryView(row, actor));
	},
});

/** The games of the signup `s` that have a script or a result, in the order of the rounds. */
const PLAYED_GAMES = `coalesce((SELECT json_agg(json_build_object('script', p.script, 'winner', p.winner) ORDER BY p.round NULLS LAST)
	FROM ${buildPlayedSql('s.event_id', 's.user_id')} p WHERE p.script IS NOT NULL OR p.winner IS NOT NULL), '[]')`;

export type OwnHistory = {
	/** The page that was asked for, each with what the user's groups played. */
	signups: (SignupHistoryView & { games: PlayedGame[]; standing: Standing })[];
	/** How many signups of the actor are listed under each status, and how many there are in total. */
	tally: SignupTally;
	/** How many signups are from before the first sign-in and not linked yet. */
	unlinked: number;
	nights: Nights;
};

/** From this number on, the plan for the history depends on the user. */
const MANY_SIGNUPS = 1_000;

/** Returns a page of the actor's own signups, latest event first, and the counts of all of them, for the profile. */
export const readOwnHistory = defineOperation({
	allow: 'signups.listOwn',
	readsReplica: true,
	input: z.object({ limit: z.int().min(1), offset: z.int().min(0).default(0) }),
	async handle({ actor, input }): Promise<OwnHistory> {
		const counts = await one<SignupTally & Nights & { unlinked: number }>(
			`SELECT ${countByStatus('', (status) => `s.status = '${status}' AND NOT ${IS_WAITING}`)}, count(*)::int AS total,
				(SELECT count(*)::int FROM signups WHERE user_id = :userId AND linked_at IS NULL) AS unlinked,
				(SELECT ${NIGHTS_ATTENDED} FROM users u WHERE u.id = :userId) AS attended,
				(SELECT count(*)::int FROM (SELECT g.event_id FROM groups g WHERE g.storyteller_id = :userId
						UNION SELECT c.event_id FROM group_co_storytellers c WHERE c.user_id = :userId
						UNION SELECT g.event_id FROM played_groups g JOIN played_seats ps ON ps.group_id = g.id
						WHERE ps.user_id = :userId AND ps.position IS NULL) g
					JOIN events e ON e.id = g.event_id WHERE e.status = 'completed') AS told
			FROM signups s WHERE s.user_id = :userId`,
			{ userId: actor.id },
		);
		const { unlinked, attended, told, ...tally } = counts ?? {
			...mapStatuses(() => 0),
			total: 0,
			unlinked: 0,
			attended: 0,
			told: 0,
		};
		// The signups that the profile shows at first have a separate statement, because a plan for any limit would be
		// slow for them.
		const isFirst = input.limit === HISTORY_SHOWN && input.offset === 0;
		const page = isFirst ? `LIMIT ${HISTORY_SHOWN}` : 'LIMIT :limit OFFSET :offset';
		const sql = `SELECT ${SIGNUP_COLUMNS}, e.title, e.date, e.location, ${PLAYED_GAMES} AS games,
				e.status AS event_status, ${RUNS_EVENT} AS runs
			FROM signups s JOIN users u ON u.id = s.user_id JOIN events e ON e.id = s.event_id
			WHERE s.user_id = :userId ORDER BY e.date DESC, s.id DESC ${page}`;
		const found = await rows<
			SignupHistoryRow & { games: PlayedGame[]; runs: boolean; event_status: EventStatus }
		>(
			// For a user of most events, it is faster to read the latest events and look for their signups.
			!isFirst || tally.total > MANY_SIGNUPS ? markUnnamed(sql) : sql,
			{ userId: actor.id, viewer: actor.id, limit: input.limit, offset: input.offset },
		);
		return {
			signups: found.map((row) => ({
				...toSignupHistoryView(row, actor),
				games: row.games,
				standing: getStanding({
					status: row.status,
					place: row.place,
					position: row.waitlist_position,
					standby: row.standby,
					runs: row.runs,
					eventStatus: row.event_status,
				}),
			})),
			tally,
			unlinked,
			nights: { attended, told },
		};
	},
});

type FoundSignup = {
	event: {
		id: string;
		title: string;
		date: string;
		status: EventStatus;
		storytellers: { user_id: string }[];
	} & StayEvent &
		PlacesOfEvent;
	signup: ListedSignup | null;
};
type FoundRow = Omit<StayEvent, 'date'> & {
	event_id: string;
	title: string;
	date: Date;
	event_status: EventStatus;
	storytellers: { user_id: string }[];
	capacity: number | null;
	places: PlacesRow | null;
} & (ListedSignupRow | { id: null });

/**
 * Returns an event's title, date, status and places with one of its signups, which is null when it does not exist: that of
 * `signupId` or of `userId`, by default the actor's own. Throws Refusal 'missing' when no such event exists.
 */
export const findEventSignup = defineOperation({
	allow: 'events.read',
	params: ['eventId'],
	input: z.object({ signupId: z.string().optional(), userId: z.string().optional() }),
	async handle({ actor, params: { eventId }, input: { signupId, userId } }): Promise<FoundSignup> {
		const id = signupId ?? userId ?? actor.id;
		const row = await getRow<FoundRow>(
			['Event', eventId],
			`SELECT e.id AS event_id, e.title, e.date, e.duration, e.timezone, e.status AS event_status,
				e.capacity, ${EVENT_PLACES} AS places,
				coalesce((SELECT json_agg(json_build_object('user_id', st.user_id::text)) FROM event_storytellers st
					WHERE st.event_id = e.id), '[]') AS storytellers, ${LISTED_SIGNUP_COLUMNS}
			FROM events e LEFT JOIN (signups s JOIN users u ON u.id = s.user_id)
				ON s.event_id = e.id AND s.${signupId === undefined ? 'user_id' : 'id'} = :id
			WHERE e.id = :eventId`,
			{ eventId, id: isId(id) ? id : 0, viewer: actor.id },
		);
		const { title, duration, timezone, storytellers, capacity } = row;
		const { places, places_taken, waitlist_count } = toPlacesView({
			capacity,
			places: row.places,
			decision: null,
		});
		return {
			event: {
				id: row.event_id,
				title,
				duration,
				timezone,
				date: row.date.toISOString(),
				status: row.event_status,
				storytellers,
				places,
				places_taken,
				waitlist_count,
			},
			signup: row.id === null ? null : toListedSignup(row, actor),
		};
	},
});
