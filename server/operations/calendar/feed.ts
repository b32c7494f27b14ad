import { z } from 'zod';
import { one } from '~/database/sql.ts';
import { CALENDAR, DAY_MS } from '~/domain/limits.ts';
import { missing } from '~/domain/refusal.ts';
import { parseReminderMinutes } from '~/domain/users/reminders.ts';
import { type CalendarRow, formatCalendar } from '../../wire/calendar.ts';
import { OWN_GROUP } from '../../wire/seats.ts';
import { REMINDER_SETTING } from '../direct-messages/index.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

/**
 * A calendar before its text is made. `source` is everything that the text depends on, apart from the configuration.
 */
export type CalendarSource = { source: string; format: () => string };

type OwnChoices = { notifications: boolean; minutes: number[] | null; community: string | null };

const OWN_CHOICES = `u.notifications, u.reminder_minutes AS minutes, ${REMINDER_SETTING} AS community`;

/** A condition that `:viewer` is one of the storytellers of the event `e`. */
const IS_STORYTELLER = `EXISTS (SELECT FROM event_storytellers st WHERE st.event_id = e.id AND st.user_id = :viewer)`;

/** Rows of `CalendarRow`, as JSON. `mine` is the signup of `:viewer`. */
const buildEventsSql = (condition: string): string => `(SELECT json_agg(found) FROM (
		SELECT e.id::text, e.title, e.description, e.date, e.duration, e.location, e.timezone, e.status,
			e.version, greatest(e.updated_at, mine.updated_at) AS changed_at, mine.status AS signup_status,
			${IS_STORYTELLER} AS is_storyteller, ${OWN_GROUP} AS own_group
		FROM events e LEFT JOIN signups mine ON mine.event_id = e.id AND mine.user_id = :viewer
		WHERE ${condition} ORDER BY e.date, e.id LIMIT ${CALENDAR.events}) found)`;

/**
 * Returns the actor's calendar: the events that they signed up for and did not decline, or run as a storyteller, from
 * 90 days ago on, at most 1,000. With their switch also all other events.
 */
export const readCalendarFeed = defineOperation({
	allow: 'calendar.readFeed',
	readsReplica: true,
	input: z.object({}),
	async handle({ actor, now }): Promise<CalendarSource> {
		const since = new Date(now.getTime() - CALENDAR.pastDays * DAY_MS);
		return selectCalendar(
			buildEventsSql(`e.date > :since AND mine.status IS DISTINCT FROM 'declined'
				AND (u.calendar_all_events OR mine.status IS NOT NULL OR ${IS_STORYTELLER})`),
			{ viewer: actor.id, since },
		);
	},
});

/** Returns the calendar file of one event. Throws Refusal 'missing' when no such event exists. */
export const readCalendarEvent = defineOperation({
	allow: 'calendar.readEvent',
	params: ['eventId'],
	input: z.object({}),
	async handle({ actor, params: { eventId } }): Promise<CalendarSource> {
		if (!isId(eventId)) throw missing('Event');
		const calendar = await selectCalendar(buildEventsSql('e.id = :eventId'), { viewer: actor.id, eventId });
		if (calendar.isEmpty) throw missing('Event');
		return calendar;
	},
});

async function selectCalendar(
	events: string,
	binds: { viewer: string } & Record<string, unknown>,
): Promise<CalendarSource & { isEmpty: boolean }> {
	// As text: an unchanged calendar is recognized without parsing it.
	const row = await one<OwnChoices & { events: string | null }>(
		`SELECT ${OWN_CHOICES}, ${events}::text AS events FROM users u WHERE u.id = :viewer`,
		binds,
	);
	if (!row) throw missing('User');
	const reminderMinutes = getReminderMinutes(row);
	return {
		source: `${reminderMinutes.join()} ${row.events}`,
		isEmpty: row.events === null,
		format: () =>
			formatCalendar(JSON.parse(row.events ?? '[]') as CalendarRow[], { id: binds.viewer, reminderMinutes }),
	};
}

function getReminderMinutes({ notifications, minutes, community }: OwnChoices): readonly number[] {
	if (!notifications) return [];
	return minutes ?? parseReminderMinutes(community);
}
