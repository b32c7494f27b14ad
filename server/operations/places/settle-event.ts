import type { Transaction } from 'sequelize';
import type { Event } from '~/database/models/index.ts';
import { execute, one, rows, selectColumn, selectValue } from '~/database/sql.ts';
import { AUTO_SPLIT_SETTING, readAutoSplitConfig } from '~/domain/groups/config.ts';
import {
	countWantedStandbys,
	type DecisionStep,
	type DueEntry,
	decide,
	findNextSettlement,
	getDecisionAfterReinstating,
} from '~/domain/places/decision.ts';
import { countPlaces, isTaken, type Settled, settlePlaces, takesPlace } from '~/domain/places/places.ts';
import { callStandbys, canBeCalled } from '~/domain/places/standbys.ts';
import { describeTooFew } from '~/domain/places/texts.ts';
import { DEPARTURE_MS } from '~/domain/users/membership.ts';
import { findQuietEnd } from '~/domain/users/quiet-hours.ts';
import type { QuietHours } from '~/domain/users/reminders.ts';
import { buildHasLeftSql } from '../../wire/users.ts';
import { IS_LEAVING, readDepartures } from '../kernel/departures.ts';
import { lockEventIfExists } from '../kernel/lock-event.ts';
import { buildReached, planMessage } from '../kernel/recipients.ts';
import { renewMirrors } from '../mirror/index.ts';

/** A signup as its place is decided, with its user. */
export type PlacedSignup = DueEntry & { userId: string };

type PlaceRow = Omit<PlacedSignup, 'canBeAsked' | 'quietEnd'> & {
	getsMessages: boolean;
	quietHours: QuietHours | null;
	/** Whether the user's departure may have taken effect, although the job has not saved it yet. */
	isLeaving: boolean;
};

/**
 * SQL for when a signup asks for a place: `column`, or when its user has last returned to the server. SQL of the columns
 * of signups `s` with their users `u`.
 */
export const buildAskedSql = (column: 'created_at' | 'updated_at'): string =>
	`greatest(s.${column}, u.returned_at)`;
/** SQL for whether the departure of the user `u` may have taken effect by `:departed`, and is not saved yet. */
export const MAY_HAVE_LEFT = `(${IS_LEAVING} AND u.membership_lost_at <= :departed)`;
/** Returns the binds of `MAY_HAVE_LEFT`. */
export const toDeparted = (now: Date) => ({ departed: new Date(now.getTime() - DEPARTURE_MS) });

/**
 * The start of a statement that reads what the places of the locked event `:eventId` depend on. What has changed until it
 * reads is due no more; what commits later still is.
 */
export const FORGET_CHANGES =
	"WITH noted AS (DELETE FROM places_due WHERE event_id = :eventId AND due_at = '-infinity')";

/** A user who has removed their signup and signs up again was asked when a message last offered them a place. */
const SELECT_SIGNUPS = `${FORGET_CHANGES} SELECT s.id::text, s.user_id::text AS "userId", s.status, s.place, s.asked_at AS "askedAt",
		s.passed_at AS "passedAt", s.offer_expires_at AS "offerExpiresAt", s.standby,
		s.lost_by AS "lostBy", s.lost_at AS "lostAt",
		coalesce(s.offered_at, asked.at) AS "offeredAt",
		${buildAskedSql('created_at')} AS "createdAt", ${buildAskedSql('updated_at')} AS "updatedAt",
		${buildHasLeftSql('u')} AS "hasLeft", ${MAY_HAVE_LEFT} AS "isLeaving", u.quiet_hours AS "quietHours",
		${buildReached('s.event_id')} AS "getsMessages",
		EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = s.event_id AND es.user_id = s.user_id) AS "isStoryteller"
	FROM signups s JOIN users u ON u.id = s.user_id
	LEFT JOIN (SELECT user_id, max(created_at) AS at FROM direct_messages
		WHERE event_id = :eventId AND kind IN ('offered', 'standby') GROUP BY user_id) asked ON asked.user_id = s.user_id
	WHERE s.event_id = :eventId`;

type Plan = { places: number | null; isActive: boolean };

type Settlement = {
	event: Event;
	now: Date;
	/** May give places before those who wait get any. */
	prepare?: (signups: PlacedSignup[], plan: Plan) => PlacedSignup[];
	/** May then change single signups and throw a Refusal. */
	change?: (signups: PlacedSignup[], places: number | null) => void;
};

/**
 * Brings the places of a locked event up to date at `now`, in the transaction: who asked gets one or waits, free ones go to
 * those who wait, it is decided whether the event takes place, and standbys are asked, all with messages. Returns the
 * signups with their places. Nothing else gives or takes places, but for `settleNewcomers`, its short form. A change that is
 * not settled at once is noted by a trigger, and settled by `settleDueEvents`.
 */
