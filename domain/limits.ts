/** The constants of the spec's section 9, and all other limits. */

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

/** The years in which an event may take place, to reject typing errors. */
export const EVENT_YEARS = { first: 2000, last: 2099 } as const;

export const STORYTELLERS_PER_EVENT = 50;

/**
 * Members are told when an event moves by more than `moveMinutes`, and only once it has not been changed for
 * `waitSeconds`, so that a mistake that is corrected at once is not sent.
 */
export const NOTICES = { moveMinutes: 15, waitSeconds: 30, perHour: 3 } as const;
/**
 * Users without a signup can be asked about an event once in `hours`: those who signed up for one of the last `events`.
 */
export const NUDGE = { hours: 24, events: 10 } as const;

export const TEXT_LIMITS = {
	eventTitle: 200,
	eventDescription: 4_000,
	eventLocation: 200,
	cancelReason: 200,
	signupNotes: 500,
	profileNotes: 2_000,
	banner: 1_000,
	tableUrl: 200,
	comment: 2_000,
	preferredUsername: 255,
	groupId: 64,
	apiTokenName: 100,
	groupName: 200,
	/** The rest of a longer search text is ignored. */
	search: 100,
} as const;

export const PREFERENCE_LIMITS = {
	players: 5,
	storytellers: 3,
	storytellerMatches: 3,
	playerMatches: 8,
} as const;

/** The maximum number of API tokens per user: enough for every use, too few for abuse. */
export const API_TOKENS_PER_USER = 20;
export const API_TOKEN_DAYS = 365;

/** The delay between the message that the profile was deleted and the sign-in screen. */
export const PROFILE_DELETION_REDIRECT_MS = 1_000;

/**
 * The defaults (spec, section 9). A split creates at least two groups, so `triggerCount` is at least twice
 * `minPlayersPerGroup`.
 */
export const AUTO_SPLIT = {
	triggerCount: 16,
	maxGroups: 2,
	minPlayersPerGroup: 8,
	maxPlayersPerGroup: 15,
} as const;
export const AUTO_SPLIT_MIN_GROUPS = 2;
export const GROUP_MAX_PLAYERS = 15;
/**
 * A user's calendar has the events of the last `pastDays` and all later ones, at most `events`. Calendar programs are
 * asked to read it again after `refreshMinutes`.
 */
export const CALENDAR = { pastDays: 90, events: 1_000, refreshMinutes: 60 } as const;
/** A drag starts after this many pixels; a key press moves by this many. */
export const DRAG = { activationPixels: 8, keyboardPixels: 25 } as const;
/**
 * The limits of one event's board: far above real events, and low enough that invalid boards are rejected
 * quickly.
 */
export const GROUP_LIMITS = {
	groups: 50,
	players: 500,
	pins: 500,
	keepApart: 200,
	travellers: 5,
	coStorytellers: 3,
	rounds: 5,
} as const;
/** How long the entries of a roll call are kept. */
export const ATTENDANCE_WEEKS = 26;
/** The size of a script's file in bytes, its entries, its name and author in characters, and the library in scripts. */
export const SCRIPT_LIMITS = {
	bytes: 64 * 1024,
	minEntries: 5,
	maxEntries: 201,
	name: 50,
	scripts: 100,
	/** What the players of one event are asked about at once. */
	asked: 5,
} as const;
/** The online table refuses more names than `seats`. Players see its link `linkMinutes` before the start. */
export const TABLE = { seats: 20, linkMinutes: 30 } as const;
/**
 * The limits of a site's auto-split settings; the tables for the search and for seating storytellers grow
 * with them.
 */
export const AUTO_SPLIT_BOUNDS = { groups: 12, playersPerGroup: 30, triggerCount: 1_000 } as const;
/**
 * Auto-split returns within the deadline; its thread is terminated when it exceeds that by the grace period.
 */
