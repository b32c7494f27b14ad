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
} as const;

export const PREFERENCE_LIMITS = { players: 5, storytellers: 3, storytellerMatches: 3 } as const;

export const AUTO_SPLIT = {
	triggerCount: 16,
	maxGroups: 2,
	minPlayersPerGroup: 8,
	maxPlayersPerGroup: 15,
} as const;
export const GROUP_MAX_PLAYERS = 15;

export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const BODY_MAX_BYTES = 1024 * 1024;
export const BODY_WITH_IMAGE_MAX_BYTES = 15 * 1024 * 1024;

export const EVENTS_PER_PAGE = 100;
export const COMMENTS_PER_CALL = 100;
/** On the event page; earlier ones have an address of their own. */
export const COMMENTS_IN_SIGHT = 50;

/** How long a request that is sent again under the same key is known as a repeat. */
export const IDEMPOTENCY_KEY_HOURS = 24;

export const JOKE_ROTATION_MS = 20_000;
export const STARTUP_WAIT_SECONDS = 30;

export const SIGN_IN_TOKEN_SECONDS = 60;
export const SESSION_DAYS = 30;
export const MEMBERSHIP_CHECK_MINUTES = 15;
export const MEMBERSHIP_GRACE_HOURS = 24;

export const RATE_LIMITS = {
	sessionRequestsPerMinute: 1_200,
	sessionWritesPerMinute: 300,
	signInStartsPerMinute: 120,
	commentsPerMinute: 20,
} as const;