export async function settleEvent(
	{ event, now, prepare, change }: Settlement,
	transaction: Transaction,
): Promise<PlacedSignup[]> {
	const { id: eventId } = event;
	const found = await rows<PlaceRow>(SELECT_SIGNUPS, { eventId, ...toDeparted(now) }, transaction);
	const isAnyLeaving = found.some(({ isLeaving }) => isLeaving);
	const departed = isAnyLeaving ? (await readDepartures(now, transaction)).left : [];
	const saved = found.map(({ getsMessages, quietHours, isLeaving, ...signup }) => {
		const quietEnd = getsMessages ? findQuietEnd(now, quietHours) : null;
		const hasLeft = signup.hasLeft || (isLeaving && departed.includes(signup.userId));
		return { ...signup, hasLeft, quietEnd, canBeAsked: getsMessages && quietEnd === null };
	});
	const places = await countEventPlaces(event, transaction);
	const plan = toPlan(event, places);
	const messages: Settled<PlacedSignup>['messages'] = [];
	const settle = (signups: readonly PlacedSignup[]) => {
		const settled = settlePlaces(signups, plan, now);
		messages.push(...settled.messages);
		return settled.entries;
	};
	let entries = settle(prepare ? prepare(saved, plan) : saved);
	if (change) {
		change(entries, places);
		entries = settle(entries);
	}
	const players = countPlayers(entries, places);
	const decided = decide(plan, { players, standbys: entries.filter(canBeCalled).length }, now);
	const wanted = decided.step === 'cancel' ? 0 : countWanted({ ...plan, ...decided, players }, entries, now);
	const called = callStandbys(entries, { ...plan, wanted }, now);
	messages.push(...called.messages);
	await saveDecision({ event, decided, players, now }, transaction);
	const before = new Map(saved.map((signup) => [signup.id, signup]));
	const changed = called.entries.filter((entry) => hasChanged(entry, before.get(entry.id)));
	if (changed.length > 0) await savePlaces(changed, transaction);
	for (const kind of ['placed', 'offered', 'standby'] as const) {
		const ids = messages.filter((message) => message.kind === kind).map(({ id }) => id);
		if (ids.length > 0) await tellOfPlaces({ eventId, kind, ids, now }, transaction);
	}
	const isActive = plan.isActive && decided.step !== 'cancel';
	const dueAt = findNextSettlement(called.entries, { ...plan, isActive }, now);
	await execute(
		`WITH earlier AS (DELETE FROM places_due WHERE event_id = :eventId AND due_at > '-infinity')
		INSERT INTO places_due (event_id, due_at) SELECT :eventId::bigint, :dueAt::timestamptz
		WHERE :dueAt::timestamptz IS NOT NULL`,
		{ eventId, dueAt },
		transaction,
	);
	return called.entries;
}

/** Saves the decision about an event that was cancelled and is active again, in the transaction that made it so. */
export async function saveDecisionAfterReinstating(
	eventId: string,
	now: Date,
	transaction: Transaction,
): Promise<void> {
	const event = await lockEventIfExists(eventId, transaction, 'NO_KEY_UPDATE');
	if (!event) return;
	const decision = getDecisionAfterReinstating(toPlan(event, null), now);
	if (decision === event.decision) return;
	await execute(
		'UPDATE events SET decision = :decision WHERE id = :eventId',
		{ eventId, decision },
		transaction,
	);
}

/**
 * Returns how many places a locked event has; null without a limit. It is read after the lock: the statement that waits
 * for the lock would count the storytellers of before.
 */
export async function countEventPlaces(
	{ id: eventId, capacity }: Event,
	transaction: Transaction,
): Promise<number | null> {
	if (capacity !== 0) return capacity;
	const row = await one<{ storytellers: number; config: string | null }>(
		`SELECT (SELECT count(*)::int FROM event_storytellers es WHERE es.event_id = :eventId) AS storytellers,
			(SELECT value FROM settings WHERE key = :configKey) AS config`,
		{ eventId, configKey: AUTO_SPLIT_SETTING },
		transaction,
	);
	const { maxPlayersPerGroup } = readAutoSplitConfig(row?.config ?? null);
	return countPlaces('storytellers', { storytellers: row?.storytellers ?? 0, maxPlayersPerGroup });
}

