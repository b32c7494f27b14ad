import { DEFAULT_THEME } from '~/domain/limits.ts';
import { type Theme, themeSchema } from '~/domain/people/schema.ts';
import { safeZone } from '~/domain/time/zones.ts';
import { readTextCookie, writeTextCookie } from './cookies.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The theme of this browser: its cookie, else the profile's, else dark (spec, section 4). */
export function themeOf(request: Request, saved: string | undefined): Theme {
	const cookie = themeSchema.safeParse(readTextCookie(request, 'theme'));
	if (cookie.success) return cookie.data;
	return themeSchema.catch(DEFAULT_THEME).parse(saved);
}

/** Set-Cookie of the theme; script may read and write it too. */
export const writeThemeCookie = (theme: Theme): string =>
	writeTextCookie('theme', theme, { maxAge: YEAR_SECONDS });

/** The viewer's IANA zone, from the cookie that script sets; null without script or when it names no zone. */
export function viewerZoneOf(request: Request): string | null {
	const zone = readTextCookie(request, 'zone');
	return zone ? safeZone(zone) : null;
}
