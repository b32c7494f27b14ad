export const SIGN_IN_ERRORS = [
	'not_member',
	'missing_role',
	'missing_scope',
	'access_denied',
	'unavailable',
	'state',
	'token',
	'failed',
	'asleep',
	'busy',
] as const;
export type SignInError = (typeof SIGN_IN_ERRORS)[number];

const SENTENCES: Record<SignInError, string> = {
	not_member: 'You are not a member of our Discord server yet. Join it, then sign in here.',
	missing_role:
		'Your account on our Discord server does not have the required role. Ask a moderator for it, then sign in again.',
	missing_scope:
		'Discord did not give us the permission to see your membership of our server. Choose Continue with Discord again, and allow it there.',
	access_denied: 'You cancelled the sign-in on Discord.',
	unavailable: "Discord isn't responding right now, so please try again in a few minutes.",
	state: 'That sign-in was started in another browser or took too long, so please start again.',
	token: 'That sign-in link was already used, has expired or belongs to another browser.',
	failed: 'Something went wrong on our side, so please try again in a moment.',
	asleep: "Our database isn't responding right now, so please try again in a moment.",
	busy: 'There were too many requests, so please wait a moment and try again.',
};

/** What the visitor has to do first, for the causes that trying again does not change. */
const HEADLINES: Partial<Record<string, string>> = {
	not_member: 'Join our Discord server first',
	missing_role: 'You need a role on our Discord server',
	missing_scope: 'A permission is missing',
	access_denied: 'You stopped signing in',
};

/** The message when a sign-in could not be started (spec, section 8). */
export const SIGN_IN_NOT_STARTED = 'Failed to initiate login';

/** The prefix of the codes of a sign-in that could not be started. */
const START_PREFIX = 'start_';

/** Returns the path that says why a sign-in failed, and still knows the page that was asked for ('/': none). */
export const toSignInErrorPath = (code: string, redirectTo: string): string =>
	`/?${new URLSearchParams({ error: code, ...(redirectTo === '/' ? {} : { redirectTo }) })}`;

/** Why a sign-in failed, for the sign-in screen. */
export type FailedSignIn = {
	/** Names the cause, if the visitor can do something about it. */
	headline: string | null;
	/** The message of the spec. */
	message: string;
	/** One or two sentences; null for an unknown cause. */
	reason: string | null;
	/** Whether the visitor has to join the community first. */
	needsToJoin: boolean;
};

/** Returns what to show for a failed sign-in (spec, section 8). */
export function describeSignInError(code: string): FailedSignIn {
	const isStart = code.startsWith(START_PREFIX);
	const kind = isStart ? code.slice(START_PREFIX.length) : code;
	return {
		headline: (Object.hasOwn(HEADLINES, code) && HEADLINES[code]) || null,
		needsToJoin: code === 'not_member',
		message: isStart ? SIGN_IN_NOT_STARTED : 'Authentication failed. Please try again.',
		reason: SIGN_IN_ERRORS.includes(kind as SignInError) ? SENTENCES[kind as SignInError] : null,
	};
}