/** Returns what decides about an event with so many places. A spread would not have the columns of a model. */
const toPlan = (event: Event, places: number | null) => ({
	places,
	startsAt: event.date,
	isActive: event.status === 'active',
	minimumPlayers: event.minimumPlayers,
	decideMinutes: event.decideMinutes,
	onTooFew: event.onTooFew,
	decision: event.decision,
	isCalled: event.standbysCalled,
});

/** Returns how many play: those with a place, or without a capacity all who have signed up. */
const countPlayers = (entries: readonly PlacedSignup[], places: number | null): number =>
	entries.filter((entry) => (places === null ? takesPlace(entry) : entry.place === 'placed')).length;

function countWanted(
	{ places, startsAt, ...event }: ReturnType<typeof toPlan> & { players: number },
	entries: readonly PlacedSignup[],
	now: Date,
): number {
	const line = entries.filter((entry) => takesPlace(entry) && entry.place !== 'placed');
	const taken = entries.filter((entry) => takesPlace(entry) && isTaken(entry)).length;
	const free = places === null ? null : line.length > 0 ? 0 : Math.max(0, places - taken);
	return countWantedStandbys({ ...event, free, leftMs: startsAt.getTime() - now.getTime() });
}

type Decided = { event: Event; decided: DecisionStep; players: number; now: Date };

/** Saves the decision, and asks the creator or cancels the event. Everyone with a signup is told of a cancellation. */
async function saveDecision(
	{ event, decided, players, now }: Decided,
	transaction: Transaction,
): Promise<void> {
	const { id: eventId } = event;
	const { decision, step } = decided;
	if (decision === event.decision) return;
	const reason = describeTooFew(players, event.minimumPlayers ?? 0);
	const creatorId = await selectValue(
		`UPDATE events SET decision = :decision
			${step === 'cancel' ? `, status = 'cancelled', cancel_reason = :reason, version = version + 1, updated_at = :now` : ''}
		WHERE id = :eventId RETURNING creator_id::text`,
		{ eventId, decision, ...(step === 'cancel' ? { reason, now } : {}) },
		transaction,
	);
	if (step === 'cancel') await renewMirrors([eventId], transaction, now);
	if (step !== 'ask' || !creatorId) return;
	await planMessage({ kind: 'too_few', eventId, userIds: [creatorId], now }, transaction);
}

const STATE = ['place', 'askedAt', 'passedAt', 'offeredAt', 'offerExpiresAt', 'lostBy', 'lostAt'] as const;

const hasChanged = (entry: PlacedSignup, before: PlacedSignup | undefined): boolean =>
	STATE.some((name) => entry[name]?.valueOf() !== before?.[name]?.valueOf());

/** Saves changed places. A creator's reason ends with the place that it explains. */
async function savePlaces(changed: readonly PlacedSignup[], transaction: Transaction) {
	await execute(
		`UPDATE signups s SET place = c.place, asked_at = c."askedAt", passed_at = c."passedAt",
			offered_at = c."offeredAt", offer_expires_at = c."offerExpiresAt", lost_by = c."lostBy", lost_at = c."lostAt",
			place_reason = CASE WHEN s.place IS NOT DISTINCT FROM c.place THEN s.place_reason END
		FROM jsonb_to_recordset(:changed::jsonb) AS c(id bigint, place text, "askedAt" timestamptz,
			"passedAt" timestamptz, "offeredAt" timestamptz, "offerExpiresAt" timestamptz, "lostBy" text, "lostAt" timestamptz)
		WHERE s.id = c.id`,
		{ changed: JSON.stringify(changed) },
		transaction,
	);
}

/** The messages about a place. A later one replaces those that were not sent yet. */
const PLACE_MESSAGES = ['placed', 'offered', 'standby', 'moved_to_waitlist'] as const;

/** Tells the users of these signups about their place; what was not sent yet about an earlier one is dropped. */
export async function tellOfPlaces(
	message: { eventId: string; kind: (typeof PLACE_MESSAGES)[number]; ids: readonly string[]; now: Date },
	transaction: Transaction,
): Promise<void> {
	await execute(
		`UPDATE direct_messages d SET state = 'dropped', leased_until = NULL FROM signups s
		WHERE s.id = ANY(:ids::bigint[]) AND d.event_id = s.event_id AND d.user_id = s.user_id
			AND d.state = 'pending' AND d.kind = ANY(:kinds::text[])`,
		{ ...message, kinds: PLACE_MESSAGES },
		transaction,
	);
	const userIds = await selectColumn(
		'SELECT s.user_id::text AS id FROM signups s WHERE s.id = ANY(:ids::bigint[]) ORDER BY s.asked_at, s.id',
		message,
		transaction,
	);
	await planMessage({ ...message, userIds }, transaction);
}