export const AUTO_SPLIT_DEADLINE_MS = 1_000;
export const AUTO_SPLIT_GRACE_MS = 1_500;
/** The maximum number of auto-split threads in one process, and of requests that wait for one. */
export const AUTO_SPLIT_QUEUE = { atOnce: 2, waiting: 20, retryAfterSeconds: 5 } as const;
/** Auto-split considers the groups of this many earlier events, to avoid repeated pairings. */
export const RECENT_PAIRING_EVENTS = 5;
/** "Players you played with" looks at this many of a user's latest events. */
export const COMPANION_EVENTS = 30;
/** At most this many signups of each of them are read. */
export const COMPANION_SIGNUPS = 500;

/** The size limit (exclusive) of a picture, sent or stored. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** The size that Discord displays best and that the form recommends, in pixels. */
export const IMAGE_RECOMMENDED = { width: 960, height: 540 } as const;
/** The limits for decoding: a file of a few kilobytes may claim any number of pixels. */
export const IMAGE_INPUT = {
	pixels: 64_000_000,
	animatedPixels: 100_000_000,
	frames: 500,
	seconds: 20,
} as const;
/** The maximum size of stored pictures, in pixels: larger ones are scaled down, smaller ones stay. */
export const IMAGE_STORED = {
	still: { width: 1_920, height: 1_080 },
	animated: { width: 960, height: 540 },
} as const;
/**
 * Decoding uses much processor time and memory, so only this many pictures are decoded at once in one
 * process, and only this many may wait.
 */
export const IMAGE_QUEUE = { atOnce: 2, waiting: 20, retryAfterSeconds: 10 } as const;
/** Drawing pictures of link previews, apart from `IMAGE_QUEUE`: visitors must not delay uploads. */
export const PICTURE_QUEUE = { atOnce: 1, waiting: 20, retryAfterSeconds: 10 } as const;
/**
 * A picture without a reference is kept for this time, because it may come from a form that was rejected and
 * will be sent again.
 */
export const IMAGE_ORPHAN_HOURS = 24;
/** The maximum size of request bodies in bytes, by content (decision 0028). */
export const BODY_LIMITS = {
	/** Theme and logout. */
	tiny: 4 * 1024,
	/** Forms and API requests that are not listed below. */
	standard: 64 * 1024,
	/** Groups and preferences. */
	large: 256 * 1024,
	/** Selections of many rows. */
	bulk: 2 * 1024 * 1024,
	/** Forms and API requests that may contain a picture. */
	image: 15 * 1024 * 1024,
} as const;
/** The maximum content of a request body of any size, checked before parsing. */
export const BODY_SHAPE = { jsonDepth: 32, jsonValues: 200_000, formFields: 1_000 } as const;
/** A refusal lists at most this many invalid fields, and this many texts for each. */
export const FIELD_ERRORS = { fields: 20, textsPerField: 5 } as const;
/**
 * A list of ids may contain duplicates; a list with more entries than this is refused before its entries are
 * checked.
 */
export const REPEATED_IDS_MAX = 1_000;

/** The number of events in one API response. */
export const EVENTS_PER_PAGE = 100;
/** The number of events on one page of the event list, and of the past events. */
export const LISTED_EVENTS_PER_PAGE = 30;
/** An event with more signups than this shows them in pages of this size, and its groups closed at first. */
export const SIGNUPS_PER_PAGE = 100;
/** The number of players in each section of Available Players; the search finds the others. */
export const AVAILABLE_SHOWN = 100;
/** The number of events that the signup history shows at first. */
export const HISTORY_SHOWN = 5;
/** The number of upcoming events that the event form compares its own time with. */
export const CLASH_EVENTS = 200;
/** The length of the admin panel's list, in which mirrors with errors come first. */
export const MIRRORS_SHOWN = 100;
/** The length of an admin list in `/api` and of a page in the panel. */
export const ADMIN_ROWS = { perCall: 1_000, perPage: 25 } as const;
/** The total of a list is counted up to this number, so that its cost does not grow with the tables. */
export const COUNTED_ROWS = 1_000;
/** The maximum number of rows that are updated or deleted at once. */
export const BULK_LIMIT = 100_000;
/** The length of Recent Events and Recent Users in the admin panel. */
export const RECENT_ROWS = 5;
export const COMMENTS_PER_CALL = 100;
/** The number of comments on the event page; earlier ones are on separate pages. */
export const COMMENTS_SHOWN = 50;

