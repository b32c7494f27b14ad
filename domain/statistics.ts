import { z } from 'zod';
import { mapStatuses, SIGNUP_STATUSES } from './signups/statuses.ts';
import { addDays, getMonday, WEEKDAYS } from './time/day.ts';

/** The data of the admin panel's charts; a week is identified by its Monday, 'YYYY-MM-DD' in New York. */
export const statisticsSchema = z
	.object({
		/** The number of signups created in each week, oldest first. */
		signupsPerWeek: z.array(z.object({ week: z.string(), signups: z.number() })),
		/** Events and users who attended them, by weekday (0 Sunday to 6 Saturday), Monday first. */
		attendanceByWeekday: z.array(z.object({ day: z.number(), events: z.number(), attended: z.number() })),
		/** The signups for the events of each week, by status, oldest first. */
		statusesPerWeek: z.array(z.object({ week: z.string(), ...mapStatuses(() => z.number()) })),
	})
	.meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof statisticsSchema>;

/** Returns the Mondays of the last `count` weeks; the last one is in the week of `date`. */
export const listLastWeeks = (date: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => addDays(getMonday(date), (index - count + 1) * 7));

type Counts = Omit<Statistics['statusesPerWeek'][number], 'week'>;
const ZERO_COUNTS: Counts = mapStatuses(() => 0);

/** Returns all weeks with their counts; weeks without a count get zeros, so that the chart has no gaps. */
export function fillSignups(weeks: readonly string[], counted: readonly { week: string; signups: number }[]) {
	const known = new Map(counted.map(({ week, signups }) => [week, signups]));
	return weeks.map((week) => ({ week, signups: known.get(week) ?? 0 }));
}

/** Returns all weeks with their counts by status; weeks without a count get zeros. */
export function fillStatuses(
	weeks: readonly string[],
	counted: readonly { week: string; status: string; signups: number }[],
): Statistics['statusesPerWeek'] {
	const filled = new Map(weeks.map((week) => [week, { ...ZERO_COUNTS }]));
	for (const { week, status, signups } of counted) {
		const counts = filled.get(week);
		const known = SIGNUP_STATUSES.find((one) => one === status);
		if (counts && known) counts[known] += signups;
	}
	return weeks.map((week) => ({ week, ...(filled.get(week) ?? ZERO_COUNTS) }));
}

/** Returns all seven weekdays with their counts, Monday first; weekdays without a count get zeros. */
export function fillWeekdays(
	counted: readonly Statistics['attendanceByWeekday'][number][],
): Statistics['attendanceByWeekday'] {
	return WEEKDAYS.map((_, index) => (index + 1) % 7).map(
		(day) => counted.find((one) => one.day === day) ?? { day, events: 0, attended: 0 },
	);
}

/** Returns the average attendance of an event on that weekday, to one decimal place; 0 without events. */
export const computeAverage = ({ events, attended }: { events: number; attended: number }): number =>
	events === 0 ? 0 : Math.round((attended / events) * 10) / 10;
