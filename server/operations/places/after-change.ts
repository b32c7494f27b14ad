import type { Transaction } from 'sequelize';
import { inTransaction, isDatabaseDown } from '~/database/connection.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { placeNewcomer } from '~/domain/places/places.ts';
import { log } from '../../log.ts';
import { buildStatusSql, STANDBY } from '../../wire/signups.ts';
import { buildHasLeftSql } from '../../wire/users.ts';
import {
	buildAskedSql,
	countEventPlaces,
	type EventRow,
	lockEvent,
	MAY_HAVE_LEFT,
	settleEvent,
	toDeparted,
} from './settling.ts';

type Counts = {
	placed: number;
	waiting: number;
	/** The signups that ask for a place, in the order in which they asked. */
	asking: string[];
	/** Signups whose place may have to change: offers, and places of users who need none. */
	others: number;
};

/** A condition that the user of the signup `s` has left. */
const HAS_LEFT = `EXISTS (SELECT FROM users gone WHERE gone.id = s.user_id AND ${buildHasLeftSql('gone')})`;

/** A condition that the signup `s` takes a place, as `takesPlace` says. */
const TAKES_PLACE = `(${buildStatusSql('takesPlace')} AND NOT ${HAS_LEFT} AND NOT EXISTS (SELECT FROM event_storytellers es
	WHERE es.event_id = s.event_id AND es.user_id = s.user_id))`;

/**
 * Gives those who ask their places when nothing else can change with that, which spares reading all signups. Returns
 * whether that was so. The event must be locked.
 */
async function settleNewcomers(
	event: EventRow,
	{ eventId, now }: { eventId: string; now: Date },
	transaction: Transaction,
): Promise<boolean> {
	if (event.minimumPlayers !== null) return false;
	const places = await countEventPlaces(event, eventId, transaction);
	if (places === null) return false;
	const counts = await one<Counts>(
		`SELECT count(*) FILTER (WHERE s.place = 'placed')::int AS placed,
			count(*) FILTER (WHERE s.place = 'waiting')::int AS waiting,
			coalesce(array_agg(s.id::text ORDER BY ${buildAskedSql('updated_at')}, s.id)
				FILTER (WHERE s.place IS NULL AND ${TAKES_PLACE}), '{}') AS asking,
			count(*) FILTER (WHERE s.place = 'offered' OR ${MAY_HAVE_LEFT}
				OR s.place IS NOT NULL AND NOT ${TAKES_PLACE})::int AS others
		FROM signups s JOIN users u ON u.id = s.user_id WHERE s.event_id = :eventId`,
		{ eventId, ...toDeparted(now) },
		transaction,
	);
	if (!counts || counts.others > 0) return false;
	let { placed, waiting } = counts;
	if (waiting > 0 && placed < places) return false;
	const given: string[] = [];
	for (const _ of counts.asking) {
		const place = placeNewcomer({ places, placed, waiting });
		if (place === null) return false;
		if (place === 'placed') placed += 1;
		else waiting += 1;
		given.push(place);
	}
	if (given.length === 0) return true;
	await execute(
		`UPDATE signups s SET place = n.place, asked_at = ${buildAskedSql('updated_at')}
		FROM unnest(:ids::bigint[], :given::text[]) AS n (id, place), users u WHERE s.id = n.id AND u.id = s.user_id`,
		{ ids: counts.asking, given },
		transaction,
	);
	return true;
}

/** Settles the places of an event in its own transaction. Call it after a change of the event's signups has committed. */
export const settleAfterChange = (eventId: string, now: Date): Promise<unknown> =>
	inTransaction(async (transaction) => {
		const event = await lockEvent(eventId, transaction);
		if (!event || (await settleNewcomers(event, { eventId, now }, transaction))) return;
		await settleEvent({ eventId, now }, transaction);
	});

