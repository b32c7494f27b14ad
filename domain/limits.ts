/** The constants of the spec's section 9, and limits that several parts share. A limit of one part is in its file. */

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

/** Members are told when an event moves by more than `moveMinutes`, and stays so for `waitSeconds`. */
export const NOTICES = { moveMinutes: 15, waitSeconds: 30, perHour: 3 } as const;
/** Once in `hours`, users of one of the last `events` without a signup can be asked about an event. */
export const NUDGE = { hours: 24, events: 10 } as const;

/** An event's users get at most `perDay` messages of creators and storytellers in `hours`. */
export const PLAYER_MESSAGES = { perDay: 3, hours: 24 } as const;

/** How many days before its start an event of a series is announced on Discord. */
export const ANNOUNCE_DAYS = { min: 1, max: 60, default: 7 } as const;

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
	playerMessage: 1_000,
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

/** The delay between the message that the profile was deleted and the sign-in screen. */
export const PROFILE_DELETION_REDIRECT_MS = 1_000;

/** The defaults (spec, section 9). A split creates at least two groups. */
export const AUTO_SPLIT = {
	triggerCount: 16,
	maxGroups: 2,
	minPlayersPerGroup: 8,
	maxPlayersPerGroup: 15,
} as const;
export const AUTO_SPLIT_MIN_GROUPS = 2;
export const GROUP_MAX_PLAYERS = 15;
/** A calendar has `events` at most, from `pastDays` ago; programs read it again after `refreshMinutes`. */
export const CALENDAR = { pastDays: 90, events: 1_000, refreshMinutes: 60 } as const;
/** A drag starts after this many pixels; a key press moves by this many. */
export const DRAG = { activationPixels: 8, keyboardPixels: 25 } as const;
/** The limits of one event's board, far above real events, so that invalid boards are rejected quickly. */
export const GROUP_LIMITS = {
	groups: 50,
	players: 500,
	pins: 500,
	keepApart: 200,
	travellers: 5,
	coStorytellers: 3,
	rounds: 5,
} as const;
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
/** The limits of a site's Auto-Split settings; the tables of the search grow with them. */
export const AUTO_SPLIT_BOUNDS = { groups: 12, playersPerGroup: 30, triggerCount: 1_000 } as const;

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
/** The maximum size of request bodies in bytes, by content (decision 0014). */
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

export const LISTED_EVENTS_PER_PAGE = 30;
/** An event with more signups than this shows them in pages of this size, and its groups closed at first. */
export const SIGNUPS_PER_PAGE = 100;
/** The number of events that the signup history shows at first. */
export const HISTORY_SHOWN = 5;
/** The number of upcoming events that the event form compares its own time with. */
export const CLASH_EVENTS = 200;
/** The length of an admin list in `/api` and of a page in the panel. */
export const ADMIN_ROWS = { perCall: 1_000, perPage: 25 } as const;
/** The total of a list is counted up to this number, so that its cost does not grow with the tables. */
export const COUNTED_ROWS = 5_000;
export const BULK_LIMIT = 100_000;

/** How many items of one bulk change the audit trail shows, and how many it counts. */
export const AUDIT_ITEMS = { shown: 25, counted: 10_000 } as const;

/** The test environment's users, and the initial values of its form fields (spec, section 9). */
export const TEST_USERS = 30;
export const TEST_DAYS_FROM_NOW = { default: 7, min: 0, max: 365 } as const;
export const TEST_SIGNUPS = { confirmed: 10, tentative: 8, late: 5, declined: 7 } as const;

export const JOKE_ROTATION_MS = 20_000;
export const STARTUP_WAIT_SECONDS = 30;
/** A navigation, or the scripts of the first load, may take this long before the loading text is shown. */
export const LOADING_AFTER_MS = 3_000;

/** When a user exceeds this number, their oldest session ends. */
export const SESSIONS_PER_USER = 50;

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
