import { type CookieName, readCookie, serializeCookie } from '../auth/cookies.ts';

/** A cookie of free text (percent-encoded), or null when there is none or it cannot be read. */
export function readTextCookie(request: Request, name: CookieName): string | null {
	const value = readCookie(request, name);
	if (value === null) return null;
	try {
		return decodeURIComponent(value);
	} catch {
		return null;
	}
}

/** A Set-Cookie value for free text; `maxAge` is in seconds. */
export const writeTextCookie = (name: CookieName, text: string, options: { maxAge: number }): string =>
	serializeCookie(name, encodeURIComponent(text), options);
