import { config } from '../config.ts';
import { isSameSecret, signFor } from '../secrets.ts';
import { getSecondsUntil, readCookie, serializeCookie } from './cookies.ts';

const HEADER = 'X-XSRF-TOKEN';

/** Returns the XSRF token of a session: an HMAC of its id, so that it is not valid for any other session. */
export const createXsrfToken = (sessionId: string): string => signFor('xsrf', sessionId);

/** Returns whether header and cookie are equal and both are this session's token (decision 0002). */
export function verifyXsrf(request: Request, sessionId: string): boolean {
	const header = request.headers.get(HEADER) ?? '';
	const cookie = readCookie(request, 'XSRF-TOKEN') ?? '';
	return isSameSecret(header, cookie) && isSameSecret(header, createXsrfToken(sessionId));
}

/** Returns the Set-Cookie value from which scripts of the page read the token, until the session expires. */
export const createXsrfCookie = (sessionId: string, expiresAt: Date, now: Date): string =>
	serializeCookie('XSRF-TOKEN', createXsrfToken(sessionId), { maxAge: getSecondsUntil(expiresAt, now) });

/** Returns the Set-Cookie value that deletes the XSRF cookie, together with the session. */
export const clearXsrfCookie = (): string => serializeCookie('XSRF-TOKEN', '', { maxAge: 0 });

/**
 * Returns whether a page of another site sent this request, judged by the Origin header, else by
 * Sec-Fetch-Site. Our own origin comes from APP_URL, never from a header. A request with neither header comes
 * from a program, which does not send a browser's cookies.
 */
export function isForeignOrigin(request: Request): boolean {
	const origin = request.headers.get('Origin');
	if (origin !== null) return origin !== new URL(config().APP_URL).origin;
	const site = request.headers.get('Sec-Fetch-Site');
	return site !== null && site !== 'same-origin' && site !== 'none';
}
