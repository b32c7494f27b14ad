/** Every constant of the spec's section 9, and the text limits of the decisions, by name. */

export const APP_VERSION = '1.1.8';

export const EASTERN = 'America/New_York';
export const DEFAULT_TIMEZONE = EASTERN;
export const DEFAULT_EVENT_TIME = '20:30';
export const DEFAULT_GAME_NAME = 'Blood on the Clocktower';
export const DEFAULT_THEME = 'dark';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** "Happening Now": from four hours before the start until half an hour after it. */
export const HAPPENING_NOW = { hoursBefore: 4, hoursAfter: 0.5 } as const;
export const COUNTDOWN_TICK_MS = 1_000;
export const COUNTDOWN_WARNING_HOURS = { day: 24, hour: 1 } as const;

export const DURATION_MINUTES = {
	createMin: 60,
	createMax: 480,
	editMin: 30,
	editMax: 480,
	step: 30,
	default: 180,
} as const;

/** What a hand on a keyboard means by a date; a slip in the year is refused. */
export const EVENT_YEARS = { first: 2000, last: 2099 } as const;

export const STORYTELLERS_PER_EVENT = 50;

export const TEXT_LIMITS = {
	eventTitle: 200,
	eventDescription: 4_000,
	eventLocation: 200,
	signupNotes: 500,
	profileNotes: 2_000,
	banner: 1_000,
	comment: 2_000,
	preferredUsername: 255,
	groupId: 64,
	apiTokenName: 100,
	groupName: 200,
	/** Of a longer search text the rest is ignored. */
	search: 100,
} as const;

export const PREFERENCE_LIMITS = {
	players: 5,
	storytellers: 3,
	storytellerMatches: 3,
	playerMatches: 8,
} as const;

/** More than anybody needs, fewer than would hurt. */
export const API_TOKENS_PER_PERSON = 20;
export const API_TOKEN_DAYS = 365;

/** Between the words that a profile is gone and the sign-in screen. */
export const PROFILE_DELETION_REDIRECT_MS = 1_000;

/** The defaults (spec, section 9). A split makes two groups or more, so `triggerCount` is at least twice `minPlayersPerGroup`. */
export const AUTO_SPLIT = {
	triggerCount: 16,
	maxGroups: 2,
	minPlayersPerGroup: 8,
	maxPlayersPerGroup: 15,
} as const;
export const AUTO_SPLIT_MIN_GROUPS = 2;
export const GROUP_MAX_PLAYERS = 15;
/** A drag begins after so many pixels; the keyboard moves by so many. */
export const DRAG = { activationPixels: 8, keyboardPixels: 25 } as const;
/** Bounds of one event's board: far above any night, and low enough that nonsense is answered quickly. */
export const GROUP_LIMITS = { groups: 50, players: 500, pins: 500, keepApart: 200 } as const;
/** Bounds of what a site may set for auto-split; the search's tables and the storytellers' grow with them. */
export const AUTO_SPLIT_BOUNDS = { groups: 12, playersPerGroup: 30, triggerCount: 1_000 } as const;
/** Auto-split answers within this time; its thread is ended when it is later than that by the grace. */
export const AUTO_SPLIT_DEADLINE_MS = 1_000;
export const AUTO_SPLIT_GRACE_MS = 1_500;
/** Threads at once in one process, and questions in line for them. */
export const AUTO_SPLIT_TURNS = { atOnce: 2, waiting: 20, retryAfterSeconds: 5 } as const;
/** Auto-split remembers who sat together in so many earlier nights. */
export const COMPANY_NIGHTS = 5;

