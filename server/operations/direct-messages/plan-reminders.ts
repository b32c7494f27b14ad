import { reportOwnCommit } from '~/database/connection.ts';
import { execute, rows } from '~/database/sql.ts';
import { DAY_MS, MINUTE_MS } from '~/domain/limits.ts';
import {
	chooseReminder,
	LATEST_MS,
	parseReminderMinutes,
	type QuietHours,
	REMINDER_MINUTES,
	type ReminderWay,
	SAME_START_MS,
} from '~/domain/users/reminders.ts';
import { buildStatusSql } from '../../wire/signups.ts';
import { buildReached, planMessages } from '../kernel/recipients.ts';

/** SQL for the setting that `parseReminderMinutes` reads. */
export const REMINDER_SETTING = `(SELECT value FROM settings WHERE key = 'reminder_minutes')`;

/** SQL for where the user `u` is reminded. */
export const REMINDER_WAY = `coalesce(u.reminder_way, (SELECT nullif(value, '') FROM settings WHERE key = 'reminder_way'), 'direct')`;

/** Reminders are planned every minute, so a user may change a signup before its reminder is planned. */
const PLANNING_DELAY = `interval '2 minutes'`;
/** Quiet hours move a reminder by less than a day. */
const QUIET_MS = DAY_MS;

type Candidate = {
	event_id: string;
	user_id: string;
	date: Date;
	minutes: number[] | null;
	setting: string | null;
	quiet_hours: QuietHours | null;
	planned: number | null;
	known_since: Date;
	way: ReminderWay;
};

/**
 * Plans the reminders that are due at `now`, and returns how many. A reminder is planned once, however often this
 * runs. Users who have not been told yet of an event's change are reminded afterwards.
 */
export async function planReminders(now: Date): Promise<number> {
	const due = (await listReminderCandidates(now)).flatMap((row) => {
		const minutes = row.minutes ?? parseReminderMinutes(row.setting);
		const choices = { startsAt: row.date, minutes, quietHours: row.quiet_hours };
		const reminder = chooseReminder(choices, { now, knownSince: row.known_since, planned: row.planned });
		const { event_id: eventId, user_id: userId, date: eventDate, way } = row;
		const plan = { kind: 'reminder' as const, eventId, userIds: [userId], now, eventDate, way };
		return reminder ? [{ ...plan, minutes: reminder.minutes, dueAt: reminder.sendAt }] : [];
	});
	if (due.length === 0) return 0;
	const planned = await planMessages(due);
	reportOwnCommit();
	return planned;
}

/**
 * Lists the users who may have to be reminded now: those with a reminder time in the past hours that is not planned,
 * and with quiet hours also those whose time is up to a day away.
 */
function listReminderCandidates(now: Date): Promise<Candidate[]> {
	const furthestMs = Math.max(...REMINDER_MINUTES) * MINUTE_MS + QUIET_MS;
	return rows<Candidate>(
		`SELECT e.id AS event_id, e.date, u.id AS user_id, u.quiet_hours, u.reminder_minutes AS minutes, ${REMINDER_WAY} AS way,
			setting.value AS setting, planned.minutes AS planned,
			greatest(s.created_at, s.user_saved_at - ${PLANNING_DELAY},
				(SELECT max(d.created_at) FROM direct_messages d
				WHERE d.event_id = e.id AND d.user_id = u.id AND d.kind IN ('moved', 'reinstated'))) AS known_since
		FROM events e JOIN signups s ON s.event_id = e.id JOIN users u ON u.id = s.user_id
		CROSS JOIN (SELECT ${REMINDER_SETTING} AS value) setting
		CROSS JOIN LATERAL (SELECT min(d.minutes) AS minutes FROM direct_messages d
			WHERE d.event_id = e.id AND d.user_id = u.id AND d.kind = 'reminder'
				AND d.event_date BETWEEN e.date - :sameStart::interval AND e.date + :sameStart::interval) planned
		WHERE e.status = 'active' AND e.date > :now AND e.date <= :furthest AND ${buildStatusSql('comes')}
			AND ${buildReached('e.id')}
			AND NOT EXISTS (SELECT FROM event_notices n WHERE n.event_id = e.id AND n.is_dirty)
			AND EXISTS (SELECT FROM unnest(coalesce(u.reminder_minutes, :all::integer[])) m (minutes)
				WHERE m.minutes < coalesce(planned.minutes, 2147483647) AND CASE WHEN u.quiet_hours IS NULL
					THEN e.date - make_interval(mins => m.minutes) BETWEEN :earliest AND :now
					ELSE e.date - make_interval(mins => m.minutes) BETWEEN :quietEarliest AND :quietLatest END)`,
		{
			now,
			all: REMINDER_MINUTES,
			furthest: new Date(now.getTime() + furthestMs),
			sameStart: `${SAME_START_MS / 1_000} seconds`,
			earliest: new Date(now.getTime() - LATEST_MS),
			quietEarliest: new Date(now.getTime() - LATEST_MS - QUIET_MS),
			quietLatest: new Date(now.getTime() + QUIET_MS),
		},
	);
}

const KEPT_DAYS = 7;

/**
 * Deletes the finished messages about starts more than a week ago, and returns how many. A message about a later start
 * stays when its event was moved to the past, because the event may be moved forward again. What users have written for
 * them is deleted when no message needs it.
 */
export async function deleteFinishedMessages(now: Date): Promise<number> {
	const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
	const deleted = await execute(
		`DELETE FROM direct_messages WHERE id IN (
			SELECT d.id FROM direct_messages d LEFT JOIN events e ON e.id = d.event_id
			WHERE d.state <> 'pending' AND greatest(e.date, d.event_date) < :before ORDER BY d.id FOR UPDATE OF d)`,
		{ before },
	);
	await execute(
		`DELETE FROM player_messages m USING events e WHERE e.id = m.event_id AND greatest(e.date, m.created_at) < :before
			AND NOT EXISTS (SELECT FROM direct_messages d WHERE d.event_id = m.event_id AND d.message_id = m.id)`,
		{ before },
	);
	return deleted;
}
