import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { execute, one, rows } from '~/database/sql.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { AUTO_SPLIT_SETTING, readAutoSplitConfig } from '~/domain/groups/config.ts';
import { DAY_MS } from '~/domain/limits.ts';
import {
	countPlaces,
	NO_PLACE,
	type PlaceEntry,
	type PlaceState,
	settlePlaces,
} from '~/domain/places/places.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { findQuietEnd } from '~/domain/users/quiet-hours.ts';
import type { QuietHours } from '~/domain/users/reminders.ts';
import { GETS_MESSAGES, WITHOUT_DELETED_USERS } from '../kernel/recipients.ts';

type EventRow = {
	capacity: number | null;
	date: Date;
	status: EventStatus;
	storytellers: number;
	config: string | null;
};

/** A signup as its place is decided, with its user. */
export type PlacedSignup = PlaceEntry & { userId: string };

type SignupRow = PlaceState & {
	id: string;
	userId: string;
	status: SignupStatus;
	isStoryteller: boolean;
	createdAt: Date;
	updatedAt: Date;
	getsMessages: boolean;
	quietHours: QuietHours | null;
};

const SELECT_SIGNUPS = `SELECT s.id::text, s.user_id::text AS "userId", s.status, s.place, s.asked_at AS "askedAt",
		s.passed_at AS "passedAt", s.offered_at AS "offeredAt", s.offer_expires_at AS "offerExpiresAt",
		s.created_at AS "createdAt", s.updated_at AS "updatedAt", u.quiet_hours AS "quietHours",
		${GETS_MESSAGES} AS "getsMessages",
		EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = s.event_id AND es.user_id = s.user_id) AS "isStoryteller"
	FROM signups s JOIN users u ON u.id = s.user_id WHERE s.event_id = :eventId`;

/**
 * Brings the places of an event up to date at `now`, in the transaction: who asked gets one or waits, and free ones go to
 * those who wait, with messages. `change` may first change the places of single signups; it may throw a Refusal. The
 * event stays locked until the end, so that of two who ask for the last place one gets it. Returns the signups with their
 * places, or null for an event that does not exist.
 */
export async function settleEvent(
	{ eventId, now }: { eventId: string; now: Date },
	transaction: Transaction,
	change?: (signups: PlacedSignup[], places: number | null) => void,
): Promise<PlacedSignup[] | null> {
	const event = await one<EventRow>(
		`SELECT e.capacity, e.date, e.status,
			(SELECT count(*)::int FROM event_storytellers es WHERE es.event_id = e.id) AS storytellers,
			(SELECT value FROM settings WHERE key = :configKey) AS config
		FROM events e WHERE e.id = :eventId FOR NO KEY UPDATE OF e`,
		{ eventId, configKey: AUTO_SPLIT_SETTING },
		transaction,
	);
	if (!event) return null;
	const found = await rows<SignupRow>(SELECT_SIGNUPS, { eventId }, transaction);
	const saved = found.map(({ getsMessages, quietHours, ...signup }) => ({
		...signup,
		canBeAsked: getsMessages && findQuietEnd(now, quietHours) === null,
	}));
	const places = toPlaces(event);
	const settle = (signups: readonly PlacedSignup[]) =>
		places === null
			? { entries: signups.map((signup) => ({ ...signup, ...NO_PLACE })), messages: [] }
			: settlePlaces(signups, { places, startsAt: event.date, isActive: event.status === 'active' }, now);
	const first = settle(saved);
	change?.(first.entries, places);
	const { entries, messages } = change ? settle(first.entries) : first;
	const before = new Map(saved.map((signup) => [signup.id, JSON.stringify(toColumns(signup))]));
	const changed = entries.map(toColumns).filter((row) => before.get(row.id) !== JSON.stringify(row));
	if (changed.length > 0) await savePlaces(changed, transaction);
	const told = [...first.messages, ...(change ? messages : [])];
	for (const kind of ['placed', 'offered'] as const) {
		const ids = told.filter((message) => message.kind === kind).map(({ id }) => id);
		if (ids.length > 0) await planMessages({ eventId, kind, ids, now }, transaction);
	}
	return entries;
}

