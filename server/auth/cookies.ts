import { config } from '../config.ts';

/**
 * The cookies that scripts of the page cannot read. Over https their names begin with `__Host-`: browsers
 * accept such a cookie only from this exact host, so that a sibling domain or a subdomain cannot set one.
 */
const HTTP_ONLY_COOKIES = ['session', 'sign-in', 'discord-state', 'flash'] as const;
/** The cookies that scripts of the page read or write; their names never change. */
const READABLE_COOKIES = ['XSRF-TOKEN', 'theme', 'zone', 'change'] as const;
type HttpOnlyCookie = (typeof HTTP_ONLY_COOKIES)[number];
export type CookieName = HttpOnlyCookie | (typeof READABLE_COOKIES)[number];

/** Returns the full name that a cookie has in requests and responses of the site at `appUrl`. */
export const getCookieName = (name: CookieName, appUrl = config().APP_URL): string =>
	isHttpOnly(name) && appUrl.startsWith('https:') ? `__Host-${name}` : name;

/** Returns a cookie's raw value, of the first one with this name; null without one. */
export function readCookie(request: Request, name: CookieName): string | null {
	const wanted = getCookieName(name);
	return listCookies(request).find(([found]) => found === wanted)?.[1] ?? null;
}

/** Returns every cookie of a request as name and raw value, in the order of the request. */
export function listCookies(request: Request): [name: string, value: string][] {
	const pairs = (request.headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
	return pairs.flatMap((pair): [string, string][] => {
		const at = pair.indexOf('=');
		return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
	});
}

/**
 * Returns a Set-Cookie value: SameSite=Lax, Secure when APP_URL is https, and HttpOnly unless scripts need
 * the cookie. `maxAge` is in seconds; 0 deletes the cookie. `value` must contain only characters that are
 * allowed in cookies, as base64url does.
 */
export function serializeCookie(name: CookieName, value: string, options: { maxAge: number }): string {
	return format(getCookieName(name), value, options.maxAge, isHttpOnly(name));
}

/** Returns the Set-Cookie value that deletes an HttpOnly cookie by its full name, as `listCookies` returned it. */
export const clearCookie = (fullName: string): string => format(fullName, '', 0, true);

/** Returns the whole seconds from `now` until `end`, never below 0, for a cookie's `maxAge`. */
export const getSecondsUntil = (end: Date, now: Date): number =>
	Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1000));

/** Returns whether the site is served over https. */
export const isSecure = (): boolean => config().APP_URL.startsWith('https:');

function format(fullName: string, value: string, maxAge: number, httpOnly: boolean): string {
	const parts = [`${fullName}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax'];
	if (httpOnly) parts.push('HttpOnly');
	if (isSecure()) parts.push('Secure');
	return parts.join('; ');
}

const isHttpOnly = (name: CookieName): name is HttpOnlyCookie =>
	(HTTP_ONLY_COOKIES as readonly CookieName[]).includes(name);

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
