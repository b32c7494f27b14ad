import { formatInTimeZone, fromZonedTime } from 'date-fns-tz';
import type { EventStatus } from '../domain/events/status.ts';
import {
	DAY_MS,
	DEFAULT_EVENT_TIME,
	DEFAULT_GAME_NAME,
	EASTERN,
	HOUR_MS,
	MINUTE_MS,
} from '../domain/limits.ts';

/** An event of the demo; `expected` is the approximate number of its signups. */
export type PlannedEvent = {
	title: string;
	description: string;
	location: string;
	date: Date;
	duration: number;
	timezone: string;
	status: EventStatus;
	expected: number;
	/** The minimum number of confirmed signups; such an event has two storytellers. */
	minConfirmed?: number;
	/** It has as many places as its storytellers can lead, and a line of those who wait. */
	capacityByStorytellers?: boolean;
	/** The groups are saved: two, with the demo's player in one of them. */
	hasGroups?: boolean;
	/** It is over: its groups have scripts and results, and its roll call was taken. */
	wasPlayed?: boolean;
};

const GAME_DAYS = new Map([
	[3, 'Wednesday'],
	[5, 'Friday'],
	[6, 'Saturday'],
]);
const VOICE_LOCATION = 'Candlewick voice rooms';
const INVITATION =
	'An evening of bluffing, logic and last-minute betrayals.\nEveryone who can keep a secret, or cannot, is welcome.';
const CANCELLED_EVENT_INDEX = 4;
/** More than the 30 seats of two groups. */
const FULL_EVENT_CONFIRMED = 32;
const GROUPS_CONFIRMED = 19;

/**
 * Returns the events around `now`, by date. Two past weeks and three coming weeks have Wednesday, Friday and
 * Saturday at 20:30 in New York: the last one played, one full, one cancelled. There are also a Saturday
 * afternoon in London, and tonight's event with saved groups.
 */
export function planEvents(now: Date): PlannedEvent[] {
	const today = formatInTimeZone(now, EASTERN, 'yyyy-MM-dd');
	const regular = Array.from({ length: 36 }, (_, index) => shiftDay(today, index - 14)).flatMap((day) => {
		const weekday = GAME_DAYS.get(getUtcWeekday(day));
		return weekday ? [buildPlannedEvent(day, `${weekday} ${DEFAULT_GAME_NAME}`, now)] : [];
	});
	const upcoming = regular.filter(({ date }) => date > now);
	const tonight = upcoming[0] && isTonight(upcoming[0].date, now) ? upcoming[0] : buildPickUpGame(now);
	Object.assign(tonight, { hasGroups: true, minConfirmed: GROUPS_CONFIRMED, expected: 28 });
	const lastNight = regular.findLast(({ status }) => status === 'completed');
	if (lastNight)
		Object.assign(lastNight, {
			wasPlayed: true,
			hasGroups: true,
			minConfirmed: GROUPS_CONFIRMED,
			expected: 26,
		});
	const fullEvent = upcoming.find((event) => event !== tonight && event.title.startsWith('Saturday'));
	if (fullEvent) {
		fullEvent.title = 'The Grand Candlewick Saturday: two tables, one very suspicious town';
		fullEvent.minConfirmed = FULL_EVENT_CONFIRMED;
		fullEvent.expected = 44;
		fullEvent.capacityByStorytellers = true;
	}
	const cancelled = upcoming[CANCELLED_EVENT_INDEX];
	if (cancelled)
		Object.assign(cancelled, {
			status: 'cancelled',
			description: 'Cancelled: the storytellers are all at the fair.',
		});
	const plannedEvents = [...new Set([...regular, tonight, buildNewcomersGame(today, now)])];
	return plannedEvents.sort((one, other) => one.date.getTime() - other.date.getTime());
}

function buildPlannedEvent(day: string, title: string, now: Date): PlannedEvent {
	const date = fromZonedTime(`${day}T${DEFAULT_EVENT_TIME}:00`, EASTERN);
	const daysAway = (date.getTime() - now.getTime()) / DAY_MS;
	return {
		title,
		description: INVITATION,
		location: getUtcWeekday(day) === 3 ? VOICE_LOCATION : 'Lantern Hall, upstairs room',
		date,
		duration: 180,
		timezone: EASTERN,
		status: date.getTime() + 180 * MINUTE_MS < now.getTime() ? 'completed' : 'active',
		expected: daysAway < 7 ? 28 : Math.max(6, Math.round(30 - daysAway)),
	};
}

/** Returns the Newcomers' Saturday, at least two days away, so that the next event is always a busy one. */
function buildNewcomersGame(today: string, now: Date): PlannedEvent {
	const day =
		[2, 3, 4, 5, 6, 7, 8].map((days) => shiftDay(today, days)).find((one) => getUtcWeekday(one) === 6) ??
		today;
	return {
		...buildPlannedEvent(day, 'Newcomers’ Saturday', now),
		description: 'Never played? Start here. We explain everything, twice, and the kettle is on.',
		location: VOICE_LOCATION,
		date: fromZonedTime(`${day}T15:00:00`, 'Europe/London'),
		duration: 120,
		timezone: 'Europe/London',
		expected: 13,
	};
}

/** Returns a game tonight at 20:30, or two to three hours after `now` when that is later. */
function buildPickUpGame(now: Date): PlannedEvent {
	const planned = buildPlannedEvent(
		formatInTimeZone(now, EASTERN, 'yyyy-MM-dd'),
		'Lantern-lit pick-up game',
		now,
	);
	const earliest = new Date(Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + 2 * HOUR_MS);
	return {
		...planned,
		date: planned.date > earliest ? planned.date : earliest,
		status: 'active',
		description: 'No plan, no script, everyone is welcome.',
		location: VOICE_LOCATION,
	};
}

function isTonight(date: Date, now: Date): boolean {
	return formatInTimeZone(date, EASTERN, 'yyyy-MM-dd') === formatInTimeZone(now, EASTERN, 'yyyy-MM-dd');
}

function shiftDay(day: string, days: number): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function getUtcWeekday(day: string): number {
	return new Date(`${day}T00:00:00Z`).getUTCDay();
}
