import type { Transaction } from 'sequelize';
import { inTransaction } from '~/database/connection.ts';
import { execute, one, rows, selectColumn } from '~/database/sql.ts';
import {
	chooseRegulars,
	findCurrentPause,
	type Regular,
	type RegularStatus,
	SERIES_TEXTS,
	type SeriesProgress,
} from '~/domain/events/series.ts';
import type { Pause } from '~/domain/events/series-rule.ts';
import { regularInput, type SeriesView } from '~/domain/events/series-schema.ts';
import { conflict, missing } from '~/domain/refusal.ts';
import { buildProgressSql, SERIES_CONTINUES } from '../../wire/event-sql.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineChange, defineOperation, getRow } from '../kernel/operation.ts';
import { planMessage } from '../kernel/recipients.ts';
import { insertSignups } from '../kernel/signup-rows.ts';
import { countEventPlaces, settleAfterChange, settleEvent } from '../places/index.ts';
import { saveOwnSignup } from './put-signup.ts';

type SeriesOfEvent = { seriesId: string | null; seriesDate: string };

/** Returns the series of an event. Throws Refusal 'missing' when no such event exists, 'conflict' when it does not repeat. */
async function findSeries(eventId: string, transaction: Transaction) {
	const event = await getRow<SeriesOfEvent>(
		['Event', eventId],
		'SELECT series_id::text AS "seriesId", series_date::text AS "seriesDate" FROM events WHERE id = :eventId',
		{ eventId },
		transaction,
	);
	const { seriesId, seriesDate } = event;
	if (!seriesId) throw conflict(SERIES_TEXTS.isNoPart);
	return { seriesId, seriesDate };
}

/**
 * Makes the actor a regular of the event's series (PUT /api/events/{id}/regular): signed up for this and all later events
 * where they have no signup and are no storyteller, and for each new event. A regular keeps their turn when the status
 * changes. Throws Refusal 'missing' when no such event exists, 'conflict' when it does not repeat.
 */
export const setRegular = defineOperation({
	allow: 'signups.setRegular',
	params: ['eventId'],
	input: regularInput,
	async handle({ actor, params: { eventId }, input: { status }, now }): Promise<{ status: RegularStatus }> {
		const signedUp = await inTransaction(async (transaction) => {
			const { seriesId, seriesDate } = await findSeries(eventId, transaction);
			// Its foreign key waits for the job, and the job for it, so that the event of this moment is not missed.
			await execute(
				`INSERT INTO series_regulars (series_id, user_id, status, created_at) VALUES (:seriesId, :userId, :status, :now)
				ON CONFLICT (series_id, user_id) DO UPDATE SET status = excluded.status`,
				{ seriesId, userId: actor.id, status, now },
				transaction,
			);
			const later = await selectColumn(
				`SELECT e.id::text FROM events e WHERE e.series_id = :seriesId AND e.series_date >= :seriesDate::date
					AND e.status = 'active' AND e.date > :now
					AND NOT EXISTS (SELECT FROM signups s WHERE s.event_id = e.id AND s.user_id = :userId)
					AND NOT EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = e.id AND es.user_id = :userId)
				ORDER BY e.id FOR SHARE OF e`,
				{ seriesId, seriesDate, userId: actor.id, now },
				transaction,
			);
			for (const id of later) {
				const request = {
					actor,
					eventId: id,
					input: { status, notes: undefined },
					source: 'webapp' as const,
					now,
				};
				await saveOwnSignup(request, transaction);
			}
			return later;
		});
		for (const id of signedUp) await settleAfterChange(id, now);
		return { status };
	},
});

/**
 * Ends that the actor is a regular of the event's series (DELETE /api/events/{id}/regular). Their signups stay. Throws
 * Refusal 'missing' when no such event exists or they are no regular, 'conflict' when the event does not repeat.
 */
export const endRegular = defineChange({
	allow: 'signups.endRegular',
	params: ['eventId'],
	async work({ actor, params: { eventId }, transaction }): Promise<{ message: string }> {
		const { seriesId } = await findSeries(eventId, transaction);
		const ended = await execute(
			'DELETE FROM series_regulars WHERE series_id = :seriesId AND user_id = :userId',
			{ seriesId, userId: actor.id },
			transaction,
		);
		if (ended === 0) throw missing('Regular signup');
		return { message: 'You are no longer signed up for new events. Your signups stay.' };
	},
});

/** Returns whether more events of a series will be created. */
export const isSeriesRunning = async (seriesId: string): Promise<boolean> =>
	(await one(`SELECT 1 FROM event_series se WHERE se.id = :seriesId AND ${SERIES_CONTINUES}`, {
		seriesId,
	})) !== null;

/** A series that the user comes to regularly; `eventId` is its next event, or the last one when all are over. */
export type OwnRegular = SeriesView & {
	pause: Pause | null;
	progress: SeriesProgress;
	eventId: string;
	title: string;
	status: RegularStatus;
};

/** Returns the series of which the actor is a regular, by title. */
export const listRegulars = defineOperation({
	allow: 'signups.listOwn',
	readsReplica: true,
	async handle({ actor, now }): Promise<OwnRegular[]> {
		const regulars = await rows<OwnRegular>(
			`SELECT se.id::text, se.rule -> 'interval_weeks' AS interval_weeks, se.rule, se.until::text, se.pause, se.title, r.status,
				e.id::text AS "eventId", ${buildProgressSql('l.date > :now')} AS progress
			FROM series_regulars r JOIN event_series se ON se.id = r.series_id
			CROSS JOIN LATERAL (SELECT id FROM events WHERE series_id = se.id
				ORDER BY date <= :now, abs(extract(epoch FROM date - :now)) LIMIT 1) e
			WHERE r.user_id = :userId ORDER BY lower(se.title), se.id`,
			{ userId: actor.id, now },
		);
		return regulars.map((regular) => ({ ...regular, pause: findCurrentPause(regular.pause, now) }));
	},
});

/**
 * Signs the regulars of a series up for its new event, in the order in which they became regulars. It is part of
 * `transaction`, so that they have their places before the event is announced. Those beyond half of the places get a
 * message that asks them; all others one that says that they are signed up. The event's storytellers and former
 * members are left out.
 */
export async function signUpRegulars(
	{ eventId, seriesId, now }: { eventId: string; seriesId: string; now: Date },
	transaction: Transaction,
): Promise<void> {
	const regulars = await rows<Regular>(
		`SELECT r.user_id::text AS "userId", r.status FROM series_regulars r JOIN users u ON u.id = r.user_id
		WHERE r.series_id = :seriesId AND u.membership_lost_at IS NULL
			AND NOT EXISTS (SELECT FROM event_storytellers es WHERE es.event_id = :eventId AND es.user_id = u.id)
		ORDER BY r.created_at, r.user_id FOR KEY SHARE OF u`,
		{ eventId, seriesId },
		transaction,
	);
	if (regulars.length === 0) return;
	const event = await lockEvent(eventId, transaction, 'NO_KEY_UPDATE');
	const places = await countEventPlaces(event, transaction);
	const chosen = chooseRegulars(regulars, places);
	const signups = chosen.map(({ userId, status }) => ({ userId, status, source: 'webapp' as const }));
	await insertSignups(eventId, signups, now, transaction);
	await settleEvent({ event, now }, transaction);
	const userIds = chosen.map(({ userId }) => userId);
	const asked = regulars.map(({ userId }) => userId).filter((id) => !userIds.includes(id));
	await planMessage({ kind: 'regular', eventId, userIds, now }, transaction);
	await planMessage({ kind: 'nudge', eventId, userIds: asked, now }, transaction);
}
