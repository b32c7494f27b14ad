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
