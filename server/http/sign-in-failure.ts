import { redirect } from 'react-router';
import { CALLBACK_PATH } from '../auth/discord-strategy.ts';
import { toSafeRedirect } from '../auth/redirect-to.ts';
import { SIGN_IN_NOT_STARTED, toSignInErrorPath } from '../auth/sign-in-errors.ts';
import { splitState } from '../auth/sign-in-state.ts';
import { asRefusal, buildRefusalHeaders, STATUS } from './status.ts';

/** Returns whether a browser opened the address and so expects a page, not JSON. */
export const isPageRequest = (request: Request): boolean =>
	request.headers.get('Accept')?.includes('text/html') ?? false;

/**
 * Returns the redirect after a sign-in that failed on our side: to the sign-in screen, with the reason as a code. The
 * code says whether the start or the callback failed, because their messages differ (spec, section 8).
 */
export function redirectFailedSignIn(request: Request, error: unknown): Response {
	const { pathname, searchParams } = new URL(request.url);
	const kind = asRefusal(error)?.kind;
	const reason = kind === 'unavailable' ? 'asleep' : kind === 'tooMany' ? 'busy' : 'failed';
	return redirect(
		pathname === CALLBACK_PATH
			? toSignInErrorPath(reason, splitState(searchParams.get('state') ?? '').redirectTo)
			: toSignInErrorPath(`start_${reason}`, toSafeRedirect(searchParams.get('redirectTo'))),
	);
}

/**
 * Returns the response to a sign-in that could not be started, whatever the reason (spec, section 8): a browser is
 * redirected to the sign-in screen, and a program gets the text with the reason's status.
 */
export function createStartFailure(request: Request, error: unknown): Response {
	if (isPageRequest(request)) return redirectFailedSignIn(request, error);
	const refusal = asRefusal(error);
	return Response.json(
		{ error: SIGN_IN_NOT_STARTED },
		refusal ? { status: STATUS[refusal.kind], headers: buildRefusalHeaders(refusal) } : { status: 500 },
	);
}