/** Conditions of the event `e`, at `:now`; `:soon` is a day later. What follows from them is decided in domain/places. */
const STARTS_LATER = 'e.date > :now';
/** `decide` may return something else: the decision is open or off, came too early for a moved date, or is due now. */
const DECISION_IS_DUE = `e.minimum_players IS NOT NULL AND ${STARTS_LATER} AND CASE coalesce(e.decision, '')
	WHEN 'pending' THEN true
	WHEN 'off' THEN true
	WHEN 'on' THEN e.date - make_interval(mins => e.decide_minutes) > :now
	ELSE e.date - make_interval(mins => e.decide_minutes) <= :now END`;
const DECISION_IS_LEFT_OVER = 'e.minimum_players IS NULL AND e.decision IS NOT NULL';
const CAN_CALL_STANDBYS = `${STARTS_LATER} AND (e.standbys_called OR e.capacity IS NOT NULL AND e.date <= :soon)
	AND EXISTS (SELECT FROM signups s WHERE s.event_id = e.id AND ${STANDBY} AND s.passed_at IS NULL AND s.offered_at IS NULL
		AND NOT ${HAS_LEFT})`;
const HAS_CALLED_STANDBYS = `${STARTS_LATER} AND EXISTS (SELECT FROM signups s
	WHERE s.event_id = e.id AND s.place IS NOT NULL AND ${buildStatusSql('canStandBy')})`;
/** The signups and their places no longer fit together, or some wait for a place. */
const PLACES_ARE_DUE = `CASE WHEN e.capacity IS NULL
	THEN EXISTS (SELECT FROM signups s
		WHERE s.event_id = e.id AND s.place IS NOT NULL AND NOT ${buildStatusSql('canStandBy')})
	ELSE EXISTS (SELECT FROM signups s WHERE s.event_id = e.id AND (s.place IN ('waiting', 'offered')
		OR NOT ${buildStatusSql('canStandBy')} AND (s.place IS NOT NULL) <> ${TAKES_PLACE}))
	END`;

/**
 * Settles the places of all events whose signups, storytellers or offers have changed by other ways or with the time. A
 * crash between a signup and its place is repaired here too. An event that cannot be settled stops no other.
 */
export async function settleDueEvents(now: Date): Promise<void> {
	const due = await rows<{ id: string; is_whole: boolean }>(
		`SELECT found.id, found.is_whole FROM (SELECT e.id::text AS id,
				(${DECISION_IS_DUE} OR ${DECISION_IS_LEFT_OVER} OR ${CAN_CALL_STANDBYS} OR ${HAS_CALLED_STANDBYS}) AS is_whole,
				${PLACES_ARE_DUE} AS is_due
			FROM events e WHERE e.status = 'active' AND e.date > :earliest) found
		WHERE found.is_whole OR found.is_due`,
		{ now, soon: new Date(now.getTime() + DAY_MS), earliest: new Date(now.getTime() - DAY_MS) },
	);
	for (const { id: eventId, is_whole } of due)
		await settleOneOfMany(eventId, () =>
			is_whole
				? inTransaction((transaction) => settleEvent({ eventId, now }, transaction))
				: settleAfterChange(eventId, now),
		);
}

/**
 * Settles the coming events of these users that limit or need players. Call it when they have left or are back. An event
 * that cannot be settled stops no other; the loop settles it again.
 */
export async function settleEventsOfUsers(userIds: readonly string[], now: Date): Promise<void> {
	const found = await rows<{ id: string }>(
		`SELECT e.id::text FROM events e WHERE e.status = 'active' AND e.date > :now
			AND (e.capacity IS NOT NULL OR e.minimum_players IS NOT NULL OR e.standbys_called)
			AND EXISTS (SELECT FROM signups s WHERE s.event_id = e.id AND s.user_id = ANY(:userIds::bigint[]))
		ORDER BY e.date, e.id`,
		{ userIds, now },
	);
	for (const { id: eventId } of found)
		await settleOneOfMany(eventId, () =>
			inTransaction((transaction) => settleEvent({ eventId, now }, transaction)),
		);
}

async function settleOneOfMany(eventId: string, settle: () => Promise<unknown>): Promise<void> {
	try {
		await settle();
	} catch (error) {
		if (isDatabaseDown(error)) throw error;
		log().error({ eventId, err: error }, 'settling the places of an event failed');
	}
}