/** The number of entries on a page of the audit trail and in one API response. */
export const AUDIT_PER_PAGE = 50;
/** How many items of one bulk change the audit trail shows, and how many it counts. */
export const AUDIT_ITEMS = { shown: 25, counted: 10_000 } as const;
/** The number of an export's rows that are in memory at once. */
export const EXPORT_BATCH = 500;
/** The period of the admin panel's charts, in weeks. */
export const STATISTICS_WEEKS = { signups: 12, statuses: 12, attendance: 26 } as const;

/** The test environment's users, and the initial values of its form fields (spec, section 9). */
export const TEST_USERS = 30;
export const TEST_STORYTELLERS = 4;
export const TEST_DAYS_FROM_NOW = { default: 7, min: 0, max: 365 } as const;
export const TEST_SIGNUPS = { confirmed: 10, tentative: 8, late: 5, declined: 7 } as const;
/** The number of events and users that the test panel lists. */
export const TEST_STATUS_ROWS = { events: 50, users: 5 } as const;

/** How long a request with the same key is recognized as a repeat. */
export const IDEMPOTENCY_KEY_HOURS = 24;
/** How long the result of an import is shown on its page. */
export const IMPORT_RUN_DAYS = 30;

export const JOKE_ROTATION_MS = 20_000;
export const STARTUP_WAIT_SECONDS = 30;
/** A navigation, or the scripts of the first load, may take this long before the loading text is shown. */
export const LOADING_AFTER_MS = 3_000;

export const SIGN_IN_TOKEN_SECONDS = 60;
/** A session ends after 30 days without use, and in any case 90 days after it was created. */
export const SESSION_DAYS = 30;
export const SESSION_MAX_DAYS = 90;
/** When a user exceeds this number, their oldest session ends. */
export const SESSIONS_PER_USER = 50;
export const MEMBERSHIP_CHECK_MINUTES = 15;
export const MEMBERSHIP_GRACE_HOURS = 24;

/** The maximum numbers of open streams of changes (GET /live), of one user and of one process. */
export const LIVE_STREAMS = { perUser: 20, perProcess: 1_000 } as const;
/** The maximum number of events that one stream reports, unless it reports all. */
export const LIVE_EVENTS = 100;
/** How often a stream shows that it is alive, in seconds. */
export const LIVE_HEARTBEAT_SECONDS = 20;
/** How long a page waits between two loads: this time, and longer when a process has many streams. */
export const LIVE_LOAD = { minMs: 1_000, msPerStream: 10 } as const;

/** The maximum number of uses per minute by one user, over all their sessions and API tokens. */
const USER_LIMITS = {
	userRequestsPerMinute: 1_200,
	userWritesPerMinute: 300,
	commentsPerMinute: 20,
	importsPerMinute: 10,
} as const;
/** The maximum number of uses per minute by one client address. */
const ADDRESS_LIMITS = {
	signInStartsPerMinute: 120,
	signInCallbacksPerMinute: 120,
	/** Requests with an invalid session cookie or Bearer token. */
	failedCredentialsPerMinute: 300,
} as const;
export const RATE_LIMITS = { ...USER_LIMITS, ...ADDRESS_LIMITS } as const;
export type UserLimit = keyof typeof USER_LIMITS;
export type AddressLimit = keyof typeof ADDRESS_LIMITS;

/**
 * The health page reports a problem beyond these: the time of one small statement, the age of a waiting job (a
 * reconcile may run for 14 minutes, and the next one waits for it), and the time since the last reconcile (every 15
 * minutes).
 */
export const HEALTH_LIMITS = {
	responseMs: 500,
	waitMinutes: 15,
	reconcileMinutes: 45,
	offerMinutes: 1,
} as const;
