import { execute, one, rows } from '~/database/sql.ts';
import { APP_VERSION, CALENDAR, DAY_MS } from '~/domain/limits.ts';
import { missing } from '~/domain/refusal.ts';
import { parseReminderMinutes } from '~/domain/users/reminders.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';
import { config } from '../../config.ts';
import { hashSecret } from '../../secrets.ts';
import {
	type CalendarRevision,
	type CalendarRow,
	type CalendarViewer,
	formatCalendar,
} from '../../wire/calendar.ts';
import { WRITTEN_COLUMNS } from '../../wire/events.ts';
import { OWN_GROUP } from '../../wire/own-event.ts';
import { buildPositionSql } from '../../wire/places.ts';
import { RUNS_EVENT } from '../../wire/seat-sql.ts';
import { buildStatusSql } from '../../wire/signups.ts';
import { REMINDER_SETTING } from '../direct-messages/index.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

/** A calendar before its text is made. `source`: all that the text depends on, apart from the configuration. */
export type CalendarSource = { source: string; format: () => Promise<string> };

/** Calendars are made one after the other, so that many at once leave time for pages. */
const runLimited = createConcurrencyLimit({
	atOnce: 1,
	waiting: 50,
	retryAfterSeconds: 10,
	refusal: 'Many calendars are being made. Please try again in a moment.',
});

type Entry = CalendarRow & CalendarRevision;
type OwnChoices = { notifications: boolean; minutes: number[] | null; community: string | null };

const OWN_CHOICES = `u.notifications, u.reminder_minutes AS minutes, ${REMINDER_SETTING} AS community`;

/** Rows of `CalendarRow`, as JSON, with the revision of an entry no calendar had yet. `mine`: the signup of `:viewer`. */
const buildEventsSql = (condition: string): string => `(SELECT json_agg(found) FROM (
		SELECT e.id::text, ${WRITTEN_COLUMNS}, e.status,
			mine.status AS signup_status, mine.place, mine.standby, ${buildPositionSql('mine')} AS position, e.decision, ${RUNS_EVENT} AS is_storyteller, ${OWN_GROUP} AS own_group,
			e.version - 1 AS sequence, greatest(e.updated_at, mine.updated_at) AS changed_at
		FROM events e LEFT JOIN signups mine ON mine.event_id = e.id AND mine.user_id = :viewer
		WHERE ${condition} ORDER BY e.date, e.id LIMIT ${CALENDAR.events}) found)`;

/** SQL for whether the calendar of the user `u` has the event `e`, of which `mine` is their signup. */
const IS_IN_CALENDAR = `(mine.status IS NULL OR ${buildStatusSql('mayCome', 'mine')})
	AND (u.calendar_all_events OR mine.status IS NOT NULL OR ${RUNS_EVENT})`;

/**
 * Returns the actor's calendar: the events that they signed up for and did not decline, or run as a storyteller, from
 * 90 days ago on, at most 1,000. With their switch also all other events.
 */
export const readCalendarFeed = defineOperation({
	allow: 'calendar.readFeed',
	readsReplica: true,
	async handle({ actor, now }): Promise<CalendarSource> {
		const since = new Date(now.getTime() - CALENDAR.pastDays * DAY_MS);
		return selectCalendar(buildEventsSql(`e.date > :since AND ${IS_IN_CALENDAR}`), {
			viewer: actor.id,
			now,
			since,
		});
	},
});

/** Returns whether the actor's calendar has an event that begins after now. */
export const hasComingEvents = defineOperation({
	allow: 'calendar.readLink',
	handle: async ({ actor, now }): Promise<boolean> =>
		(await one(
			`SELECT 1 FROM users u JOIN events e ON e.date > :now
				LEFT JOIN signups mine ON mine.event_id = e.id AND mine.user_id = u.id
			WHERE u.id = :viewer AND ${IS_IN_CALENDAR} ORDER BY e.date LIMIT 1`,
			{ viewer: actor.id, now },
		)) !== null,
});

