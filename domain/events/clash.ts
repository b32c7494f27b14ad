import { isolate } from '../isolate.ts';
import { DURATION_MINUTES, HOUR_MS, MINUTE_MS } from '../limits.ts';
import { formatDateTimeShort } from '../time/format.ts';
import { wallTimeToInstant } from '../time/wall-time.ts';
import type { EventFormValues } from './form.ts';
import { endOf } from './status.ts';

/** When an event takes place: `date` is its start (ISO 8601), `duration` is in minutes. */
export type EventTimes = { id: string; title: string; date: string; duration: number };

type Times = { date: Date; duration: number };

/** Returns whether two events overlap; an event that starts when another one ends does not. */
export const isAtSameTime = (one: Times, other: Times): boolean =>
	one.date < endOf(other) && other.date < endOf(one);

/** Returns how the forms say that another event takes place at the same time; its start is named in `timezone`. */
export const describeClash = (other: { title: string; date: Date | string }, timezone: string): string =>
	`“${isolate(other.title)}” overlaps with this (${formatDateTimeShort(other.date, timezone)}).`;

/**
 * Returns those of `events` that take place at the same time as the form's event, in their order. An unusable duration
 * counts as the default one. Returns none while date, time or zone is incomplete.
 */
export function findClashes(
	{ date, time, timezone, duration }: Pick<EventFormValues, 'date' | 'time' | 'timezone' | 'duration'>,
	events: readonly EventTimes[],
): EventTimes[] {
	const parsed = wallTimeToInstant({ date, time, zone: timezone });
	if ('error' in parsed) return [];
	const hours = Number(duration);
	const minutes = hours > 0 ? (hours * HOUR_MS) / MINUTE_MS : DURATION_MINUTES.default;
	const planned = { date: parsed.instant, duration: minutes };
	return events.filter((other) =>
		isAtSameTime(planned, { date: new Date(other.date), duration: other.duration }),
	);
}
