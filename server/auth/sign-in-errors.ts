export const SIGN_IN_ERRORS = [
	'not_member',
	'missing_role',
	'access_denied',
	'unavailable',
	'state',
	'token',
	'start',
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
	start: 'Failed to initiate login',
	asleep: "Our database isn't responding right now, so please try again in a moment.",
	busy: 'There were too many requests, so please wait a moment and try again.',
};

/**
 * Returns why a sign-in failed, as one sentence for the sign-in screen after the message of the spec, or null
 * for an unknown code.
 */
export function describeSignInError(code: string | null | undefined): string | null {
	return SIGN_IN_ERRORS.includes(code as SignInError) ? SENTENCES[code as SignInError] : null;
}
