import { joinNames } from '../format-count.ts';

/** What is stored about a user, by who else sees it and by its name in sentences: its main table, then others. */
export const ACCOUNT_DATA = {
	members: {
		signups: ['signups', 'series_regulars', 'interest_withdrawals', 'calendar_revisions'],
		'answers about dates': ['poll_votes'],
		comments: ['comments'],
		events: ['events', 'event_series', 'polls', 'event_storytellers', 'series_storytellers', 'import_runs'],
		'seats in groups': ['group_players', 'group_co_storytellers', 'played_seats', 'groups', 'announcements'],
	},
	creators: {
		preferences: ['preferences', 'player_preferences'],
		'entries in roll calls': ['attendance'],
	},
	/** Others see at most a part of it, which the privacy policy describes. */
	user: {
		'answers about scripts': ['script_votes'],
		messages: ['direct_messages', 'player_messages'],
		drafts: ['event_drafts'],
		scripts: ['scripts'],
	},
	/** What the privacy policy describes without these names. */
	described: {
		account: ['users', 'given_roles', 'idempotency_keys', 'rate_limits', 'last_writes'],
		sessions: ['sessions', 'sign_in_tokens', 'api_tokens'],
		changes: ['audit_entries', 'undos', 'undo_rows'],
		'notes for the split': ['group_pins', 'group_keep_apart'],
	},
} as const;
const { members, creators, user, described } = ACCOUNT_DATA;
type Parts = typeof members & typeof creators & typeof user & typeof described;
/** A table with data of single users. The export of a profile has a query for each. */
export type AccountTable = Parts[keyof Parts][number];

const KEPT = [members, creators, user].flatMap((parts) => Object.keys(parts));
/** What stays when the account is deleted, without the user's name. */
export const STAYING: string[] = ['events', 'scripts'] satisfies (keyof Parts)[];

/** Lists for sentences, such as 'signups, comments and preferences'. */
export const ACCOUNT_TEXTS = {
	kept: joinNames(KEPT),
	seenByMembers: joinNames(Object.keys(members)),
	seenByCreators: joinNames(Object.keys(creators)),
	deleted: joinNames(KEPT.filter((name) => !STAYING.includes(name))),
	staying: joinNames(STAYING),
} as const;
