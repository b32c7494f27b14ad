import ical, {
	ICalAlarmType,
	type ICalCalendar,
	type ICalDayJsStub,
	ICalEventStatus,
	ICalEventTransparency,
} from 'ical-generator';
import { type CalendarEntry, toCalendarEntry } from '~/domain/events/calendar.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { CALENDAR } from '~/domain/limits.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { formatVtimezone } from '~/domain/time/vtimezone.ts';
import { readOffset } from '~/domain/time/wall-parts.ts';
import { isShownTwice } from '~/domain/time/wall-time.ts';
import { toKnownZone } from '~/domain/time/zones.ts';
import { config } from '../config.ts';
import { type EventRow, toOwnGroupOnPage } from './events.ts';

/** An event of a calendar with the user's own signup and group, as JSON from the database. */
export type CalendarRow = Pick<EventRow, 'own_group'> & {
	id: string;
	title: string;
	description: string;
	/** ISO instants. */
	date: string;
	changed_at: string;
	/** In minutes. */
	duration: number;
	location: string;
	timezone: string;
	status: EventStatus;
	version: number;
	signup_status: SignupStatus | null;
	is_storyteller: boolean;
};

/** Whose calendar it is, and when it reminds them, in minutes before an event. */
export type CalendarViewer = { id: string; reminderMinutes: readonly number[] };

/**
 * Returns the iCalendar text (RFC 5545) of a user's events. The same rows give the same text: it depends on no clock.
 * Entries keep their UID, and the SEQUENCE grows with each edit, so that a calendar program replaces the entry it has.
 */
export function formatCalendar(rows: readonly CalendarRow[], viewer: CalendarViewer): string {
	const site = config();
	const calendar = ical({
		prodId: '//Townbell//Calendar//EN',
		// The library does not escape the name.
		name: site.COMMUNITY_NAME.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\s/g, ' '),
		ttl: CALENDAR.refreshMinutes * 60,
		timezone: { name: null, generator: createZoneFormatter(rows) },
	});
	for (const row of rows) addEvent(calendar, row, viewer, site.APP_URL);
	return `${calendar.toString()}\r\n`;
}

function addEvent(calendar: ICalCalendar, row: CalendarRow, viewer: CalendarViewer, appUrl: string): void {
	const url = `${appUrl}/events/${row.id}`;
	const entry = toCalendarEntry(
		{
			...{ ...row, signupStatus: row.signup_status, isStoryteller: row.is_storyteller },
			...{ ownGroup: toOwnGroupOnPage(row, viewer), url },
		},
		viewer.reminderMinutes,
	);
	const startMs = Date.parse(row.date);
	const endMs = startMs + row.duration * 60_000;
	const changedAt = new Date(row.changed_at);
	const zone = toKnownZone(row.timezone);
	// A program reads a wall time that comes twice as the first of the two.
	const isUtc =
		zone === null || zone === 'UTC' || [startMs, endMs].some((time) => isShownTwice(new Date(time), zone));
	calendar.createEvent({
		id: `event-${row.id}@${new URL(appUrl).host}`,
		sequence: row.version - 1,
		stamp: changedAt,
		lastModified: changedAt,
		start: isUtc ? new Date(startMs) : toWallTime(startMs, zone),
		end: isUtc ? new Date(endMs) : toWallTime(endMs, zone),
		timezone: isUtc ? null : zone,
		summary: entry.summary,
		description: entry.description,
		...(entry.location ? { location: entry.location } : {}),
		url,
		status: ICalEventStatus[entry.status],
		transparency: entry.isBusy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
		alarms: toAlarms(entry),
	});
}

const toAlarms = ({ alarmMinutes, summary }: CalendarEntry) =>
	alarmMinutes.map((minutes) => ({
		type: ICalAlarmType.display,
		triggerBefore: minutes * 60,
		description: summary,
	}));

/**
 * Returns what the clocks in `zone` show, in the form of a Day.js object: the library would read a Date in the
 * machine's own zone.
 */
function toWallTime(time: number, zone: string): ICalDayJsStub {
	const instant = new Date(time);
	const wall = new Date(time + readOffset(instant, zone)).toISOString();
	const format = (pattern?: string) =>
		(pattern === 'YYYYMMDD' ? wall.slice(0, 10) : wall.slice(11, 19)).replaceAll(/[-:]/g, '');
	return {
		format,
		isValid: () => true,
		toDate: () => instant,
		toJSON: () => instant.toJSON(),
	};
}

const MAX_FORMATTED_ZONES = 500;
const formattedZones = new Map<string, string>();

/** Returns a function that formats the VTIMEZONE of a zone for the years of the rows. Each is made once per process. */
function createZoneFormatter(rows: readonly CalendarRow[]): (zone: string) => string {
	const years = rows.map(({ date }) => new Date(date).getUTCFullYear());
	const [first, last] = [Math.min(...years), Math.max(...years)];
	return (zone) => {
		const key = `${zone} ${first} ${last}`;
		const known = formattedZones.get(key);
		if (known !== undefined) return known;
		if (formattedZones.size >= MAX_FORMATTED_ZONES) formattedZones.clear();
		const formatted = formatVtimezone(zone, { first, last });
		formattedZones.set(key, formatted);
		return formatted;
	};
}
