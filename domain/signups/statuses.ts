/** The statuses in the order of the signups card (spec, section 2). SQL, API and CSV derive from it. */
export const SIGNUP_STATUSES = ['confirmed', 'late', 'tentative', 'declined'] as const;
export type SignupStatus = (typeof SIGNUP_STATUSES)[number];

/** What a status means: each rule that asks takes its answer from here. A new status must answer every question. */
export type StatusFacts = {
	label: string;
	/** The label of the button that chooses the status (spec, section 2, event card). */
	quickLabel: string;
	/** What the user is told about their own signup. */
	sentence: string;
	/** What it says, for users who are new: 'Late: you come, but after the start.' */
	meaning: string;
	/** The user comes: they are reminded, expected at the roll call, and count for the minimum of players. */
	comes: boolean;
	/** The user needs one of the places, where these are limited. */
	takesPlace: boolean;
	/** Auto-Split gives the user a seat. */
	isSplit: boolean;
	/** The user may come: they are told of changes, keep a seat, vote on scripts, and can be a regular. */
	mayCome: boolean;
	/** The user can be asked when more players are needed. */
	canStandBy: boolean;
	/** The user can say when they arrive, and when they leave. */
	arrivesLater: boolean;
	leavesEarly: boolean;
};

export const STATUS_FACTS = {
	confirmed: {
		label: 'Confirmed',
		quickLabel: 'Confirm',
		sentence: 'You confirmed.',
		meaning: "you're coming",
		comes: true,
		takesPlace: true,
		isSplit: true,
		mayCome: true,
		canStandBy: false,
		arrivesLater: false,
		leavesEarly: true,
	},
	late: {
		label: 'Late',
		quickLabel: 'Late',
		sentence: "You'll be late.",
		meaning: "you're coming, but after the start",
		comes: true,
		takesPlace: true,
		isSplit: false,
		mayCome: true,
		canStandBy: false,
		arrivesLater: true,
		leavesEarly: true,
	},
	tentative: {
		label: 'Tentative',
		quickLabel: 'Maybe',
		sentence: 'You signed up as Tentative.',
		meaning: "you don't know yet",
		comes: false,
		takesPlace: false,
		isSplit: false,
		mayCome: true,
		canStandBy: true,
		arrivesLater: false,
		leavesEarly: false,
	},
	declined: {
		label: 'Declined',
		quickLabel: 'Decline',
		sentence: 'You declined.',
		meaning: "you can't come this time",
		comes: false,
		takesPlace: false,
		isSplit: false,
		mayCome: false,
		canStandBy: false,
		arrivesLater: false,
		leavesEarly: false,
	},
} as const satisfies Record<SignupStatus, StatusFacts>;

/** A question that `STATUS_FACTS` answers with yes or no. */
export type StatusQuestion = {
	[Name in keyof StatusFacts]: StatusFacts[Name] extends boolean ? Name : never;
}[keyof StatusFacts];

/** The statuses whose answer to `Question` is yes. */
export type StatusWith<Question extends StatusQuestion> = {
	[Status in SignupStatus]: (typeof STATUS_FACTS)[Status][Question] extends true ? Status : never;
}[SignupStatus];

/** Returns whether the answer of a status to `question` is yes; no for a user without a signup. */
export const hasFact = <Question extends StatusQuestion>(
	status: SignupStatus | null,
	question: Question,
): status is StatusWith<Question> => status !== null && STATUS_FACTS[status][question];

/** Returns the statuses whose answer to `question` is yes, in the order of the list. */
export const listStatusesWith = <Question extends StatusQuestion>(
	question: Question,
): StatusWith<Question>[] =>
	SIGNUP_STATUSES.filter((status): status is StatusWith<Question> => hasFact(status, question));

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
export const STATUS_LABELS = mapStatuses((status) => STATUS_FACTS[status].label);

/** The labels in the quick-signup dropdown (spec, section 2, event card). */
export const QUICK_SIGNUP_LABELS = mapStatuses((status) => STATUS_FACTS[status].quickLabel);

const labels = SIGNUP_STATUSES.map((status) => STATUS_LABELS[status]);
export const INVALID_STATUS = `Please choose ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;

export type SignupTally = Record<SignupStatus, number> & { total: number };