/** Returns the calendar file of one event. Throws Refusal 'missing' when no such event exists. */
export const readCalendarEvent = defineOperation({
	allow: 'calendar.readEvent',
	params: ['eventId'],
	async handle({ actor, now, params: { eventId } }): Promise<CalendarSource> {
		if (!isId(eventId)) throw missing('Event');
		const calendar = await selectCalendar(buildEventsSql('e.id = :eventId'), {
			viewer: actor.id,
			now,
			eventId,
		});
		if (calendar.isEmpty) throw missing('Event');
		return calendar;
	},
});

async function selectCalendar(
	events: string,
	{ now, ...binds }: { viewer: string; now: Date } & Record<string, unknown>,
): Promise<CalendarSource & { isEmpty: boolean }> {
	// As text: an unchanged calendar is recognized without parsing it.
	const row = await one<OwnChoices & { events: string | null }>(
		`SELECT ${OWN_CHOICES}, ${events}::text AS events FROM users u WHERE u.id = :viewer`,
		binds,
	);
	if (!row) throw missing('User');
	const viewer = { id: binds.viewer, reminderMinutes: getReminderMinutes(row) };
	const format = async () => {
		const entries = JSON.parse(row.events ?? '[]') as Entry[];
		return formatCalendar(await assignRevisions(entries, viewer, now), viewer);
	};
	return {
		source: `${viewer.reminderMinutes.join()} ${row.events}`,
		isEmpty: row.events === null,
		format: () => runLimited(format),
	};
}

function getReminderMinutes({ notifications, minutes, community }: OwnChoices): readonly number[] {
	if (!notifications) return [];
	return minutes ?? parseReminderMinutes(community);
}

/** Inserts or raises the revisions of entries whose text is not the one of the revision that is stored. */
const RAISE_REVISIONS = `INSERT INTO calendar_revisions AS known (user_id, event_id, text_hash, sequence, changed_at)
	SELECT u.id, e.id, found.text_hash, found.sequence, found.changed_at
	FROM unnest(:ids::bigint[], :hashes::text[], :sequences::integer[], :times::timestamptz[])
			AS found (id, text_hash, sequence, changed_at)
		JOIN events e ON e.id = found.id JOIN users u ON u.id = :viewer
	WHERE NOT EXISTS (SELECT FROM calendar_revisions r
		WHERE r.user_id = :viewer AND r.event_id = found.id AND r.text_hash = found.text_hash)
	ORDER BY e.id FOR KEY SHARE OF e, u
	ON CONFLICT (user_id, event_id) DO UPDATE SET text_hash = EXCLUDED.text_hash,
		sequence = greatest(known.sequence + 1, EXCLUDED.sequence),
		changed_at = greatest(known.changed_at + interval '1 second', :now)
	WHERE known.text_hash <> EXCLUDED.text_hash`;

/** Returns the entries, each with the revision number of its current text. An event that was just deleted gets the first number. */
async function assignRevisions(
	entries: readonly Entry[],
	{ id, reminderMinutes }: CalendarViewer,
	now: Date,
): Promise<Entry[]> {
	const ids = entries.map((entry) => entry.id);
	const facts = [APP_VERSION, config().APP_URL, reminderMinutes];
	await execute(RAISE_REVISIONS, {
		viewer: id,
		now,
		ids,
		hashes: entries.map(({ sequence, changed_at, ...row }) => hashSecret(JSON.stringify([facts, row]))),
		sequences: entries.map(({ sequence }) => sequence),
		times: entries.map(({ changed_at }) => changed_at),
	});
	const found = await rows<CalendarRevision & { id: string }>(
		`SELECT event_id::text AS id, sequence, changed_at FROM calendar_revisions
			WHERE user_id = :viewer AND event_id = ANY(:ids::bigint[])`,
		{ viewer: id, ids },
	);
	const revisions = new Map(found.map((revision) => [revision.id, revision]));
	return entries.map((entry) => ({ ...entry, ...revisions.get(entry.id) }));
}
