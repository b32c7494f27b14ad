import { config } from '../config.ts';

/**
 * The cookies that script cannot read. Over https their names begin with `__Host-`: the browser then takes them from this
 * host only, so that a sibling or a subdomain cannot plant one.
 */
const HTTP_ONLY_COOKIES = ['session', 'sign-in', 'discord-state', 'flash'] as const;
/** The cookies that script reads or writes, under fixed names. */
const READABLE_COOKIES = ['XSRF-TOKEN', 'theme', 'zone'] as const;
type HttpOnlyCookie = (typeof HTTP_ONLY_COOKIES)[number];
export type CookieName = HttpOnlyCookie | (typeof READABLE_COOKIES)[number];

/** Returns a cookie's name in requests and responses of the site at `appUrl`. */
export const cookieName = (name: CookieName, appUrl = config().APP_URL): string =>
	isHttpOnly(name) && appUrl.startsWith('https:') ? `__Host-${name}` : name;

/** Returns a cookie's raw value; of two with the same name the first. Null when there is none. */
export function readCookie(request: Request, name: CookieName): string | null {
	const wanted = cookieName(name);
	return listCookies(request).find(([found]) => found === wanted)?.[1] ?? null;
}

/** Every cookie of a request as name and raw value, in the request's order. */
export function listCookies(request: Request): [name: string, value: string][] {
	const pairs = (request.headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
	return pairs.flatMap((pair): [string, string][] => {
		const at = pair.indexOf('=');
		return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
	});
}

/**
 * Returns a Set-Cookie value: SameSite=Lax, Secure when APP_URL is https, HttpOnly unless script needs the cookie. `maxAge` is
 * in seconds; 0 deletes. `value` must be cookie-safe, as base64url is.
 */
export function serializeCookie(name: CookieName, value: string, options: { maxAge: number }): string {
	return format(cookieName(name), value, options.maxAge, isHttpOnly(name));
}

/** Returns the Set-Cookie value that deletes an HttpOnly cookie by its full name, as `listCookies` found it. */
export const deleteCookie = (fullName: string): string => format(fullName, '', 0, true);

/** Returns the whole seconds from `now` until `end`, for a cookie's `maxAge`. */
export const secondsUntil = (end: Date, now: Date): number =>
	Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1000));

/** Whether people reach us over https. */
export const isSecure = (): boolean => config().APP_URL.startsWith('https:');

function format(fullName: string, value: string, maxAge: number, httpOnly: boolean): string {
	const parts = [`${fullName}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax'];
	if (httpOnly) parts.push('HttpOnly');
	if (isSecure()) parts.push('Secure');
	return parts.join('; ');
}

const isHttpOnly = (name: CookieName): name is HttpOnlyCookie =>
	(HTTP_ONLY_COOKIES as readonly CookieName[]).includes(name);
