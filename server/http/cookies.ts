import { readCookie, serializeCookie } from '../auth/cookies.ts';

/** A cookie of free text (percent-encoded), or null when there is none or it cannot be read. */
export function readTextCookie(request: Request, name: string): string | null {
	const value = readCookie(request, name);
	if (value === null) return null;
	try {
		return decodeURIComponent(value);
	} catch {
		return null;
	}
}

/** A Set-Cookie value for free text; `maxAge` is in seconds. */
export const writeTextCookie = (
	name: string,
	text: string,
	options: { maxAge: number; readable?: boolean },
): string => serializeCookie(name, encodeURIComponent(text), options);
