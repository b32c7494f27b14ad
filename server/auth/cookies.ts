import { config } from '../config.ts';

/** A cookie's raw value; of two with the same name the first. Null when there is none. */
export function readCookie(request: Request, name: string): string | null {
	return listCookies(request).find(([found]) => found === name)?.[1] ?? null;
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
 * A Set-Cookie value: SameSite=Lax, Secure when APP_URL is https, HttpOnly unless `readable`. `maxAge` is in
 * seconds; 0 deletes. `value` must be cookie-safe, as base64url is.
 */
export function serializeCookie(
	name: string,
	value: string,
	options: { maxAge: number; readable?: boolean },
): string {
	const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${options.maxAge}`, 'SameSite=Lax'];
	if (!options.readable) parts.push('HttpOnly');
	if (isSecure()) parts.push('Secure');
	return parts.join('; ');
}

/** Whether people reach us over https. */
export const isSecure = (): boolean => config().APP_URL.startsWith('https:');
