/**
 * The statuses in the order of the signups card (spec, section 2). The counts in SQL, API, schemas and CSV
 * derive from this list.
 */
export const SIGNUP_STATUSES = ['confirmed', 'late', 'tentative', 'declined'] as const;
export type SignupStatus = (typeof SIGNUP_STATUSES)[number];

/** The fields `<status>_<suffix>`, such as `late_count`. */
export type FieldsByStatus<Suffix extends string, Value = number> = {
	[Status in SignupStatus as `${Status}_${Suffix}`]: Value;
};

/** Returns an object with the value of `getValue` for each status. */
export function mapStatuses<Value>(getValue: (status: SignupStatus) => Value): Record<SignupStatus, Value> {
	const entries = SIGNUP_STATUSES.map((status) => [status, getValue(status)]);
	return Object.fromEntries(entries) as Record<SignupStatus, Value>;
}

/** Returns the fields `<status>_<suffix>`, each with the value of `getValue`. */
export function mapStatusFields<Suffix extends string, Value>(
	suffix: Suffix,
	getValue: (status: SignupStatus) => Value,
): FieldsByStatus<Suffix, Value> {
	const entries = SIGNUP_STATUSES.map((status) => [`${status}_${suffix}`, getValue(status)]);
	return Object.fromEntries(entries) as FieldsByStatus<Suffix, Value>;
}

export const SIGNUP_SOURCES = ['webapp', 'discord', 'botc_command'] as const;
export type SignupSource = (typeof SIGNUP_SOURCES)[number];

/** The labels of a signup's status. */
export const STATUS_LABELS: Record<SignupStatus, string> = {
	confirmed: 'Confirmed',
	late: 'Late',
	tentative: 'Tentative',
	declined: 'Declined',
};

/** The labels in the quick-signup dropdown (spec, section 2, event card). */
export const QUICK_SIGNUP_LABELS: Record<SignupStatus, string> = {
	confirmed: 'Confirm',
	late: 'Late',
	tentative: 'Maybe',
	declined: 'Decline',
};

/** The labels of the quick-signup button when there is a signup. */
export const QUICK_STATUS_LABELS: Record<SignupStatus, string> = { ...STATUS_LABELS, tentative: 'Maybe' };

/** What the calendar says about a user's own signup. */
export const STATUS_SENTENCES: Record<SignupStatus, string> = {
	confirmed: 'You confirmed.',
	late: "You'll be late.",
	tentative: 'You said maybe.',
	declined: 'You declined.',
};

const labels = SIGNUP_STATUSES.map((status) => STATUS_LABELS[status]);
/** The error for an invalid status. */
export const INVALID_STATUS = `Please choose ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
