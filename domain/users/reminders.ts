/** The times before an event that a user or an admin can choose for reminders, in minutes. */
export const REMINDER_MINUTES = [10_080, 1_440, 180, 60] as const;
export type ReminderMinutes = (typeof REMINDER_MINUTES)[number];
export const REMINDER_LABELS: Record<ReminderMinutes, string> = {
	10080: '1 week',
	1440: '24 hours',
	180: '3 hours',
	60: '1 hour',
};
/** The community's times while no admin has changed them. */
export const DEFAULT_REMINDER_MINUTES: readonly number[] = [1_440, 60];

/**
 * Returns the reminder times of the setting `reminder_minutes` ('1440,60'), in minutes, earliest reminder first; the
 * default when it was never set (null), none for ''.
 */
export function parseReminderMinutes(value: string | null): readonly number[] {
	return value === null ? DEFAULT_REMINDER_MINUTES : sortReminders(value.split(',').map(Number));
}

/** Returns each of the offered times that is in `chosen` once, the earliest reminder first. */
export const sortReminders = (chosen: readonly number[]): ReminderMinutes[] =>
	REMINDER_MINUTES.filter((minutes) => chosen.includes(minutes));

/** Returns reminder times for a sentence, such as '24 hours and 1 hour before each event'. */
export function formatReminders(minutes: readonly number[]): string {
	if (minutes.length === 0) return 'No reminders';
	// American lists have a comma before "and", which our texts leave out.
	const times = new Intl.ListFormat('en-GB').format(
		sortReminders(minutes).map((time) => REMINDER_LABELS[time]),
	);
	return `${times} before each event`;
}

/**
 * The hours without direct messages, as wall times ('22:30') in a time zone. `from` is later than `to` when they
 * include midnight.
 */
export type QuietHours = { from: string; to: string; timezone: string };
