import { isSame, signFor } from '../secrets.ts';
import { readCookie, secondsUntil, serializeCookie } from './cookies.ts';

const HEADER = 'X-XSRF-TOKEN';

/** The token of a session: an HMAC over its id, so that no other session's is good for it. */
export const xsrfToken = (sessionId: string): string => signFor('xsrf', sessionId);

/** Whether the header repeats the cookie and both are this session's token (decisions, "Sign-in and sessions"). */
export function verifyXsrf(request: Request, sessionId: string): boolean {
	const header = request.headers.get(HEADER) ?? '';
	const cookie = readCookie(request, 'XSRF-TOKEN') ?? '';
	return isSame(header, cookie) && isSame(header, xsrfToken(sessionId));
}

/** Returns the Set-Cookie value that scripts of the page read the token from, until the session expires. */
export const xsrfCookie = (sessionId: string, expiresAt: Date, now: Date): string =>
	serializeCookie('XSRF-TOKEN', xsrfToken(sessionId), { maxAge: secondsUntil(expiresAt, now) });

/** Deletes it, with the session. */
export const clearedXsrfCookie = (): string => serializeCookie('XSRF-TOKEN', '', { maxAge: 0 });
