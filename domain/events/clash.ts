import { DURATION_MINUTES, HOUR_MS, MINUTE_MS } from '../limits.ts';
import { wallTimeToInstant } from '../time/wall-time.ts';
import type { EventFormValues } from './form.ts';

/** When an event takes place: `date` is its start (ISO 8601), `duration` is in minutes. */
export type EventTimes = { id: string; title: string; date: string; duration: number };

/**
 * Returns those of `events` that take place at the same time as the form's event, in their order; an event
 * that starts when another one ends does not. An unusable duration counts as the default one. Returns none
 * while date, time or zone is incomplete.
 */
export function findClashes(
	{ date, time, timezone, duration }: Pick<EventFormValues, 'date' | 'time' | 'timezone' | 'duration'>,
	events: readonly EventTimes[],
): EventTimes[] {
	const parsed = wallTimeToInstant({ date, time, zone: timezone });
	if ('error' in parsed) return [];
	const start = parsed.instant.getTime();
	const hours = Number(duration);
	const end = start + (hours > 0 ? hours * HOUR_MS : DURATION_MINUTES.default * MINUTE_MS);
	return events.filter((other) => {
		const otherStart = Date.parse(other.date);
		return start < otherStart + other.duration * MINUTE_MS && otherStart < end;
	});
}
