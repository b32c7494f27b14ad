export const SIGN_IN_ERRORS = [
	'not_member',
	'missing_role',
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
	not_member: 'You are not a member of our Discord server yet.',
	missing_role: 'Your account on our Discord server does not have the required role.',
	access_denied: 'You cancelled the sign-in on Discord.',
	unavailable: "Discord isn't responding right now, so please try again in a few minutes.",
	state: 'That sign-in was started in another browser or took too long, so please start again.',
	token: 'That sign-in link was already used, has expired or belongs to another browser.',
	failed: 'Something went wrong on our side, so please try again in a moment.',
	asleep: "Our database isn't responding right now, so please try again in a moment.",
	busy: 'There were too many requests, so please wait a moment and try again.',
};

/** The message when a sign-in could not be started (spec, section 8). */
export const SIGN_IN_NOT_STARTED = 'Failed to initiate login';

/** The prefix of the codes of a sign-in that could not be started. */
const START_PREFIX = 'start_';

/** Returns the path that says why a sign-in failed, and still knows the page that was asked for ('/': none). */
export const toSignInErrorPath = (code: string, redirectTo: string): string =>
	`/?${new URLSearchParams({ error: code, ...(redirectTo === '/' ? {} : { redirectTo }) })}`;

/**
 * Returns the message of the spec (section 8) for a failed sign-in, and why it failed as one sentence, null for
 * an unknown code.
 */
export function describeSignInError(code: string): { message: string; reason: string | null } {
	const isStart = code.startsWith(START_PREFIX);
	const kind = isStart ? code.slice(START_PREFIX.length) : code;
	return {
		message: isStart ? SIGN_IN_NOT_STARTED : 'Authentication failed. Please try again.',
		reason: SIGN_IN_ERRORS.includes(kind as SignInError) ? SENTENCES[kind as SignInError] : null,
	};
}