/** A picture, sent or stored, is smaller than this. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** What Discord shows best, and what the form recommends. */
export const IMAGE_RECOMMENDED = { width: 960, height: 540 } as const;
/** Bounds of what is decoded: a few kilobytes may claim any number of pixels. */
export const IMAGE_INPUT = {
	pixels: 64_000_000,
	animatedPixels: 100_000_000,
	frames: 500,
	seconds: 20,
} as const;
/** Pictures are scaled down to fit into this, never up. */
export const IMAGE_STORED = {
	still: { width: 1_920, height: 1_080 },
	animated: { width: 960, height: 540 },
} as const;
/** Decoding takes a processor and much memory: so many at once in one process, so many in line, no more. */
export const IMAGE_TURNS = { atOnce: 2, waiting: 20, retryAfterSeconds: 10 } as const;
/** A picture that nothing refers to may still come from a form that was refused. */
export const IMAGE_ORPHAN_HOURS = 24;
/** The largest request bodies in bytes, by what they bring (decisions, "Second batch"). */
export const BODY_LIMITS = {
	/** Theme and logout. */
	tiny: 4 * 1024,
	/** Every form and call that is not named below. */
	standard: 64 * 1024,
	/** Groups and preferences. */
	large: 256 * 1024,
	/** Selections of many rows. */
	bulk: 2 * 1024 * 1024,
	/** Forms and calls that may bring a picture. */
	image: 15 * 1024 * 1024,
} as const;
/** What a body may hold at most, whatever its size: checked before it is parsed. */
export const BODY_SHAPE = { jsonDepth: 32, jsonValues: 200_000, formFields: 1_000 } as const;
/** A refusal names so many wrong fields, and so many texts for each. */
export const FIELD_ERRORS = { fields: 20, textsPerField: 5 } as const;
/** A list of ids may repeat some; with more entries than this it is refused before any of them is looked at. */
export const REPEATED_IDS_MAX = 1_000;

export const EVENTS_PER_PAGE = 100;
/** On the admin panel's list, troubles first. */
export const MIRRORS_IN_SIGHT = 100;
/** On an admin list of `/api` (wire.md), and on a page of the panel. */
export const ADMIN_ROWS = { perCall: 1_000, perPage: 25 } as const;
/** A list says how many there are up to here; of what was searched for by words, each row must be looked at. */
export const COUNTED_ROWS = { all: 10_000, found: 1_000 } as const;
/** So many rows are changed or deleted at once. */
export const BULK_LIMIT = 100_000;
/** Recent Events and Recent Users of the admin panel. */
export const RECENT_ROWS = 5;
export const COMMENTS_PER_CALL = 100;
/** On the event page; earlier ones have an address of their own. */
export const COMMENTS_IN_SIGHT = 50;

/** On the audit trail's page, and in one answer of its call. */
export const AUDIT_PER_PAGE = 50;
/** Rows of an export that are in memory at once. */
export const EXPORT_BATCH = 500;
/** How far back the charts of the admin panel look. */
export const STATISTICS_WEEKS = { signups: 12, statuses: 12, attendance: 26 } as const;

/** The test environment's people, and the form fields that it opens with (spec, section 9). */
export const TEST_USERS = 30;
export const TEST_STORYTELLERS = 4;
export const TEST_DAYS_FROM_NOW = { default: 7, min: 0, max: 365 } as const;
export const TEST_SIGNUPS = { confirmed: 10, tentative: 8, late: 5, declined: 7 } as const;
/** What the test panel lists of events and people. */
export const TEST_STATUS_ROWS = { events: 50, users: 5 } as const;

/** How long a request that is sent again under the same key is known as a repeat. */
export const IDEMPOTENCY_KEY_HOURS = 24;
/** How long the page of an import shows how it ended. */
export const RUN_DAYS = 30;

export const JOKE_ROTATION_MS = 20_000;
export const STARTUP_WAIT_SECONDS = 30;

export const SIGN_IN_TOKEN_SECONDS = 60;
/** A session ends when it was not used for 30 days, and 90 days after it was created in any case. */
export const SESSION_DAYS = 30;
export const SESSION_MAX_DAYS = 90;
/** When a user starts one more, their oldest session ends. */
export const SESSIONS_PER_USER = 50;
export const MEMBERSHIP_CHECK_MINUTES = 15;
export const MEMBERSHIP_GRACE_HOURS = 24;

/** Uses a minute by one user, with all their sessions and API tokens. */
const USER_LIMITS = {
	userRequestsPerMinute: 1_200,
	userWritesPerMinute: 300,
	commentsPerMinute: 20,
	importsPerMinute: 10,
} as const;
/** Uses a minute by one client address. */
const ADDRESS_LIMITS = {
	signInStartsPerMinute: 120,
	signInCallbacksPerMinute: 120,
	/** Requests whose session cookie or Bearer token is not valid. */
	failedCredentialsPerMinute: 300,
} as const;
export const RATE_LIMITS = { ...USER_LIMITS, ...ADDRESS_LIMITS } as const;
export type UserLimit = keyof typeof USER_LIMITS;
export type AddressLimit = keyof typeof ADDRESS_LIMITS;
