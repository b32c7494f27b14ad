import { z } from 'zod';
import { byStatus, SIGNUP_STATUSES } from './signups/statuses.ts';
import { addDays, WEEKDAYS, weekdayOf } from './time/day.ts';

/** What the charts of the admin panel show; a week is named by its Monday, 'YYYY-MM-DD' in New York. */
export const statisticsSchema = z
	.object({
		/** How many answers came in each week, oldest first. */
		signupsPerWeek: z.array(z.object({ week: z.string(), signups: z.number() })),
		/** Who came by the weekday of the night (0 Sunday to 6 Saturday), Monday first: people of so many nights. */
		attendanceByWeekday: z.array(z.object({ day: z.number(), events: z.number(), attended: z.number() })),
		/** The answers to the nights of each week by their status, oldest first. */
		statusesPerWeek: z.array(z.object({ week: z.string(), ...byStatus(() => z.number()) })),
	})
	.meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof statisticsSchema>;

/** The Monday of the week that a date lies in. */
export const mondayOf = (date: string): string => addDays(date, -(((weekdayOf(date) ?? 1) + 6) % 7));

/** The Mondays of the last `count` weeks, that of `date` the last one. */
export const lastWeeks = (date: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => addDays(mondayOf(date), (index - count + 1) * 7));

type Counts = Omit<Statistics['statusesPerWeek'][number], 'week'>;
const NOBODY: Counts = byStatus(() => 0);

/** The weeks with what was counted in them; weeks without a count have zeros, so that a chart has no gaps. */
export function fillSignups(weeks: readonly string[], counted: readonly { week: string; signups: number }[]) {
	const known = new Map(counted.map(({ week, signups }) => [week, signups]));
	return weeks.map((week) => ({ week, signups: known.get(week) ?? 0 }));
}

/** The same by status. */
export function fillStatuses(
	weeks: readonly string[],
	counted: readonly { week: string; status: string; signups: number }[],
): Statistics['statusesPerWeek'] {
	const filled = new Map(weeks.map((week) => [week, { ...NOBODY }]));
	for (const { week, status, signups } of counted) {
		const counts = filled.get(week);
		const known = SIGNUP_STATUSES.find((one) => one === status);
		if (counts && known) counts[known] += signups;
	}
	return weeks.map((week) => ({ week, ...(filled.get(week) ?? NOBODY) }));
}

/** All seven weekdays, Monday first. */
export function fillWeekdays(
	counted: readonly Statistics['attendanceByWeekday'][number][],
): Statistics['attendanceByWeekday'] {
	return WEEKDAYS.map((_, index) => (index + 1) % 7).map(
		(day) => counted.find((one) => one.day === day) ?? { day, events: 0, attended: 0 },
	);
}

/** How many people a night of that weekday had, to one decimal; 0 where there was none. */
export const averageOf = ({ events, attended }: { events: number; attended: number }): number =>
	events === 0 ? 0 : Math.round((attended / events) * 10) / 10;
