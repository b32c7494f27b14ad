import { SESSION_DAYS } from '~/domain/limits.ts';
import { isSame, signFor } from '../secrets.ts';
import { readCookie, serializeCookie } from './cookies.ts';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'X-XSRF-TOKEN';

/** The token of a session: an HMAC over its id, so that no other session's is good for it. */
export const xsrfToken = (sessionId: string): string => signFor('xsrf', sessionId);

/** Whether the header repeats the cookie and both are this session's token (decisions, "Sign-in and sessions"). */
export function verifyXsrf(request: Request, sessionId: string): boolean {
	const header = request.headers.get(HEADER) ?? '';
	const cookie = readCookie(request, COOKIE) ?? '';
	return isSame(header, cookie) && isSame(header, xsrfToken(sessionId));
}

/** The Set-Cookie value that scripts of the page read the token from. */
export const xsrfCookie = (sessionId: string): string =>
	serializeCookie(COOKIE, xsrfToken(sessionId), { maxAge: SESSION_DAYS * 86_400, readable: true });

/** Deletes it, with the session. */
export const clearedXsrfCookie = (): string => serializeCookie(COOKIE, '', { maxAge: 0, readable: true });
