import type { Transaction } from 'sequelize';
import { inTransaction, isDatabaseDown } from '~/database/connection.ts';
import type { Event } from '~/database/models/index.ts';
import { execute, rows, selectColumn } from '~/database/sql.ts';
import { type Place, type PlaceEntry, placeNewcomer, takesPlace } from '~/domain/places/places.ts';
import { log } from '../../log.ts';
import { buildHasLeftSql } from '../../wire/users.ts';
import { lockEventIfExists } from '../kernel/lock-event.ts';
import {
	buildAskedSql,
	countEventPlaces,
	FORGET_CHANGES,
	MAY_HAVE_LEFT,
	settleEvent,
	toDeparted,
} from './settle-event.ts';

/** Signups of an event that are the same in all that their places depend on; one without a place is alone. */
type Group = Pick<PlaceEntry, 'status' | 'place' | 'standby' | 'isStoryteller' | 'hasLeft'> & {
	count: number;
	/** Whether the departure of one of them may have taken effect, although it is not saved yet. */
	mayHaveLeft: boolean;
	/** The signup without a place; null for those with one. */
	id: string | null;
};

/**
 * Gives those who ask their places when nothing else can change with that, which spares reading all signups. Returns
 * whether that was so. The event must be locked.
 */
async function settleNewcomers(event: Event, now: Date, transaction: Transaction): Promise<boolean> {
	const { id: eventId } = event;
	if (event.minimumPlayers !== null || event.capacity === null) return false;
	const groups = await rows<Group>(
		`${FORGET_CHANGES} SELECT s.status, s.place, s.standby, es.user_id IS NOT NULL AS "isStoryteller", ${buildHasLeftSql('u')} AS "hasLeft",
			bool_or(${MAY_HAVE_LEFT}) AS "mayHaveLeft", count(*)::int AS count,
			(CASE WHEN s.place IS NULL THEN s.id END)::text AS id
		FROM signups s JOIN users u ON u.id = s.user_id
		LEFT JOIN event_storytellers es ON es.event_id = s.event_id AND es.user_id = s.user_id
		WHERE s.event_id = :eventId
		GROUP BY 1, 2, 3, 4, 5, CASE WHEN s.place IS NULL THEN s.id END
		ORDER BY min(${buildAskedSql('updated_at')}), min(s.id)`,
		{ eventId, ...toDeparted(now) },
		transaction,
	);
	// Offers, standbys who can be asked, departures, and places of users who need none.
	const changesOthers = (one: Group) =>
		one.place === 'offered' || one.standby || one.mayHaveLeft || (one.place !== null && !takesPlace(one));
	if (groups.some(changesOthers)) return false;
	const count = (place: Place) => groups.reduce((sum, one) => sum + (one.place === place ? one.count : 0), 0);
	let [placed, waiting] = [count('placed'), count('waiting')];
	const places = (await countEventPlaces(event, transaction)) ?? 0;
	const asking = groups.flatMap((one) => (one.id !== null && takesPlace(one) ? [one.id] : []));
	if (waiting > 0 && placed < places) return false;
	const given: string[] = [];
	for (const _ of asking) {
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
		{ ids: asking, given },
		transaction,
	);
	return true;
}

/** Settles the places of an event in its own transaction. Call it after a change of the event's signups has committed. */
export const settleAfterChange = (eventId: string, now: Date): Promise<unknown> =>
	inTransaction(async (transaction) => {
		const event = await lockEventIfExists(eventId, transaction, 'NO_KEY_UPDATE');
		if (!event || (await settleNewcomers(event, now, transaction))) return;
		await settleEvent({ event, now }, transaction);
	});

/**
 * Settles the places of all events that are due: something has changed by another way than the requests that settle at
 * once, a process ended between a signup and its place, or a time has come. What is due is in the table `places_due`:
 * triggers note each change of what places depend on, and each settlement notes when the next one is due by time. An
 * event that cannot be settled stops no other.
 */
export async function settleDueEvents(now: Date): Promise<void> {
	const due = await selectColumn(
		'SELECT DISTINCT event_id::text AS id FROM places_due WHERE due_at <= :now',
		{ now },
	);
	for (const eventId of due)
		await settleOneOfMany(eventId, async (event, transaction) => {
			// Another process may have settled it meanwhile.
			const own = 'DELETE FROM places_due WHERE event_id = :eventId AND due_at <= :now';
			if ((await execute(own, { eventId, now }, transaction)) > 0 && event)
				await settleEvent({ event, now }, transaction);
		});
}

/** SQL for the times from which `settleDueEvents` finds an event. */
export const PLACES_TIMES = 'SELECT due_at FROM places_due';

/**
 * Settles the coming events of these users that limit or need players. Call it when they have left or are back. An event
 * that cannot be settled stops no other; the loop settles it again.
 */
export async function settleEventsOfUsers(userIds: readonly string[], now: Date): Promise<void> {
	const found = await selectColumn(
		`SELECT e.id::text FROM events e WHERE e.status = 'active' AND e.date > :now
			AND (e.capacity IS NOT NULL OR e.minimum_players IS NOT NULL OR e.standbys_called)
			AND EXISTS (SELECT FROM signups s WHERE s.event_id = e.id AND s.user_id = ANY(:userIds::bigint[]))
		ORDER BY e.date, e.id`,
		{ userIds, now },
	);
	for (const eventId of found)
		await settleOneOfMany(
			eventId,
			async (event, transaction) => event && settleEvent({ event, now }, transaction),
		);
}

async function settleOneOfMany(
	eventId: string,
	settle: (event: Event | null, transaction: Transaction) => Promise<unknown>,
): Promise<void> {
	try {
		await inTransaction(async (transaction) =>
			settle(await lockEventIfExists(eventId, transaction, 'NO_KEY_UPDATE'), transaction),
		);
	} catch (error) {
		if (isDatabaseDown(error)) throw error;
		log().error({ eventId, err: error }, 'settling the places of an event failed');
	}
}

/** Returns whether a change of an event's signups changes places: it limits or lacks players. */
export const needsSettling = ({ capacity, decision }: Pick<Event, 'capacity' | 'decision'>): boolean =>
	capacity !== null || decision === 'pending';