const toPlaces = ({ capacity, storytellers, config }: EventRow): number | null =>
	countPlaces(capacity === 0 ? 'storytellers' : capacity, {
		...{ storytellers, maxPlayersPerGroup: readAutoSplitConfig(config).maxPlayersPerGroup },
	});

const toColumns = ({ id, place, askedAt, passedAt, offeredAt, offerExpiresAt }: PlacedSignup) => ({
	...{ id, place, asked_at: askedAt, passed_at: passedAt, offered_at: offeredAt },
	offer_expires_at: offerExpiresAt,
});

/** Saves changed places. A creator's reason ends with the place that it explains. */
async function savePlaces(changed: readonly ReturnType<typeof toColumns>[], transaction: Transaction) {
	await execute(
		`UPDATE signups s SET place = c.place, asked_at = c.asked_at, passed_at = c.passed_at,
			offered_at = c.offered_at, offer_expires_at = c.offer_expires_at,
			place_reason = CASE WHEN s.place IS NOT DISTINCT FROM c.place THEN s.place_reason END
		FROM jsonb_to_recordset(:changed::jsonb) AS c(id bigint, place text, asked_at timestamptz,
			passed_at timestamptz, offered_at timestamptz, offer_expires_at timestamptz)
		WHERE s.id = c.id`,
		{ changed: JSON.stringify(changed) },
		transaction,
	);
}

/** Plans a message to each of these signups' users. News of an earlier place that was not sent yet is dropped. */
async function planMessages(
	message: { eventId: string; kind: 'placed' | 'offered'; ids: readonly string[]; now: Date },
	transaction: Transaction,
): Promise<void> {
	await execute(
		`UPDATE direct_messages d SET state = 'dropped', leased_until = NULL FROM signups s
		WHERE s.id = ANY(:ids::bigint[]) AND d.event_id = s.event_id AND d.user_id = s.user_id
			AND d.state = 'pending' AND d.kind IN ('placed', 'offered')`,
		message,
		transaction,
	);
	await execute(
		`INSERT INTO direct_messages (user_id, event_id, kind, event_date, due_at, created_at)
		SELECT u.id, e.id, :kind, e.date, :now::timestamptz, :now
		FROM signups s JOIN users u ON u.id = s.user_id JOIN events e ON e.id = s.event_id
		WHERE s.id = ANY(:ids::bigint[]) AND ${GETS_MESSAGES} ORDER BY s.asked_at, u.id ${WITHOUT_DELETED_USERS}`,
		message,
		transaction,
	);
}

/** Runs `settleEvent` in its own transaction. Call it after a change of the event's signups has committed. */
export const settleAfterChange = (eventId: string, now: Date): Promise<PlacedSignup[] | null> =>
	inTransaction((transaction) => settleEvent({ eventId, now }, transaction));

/**
 * Settles the places of all events whose signups, storytellers or offers have changed by other ways or with the time, and
 * returns how many places have changed. A crash between a signup and its place is repaired here too.
 */
export async function settleDueEvents(now: Date): Promise<number> {
	const due = await rows<{ id: string }>(
		`SELECT e.id::text FROM events e WHERE e.status = 'active' AND e.date > :earliest
			AND CASE WHEN e.capacity IS NULL
				THEN EXISTS (SELECT FROM signups s WHERE s.event_id = e.id AND s.place IS NOT NULL)
				ELSE EXISTS (SELECT FROM signups s WHERE s.event_id = e.id AND (s.place IN ('waiting', 'offered')
					OR (s.place IS NOT NULL) <> (s.status IN ('confirmed', 'late') AND NOT EXISTS (
						SELECT FROM event_storytellers es WHERE es.event_id = e.id AND es.user_id = s.user_id))))
				END`,
		{ earliest: new Date(now.getTime() - DAY_MS) },
	);
	for (const { id } of due) await settleAfterChange(id, now);
	return due.length;
}
