import { setImmediate as nextTurn } from 'node:timers/promises';
import ical, {
	ICalAlarmType,
	type ICalCalendar,
	type ICalDayJsStub,
	ICalEventStatus,
	ICalEventTransparency,
} from 'ical-generator';
import { type CalendarEntry, toCalendarEntry } from '~/domain/events/calendar.ts';
import type { WrittenFields } from '~/domain/events/fields.ts';
import { type EventStatus, endOf } from '~/domain/events/status.ts';
import { CALENDAR } from '~/domain/limits.ts';
import type { Decision } from '~/domain/places/decision.ts';
import type { Place } from '~/domain/places/places.ts';
import { getStanding } from '~/domain/signups/standing.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { formatVtimezone } from '~/domain/time/vtimezone.ts';
import { readOffset } from '~/domain/time/wall-parts.ts';
import { isShownTwice } from '~/domain/time/wall-time.ts';
import { toKnownZone } from '~/domain/time/zones.ts';
import { config } from '../config.ts';
import type { EventRow } from './events.ts';
import { toOwnGroupOnPage } from './own-event.ts';

/** An event of a calendar with the user's own signup and group, as JSON from the database. */
export type CalendarRow = WrittenFields & {
	id: string;
	status: EventStatus;
	signup_status: SignupStatus | null;
	place: Place | null;
	position: number | null;
	standby: boolean | null;
	decision: Decision | null;
	is_storyteller: boolean;
	own_group: EventRow['own_group'];
};

/** Which text of an entry it is: its number and its instant. Both are higher for each later text. */
export type CalendarRevision = { sequence: number; changed_at: string | Date };

/** Whose calendar it is, and when it reminds them, in minutes before an event. */
export type CalendarViewer = { id: string; reminderMinutes: readonly number[] };

/** How many entries are formatted before other requests get a turn. All 1,000 at once would take about 350 ms. */
const ENTRIES_AT_ONCE = 25;
const ENTRY = '\r\nBEGIN:VEVENT\r\n';
const END = '\r\nEND:VCALENDAR';
/** The alarms of an entry, and the properties that the library writes after them. Lines of a text begin with its name or a space. */
const EARLY_ALARMS = /((?:\r\nBEGIN:VALARM\r\n.*?\r\nEND:VALARM(?=\r\n))+)(.*?)(?=\r\nEND:VEVENT\r\n)/gs;

/**
 * Returns the iCalendar text (RFC 5545) of a user's events. A component's properties come before its components
 * (section 3.6). The same rows give the same text: it depends on no clock. Entries keep their UID, so that a calendar
 * program replaces the entry it has. Other work runs between its parts.
 */
export async function formatCalendar(
	rows: readonly (CalendarRow & CalendarRevision)[],
	viewer: CalendarViewer,
): Promise<string> {
	const site = config();
	const formatPart = (part: typeof rows) => {
		const calendar = ical({
			prodId: '//Townbell//Calendar//EN',
			// The library does not escape the name.
			name: site.COMMUNITY_NAME.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\s/g, ' '),
			ttl: CALENDAR.refreshMinutes * 60,
		});
		for (const row of part) addEvent(calendar, row, viewer, site.APP_URL);
		return calendar.toString().replaceAll(EARLY_ALARMS, '$2$1');
	};
	// The library would write the time zones before properties of the calendar, so they follow its head here.
	const head = formatPart([]);
	const formatZone = createZoneFormatter(rows);
	const zones = new Set(rows.map(getZone).filter((zone) => zone !== null));
	const parts = [
		head.slice(0, head.lastIndexOf(END)),
		...[...zones].map((zone) => `\r\n${formatZone(zone)}`),
	];
	for (let from = 0; from < rows.length; from += ENTRIES_AT_ONCE) {
		const part = formatPart(rows.slice(from, from + ENTRIES_AT_ONCE));
		parts.push(part.slice(part.indexOf(ENTRY), part.lastIndexOf(END)));
		await nextTurn();
	}
	return `${parts.join('')}${END}\r\n`;
}

/** Returns the zone in which an event is written; null: in UTC. */
function getZone({ date, duration, timezone }: CalendarRow): string | null {
	const zone = toKnownZone(timezone);
	if (zone === null || zone === 'UTC') return null;
	const start = new Date(date);
	// A program reads a wall time that comes twice as the first of the two.
	const isTwice = [start, endOf({ date: start, duration })].some((time) => isShownTwice(time, zone));
	return isTwice ? null : zone;
}

function addEvent(
	calendar: ICalCalendar,
	row: CalendarRow & CalendarRevision,
	viewer: CalendarViewer,
	appUrl: string,
): void {
	const url = `${appUrl}/events/${row.id}`;
	const entry = toCalendarEntry(
		{
			...row,
			standing: getStanding({
				status: row.signup_status,
				place: row.place,
				position: row.position,
				standby: row.standby,
				runs: row.is_storyteller,
				eventStatus: row.status,
			}),
			ownGroup: toOwnGroupOnPage(row),
			url,
		},
		viewer.reminderMinutes,
	);
	const start = new Date(row.date);
	const end = endOf({ date: start, duration: row.duration });
	const changedAt = new Date(row.changed_at);
	const zone = getZone(row);
	calendar.createEvent({
		id: `event-${row.id}@${new URL(appUrl).host}`,
		sequence: row.sequence,
		stamp: changedAt,
		lastModified: changedAt,
		start: zone === null ? start : toWallTime(start, zone),
		end: zone === null ? end : toWallTime(end, zone),
		timezone: zone,
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

/** Returns what the clocks in `zone` show, as a Day.js object: the library reads a Date in the machine's own zone. */
function toWallTime(instant: Date, zone: string): ICalDayJsStub {
	const wall = new Date(instant.getTime() + readOffset(instant, zone)).toISOString();
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
