export const SIGNUP_STATUSES = ['confirmed', 'late', 'tentative', 'declined'] as const;
export type SignupStatus = (typeof SIGNUP_STATUSES)[number];

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
