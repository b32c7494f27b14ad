import { DEFAULT_THEME } from '~/domain/limits.ts';
import { toKnownZone } from '~/domain/time/zones.ts';
import { type Theme, themeSchema } from '~/domain/users/schema.ts';
import { readTextCookie, writeTextCookie } from '../auth/cookies.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Returns the theme for this browser: from its cookie, else from the profile, else dark (spec, section 4). */
export function readTheme(request: Request, saved: string | undefined): Theme {
	return [readTextCookie(request, 'theme'), saved].find(isTheme) ?? DEFAULT_THEME;
}

// Without a cookie the schema would make an error for each page, which takes longer than to read it.
const isTheme = (value: string | null | undefined): value is Theme =>
	themeSchema.options.some((theme) => theme === value);

/** Returns the Set-Cookie value of the theme; scripts may read and write this cookie too. */
export const writeThemeCookie = (theme: Theme): string =>
	writeTextCookie('theme', theme, { maxAge: YEAR_SECONDS });

/**
 * Returns the viewer's IANA zone, from the cookie that a script sets, or null when there is no cookie or no valid zone.
 */
export function readViewerZone(request: Request): string | null {
	const zone = readTextCookie(request, 'zone');
	return zone ? toKnownZone(zone) : null;
}

/**
 * Returns whether a browser has not loaded our files yet, by the `Cookie` header of its request: the scripts of the first
 * page store the zone.
 */
export const isFirstVisit = (cookies: string | null | undefined): boolean =>
	!/(?:^|;) *zone=/.test(cookies ?? '');
