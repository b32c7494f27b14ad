import { type CookieName, readCookie, serializeCookie } from '../auth/cookies.ts';

/** Returns a cookie of free text (percent-encoded), or null when it is absent or cannot be decoded. */
export function readTextCookie(request: Request, name: CookieName): string | null {
	const value = readCookie(request, name);
	if (value === null) return null;
	try {
		return decodeURIComponent(value);
	} catch {
		return null;
	}
}

/** Returns a Set-Cookie value for free text; `maxAge` is in seconds. */
export const writeTextCookie = (name: CookieName, text: string, options: { maxAge: number }): string =>
	serializeCookie(name, encodeURIComponent(text), options);
