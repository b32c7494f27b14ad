import type { Transaction } from 'sequelize';
import { EventSeries } from '~/database/models/index.ts';
import { execute, rows, selectColumn } from '~/database/sql.ts';
import { getStart, listDueDates } from '~/domain/events/series.ts';
import { getToday } from '~/domain/time/wall-time.ts';
import { listRolesFrom } from '~/domain/users/roles.ts';
import { logFailure } from '../../log.ts';
import { inJobTransaction } from '../../queue.ts';
import { SERIES_CONTINUES } from '../../wire/event-sql.ts';
import { announceNearEvents } from '../announcements/index.ts';
import { signUpRegulars } from '../signups/index.ts';
import { insertEvent } from './save-event.ts';

/** Creates the events of a locked series that are due on the day `today` and begin after `now`; returns how many. */
export async function createDueEvents(
	series: EventSeries,
	today: string,
	now: Date,
	transaction: Transaction,
): Promise<number> {
	const { due, nextDate } = listDueDates(series, today);
	const {
		rule: _,
		pause: __,
		until,
		startTime,
		creatorId,
		createsDiscordEvent,
		announces,
		...values
	} = series.get({ plain: true });
	// Storytellers who have lost the role are left out: a job can ask nobody to choose others.
	const storytellers = await selectColumn(
		`SELECT u.id::text FROM series_storytellers ss JOIN users u ON u.id = ss.user_id
		WHERE ss.series_id = :seriesId AND u.role = ANY(:roles::text[]) ORDER BY ss.position, u.id FOR KEY SHARE OF u`,
		{ seriesId: series.id, roles: listRolesFrom('storyteller') },
		transaction,
	);
	const dates = due.filter((date) => getStart(date, series) > now);
	for (const seriesDate of dates) {
		const { id: seriesId, nextDate: ___, ...fields } = values;
		const { eventId } = await insertEvent(
			{
				...fields,
				seriesId,
				seriesDate,
				date: getStart(seriesDate, series),
				storytellerIds: storytellers,
				creatorId,
				createDiscordEvent: createsDiscordEvent,
				announce: announces,
				isOfSeries: true,
			},
			null,
			now,
			transaction,
		);
		await signUpRegulars({ eventId, seriesId, now }, transaction);
	}
	await series.update({ nextDate }, { transaction });
	await announceNearEvents(now, transaction, series.id);
	return dates.length;
}

/**
 * Creates the events of all series that are due at `now`, each series in its own transaction, and returns how many. The
 * row of a series is locked and has its next date, so that two replicas create no event twice. Throws after the last
 * series when one of them failed.
 */
export async function continueSeries(now: Date): Promise<number> {
	// A series without events cannot be ended by anyone.
	await execute(
		'DELETE FROM event_series s WHERE NOT EXISTS (SELECT FROM events e WHERE e.series_id = s.id)',
		{},
	);
	const running = await rows<Parameters<typeof listDueDates>[0] & { id: string; timezone: string }>(
		`SELECT id::text, rule, until::text, pause, next_date::text AS "nextDate", timezone FROM event_series se
		WHERE ${SERIES_CONTINUES} ORDER BY id`,
	);
	let created = 0;
	let failed = 0;
	for (const { id, ...repeats } of running) {
		try {
			// Most series have no date that is due, and are not locked.
			if (listDueDates(repeats, getToday(repeats.timezone, now)).due.length === 0) continue;
			created += await inJobTransaction(async (transaction) => {
				const series = await EventSeries.findByPk(id, { transaction, lock: transaction.LOCK.UPDATE });
				return series ? createDueEvents(series, getToday(series.timezone, now), now, transaction) : 0;
			});
		} catch (error) {
			// The other series go on.
			logFailure(error, 'series not continued', { seriesId: id });
			failed += 1;
		}
	}
	// So the health page counts the job as failed.
	if (failed > 0) throw new Error(`${failed} series could not be continued`);
	return created;
}
