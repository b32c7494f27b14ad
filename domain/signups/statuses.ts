/** In the order of the signups card (spec, section 2). The counts of SQL, wire, schemas and CSV derive from this list. */
export const SIGNUP_STATUSES = ['confirmed', 'late', 'tentative', 'declined'] as const;
export type SignupStatus = (typeof SIGNUP_STATUSES)[number];

/** The fields `<status>_<suffix>`, such as `late_count`. */
export type FieldsByStatus<Suffix extends string, Value = number> = {
	[Status in SignupStatus as `${Status}_${Suffix}`]: Value;
};

/** Returns a value of `make` for each status. */
export function byStatus<Value>(make: (status: SignupStatus) => Value): Record<SignupStatus, Value> {
	const entries = SIGNUP_STATUSES.map((status) => [status, make(status)]);
	return Object.fromEntries(entries) as Record<SignupStatus, Value>;
}

/** Returns the fields `<status>_<suffix>`, each with a value of `make`. */
export function fieldsByStatus<Suffix extends string, Value>(
	suffix: Suffix,
	make: (status: SignupStatus) => Value,
): FieldsByStatus<Suffix, Value> {
	const entries = SIGNUP_STATUSES.map((status) => [`${status}_${suffix}`, make(status)]);
	return Object.fromEntries(entries) as FieldsByStatus<Suffix, Value>;
}

export const SIGNUP_SOURCES = ['webapp', 'discord', 'botc_command'] as const;
export type SignupSource = (typeof SIGNUP_SOURCES)[number];

/** What a status is called when it is somebody's answer. */
export const STATUS_LABELS: Record<SignupStatus, string> = {
	confirmed: 'Confirmed',
	late: 'Late',
	tentative: 'Tentative',
	declined: 'Declined',
};

/** What the quick-signup dropdown offers (spec, section 2, event card). */
export const QUICK_SIGNUP_LABELS: Record<SignupStatus, string> = {
	confirmed: 'Confirm',
	late: 'Late',
	tentative: 'Maybe',
	declined: 'Decline',
};

/** What the quick-signup button wears once there is a signup. */
export const QUICK_STATUS_LABELS: Record<SignupStatus, string> = { ...STATUS_LABELS, tentative: 'Maybe' };

const labels = SIGNUP_STATUSES.map((status) => STATUS_LABELS[status]);
/** The refusal of any other status. */
export const NO_STATUS = `Please choose ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
