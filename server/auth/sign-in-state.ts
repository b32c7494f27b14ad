import { z } from 'zod';
import { execute } from '~/database/sql.ts';
import { createSecret, hashSecret, isSameSecret, signFor } from '../secrets.ts';
import { clearCookie, getCookieName, listCookies, readCookie, serializeCookie } from './cookies.ts';
import { toSafeRedirect } from './redirect-to.ts';

/** How many sign-ins one browser may have under way; more of their cookies would make the request header too large. */
const MAX_OPEN_SIGN_INS = 4;

type StateCookie = { name: string; state: string | null };

/** Returns the cookies of sign-ins under way with their `state` (the value also has the PKCE verifier), oldest first. */
function listStateCookies(request: Request): StateCookie[] {
	const prefix = `${getCookieName('discord-state')}:`;
	return listCookies(request)
		.filter(([name]) => name.startsWith(prefix))
		.map(([name, value]) => ({ name, state: new URLSearchParams(value).get('state') }));
}

/** Returns whether this browser started the sign-in with this `state`. */
export const hasState = (request: Request, state: string): boolean =>
	listStateCookies(request).some((cookie) => cookie.state === state);

/** Returns whether this browser has sign-ins under way. */
export const hasOpenSignIns = (request: Request): boolean => listStateCookies(request).length > 0;

/**
 * Returns the `state` of an address on Discord with the page to open after the sign-in. So each tab has its own, and
 * a sign-in that fails or ends in another browser still knows it. Discord sends it back unchanged.
 */
export const addPage = (state: string, redirectTo: string | null): string => {
	const page = toSafeRedirect(redirectTo);
	return page === '/' ? state : `${state}.${Buffer.from(page).toString('base64url')}`;
};

/** Returns the `state` of a callback without its page, and the page, which anyone may have written: '/' by default. */
export function splitState(text: string): { state: string; redirectTo: string } {
	const [state = '', page = ''] = text.split('.');
	return { state, redirectTo: toSafeRedirect(Buffer.from(page, 'base64url').toString()) };
}

/** Returns the Set-Cookie values that delete the cookies of `state`. */
export const clearStateCookies = (request: Request, state: string | null): string[] =>
	listStateCookies(request)
		.filter((cookie) => cookie.state === state)
		.map(({ name }) => clearCookie(name));

/** Returns the Set-Cookie values that delete the cookies of all but the newest sign-ins under way. */
export const clearOldStateCookies = (request: Request): string[] =>
	listStateCookies(request)
		.slice(0, -MAX_OPEN_SIGN_INS)
		.map(({ name }) => clearCookie(name));

/**
 * Records that a sign-in came back with `state` and returns true; returns false when it was recorded before.
 * The record is a row of `rate_limits`, which is deleted after the cookies of the sign-in have expired.
 */
export async function recordState(state: string, now: Date): Promise<boolean> {
	const expire = now.getTime() + SIGN_IN_MAX_AGE_SECONDS * 1000;
	const inserted = await execute(
		'INSERT INTO rate_limits (key, points, expire) VALUES (:key, 1, :expire) ON CONFLICT (key) DO NOTHING',
		{ key: `signInState:${hashSecret(state)}`, expire },
	);
	return inserted === 1;
}

/** How long a user may take on Discord's sign-in pages. */
export const SIGN_IN_MAX_AGE_SECONDS = 600;

const signInCookieSchema = z.object({ secret: z.string().length(43) });

/** What the browser stores between the start and the end of a sign-in. */
export type SignInCookie = z.infer<typeof signInCookieSchema>;

/** Returns the content of the browser's sign-in cookie, or null when there is none or its signature is not ours. */
export function readSignInCookie(request: Request): SignInCookie | null {
	const [text, signature] = (readCookie(request, 'sign-in') ?? '').split('.');
	if (!text || !signature || !isSameSecret(signature, signFor('sign-in', text))) return null;
	const parsed = signInCookieSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
	return parsed.success ? parsed.data : null;
}

/** Returns the Set-Cookie value for a new sign-in, with the browser's secret, so that other tabs can still finish. */
export function createSignInCookie(request: Request): string {
	const secret = readSignInCookie(request)?.secret ?? createSecret();
	const cookie: SignInCookie = { secret };
	const text = Buffer.from(JSON.stringify(cookie)).toString('base64url');
	return serializeCookie('sign-in', `${text}.${signFor('sign-in', text)}`, {
		maxAge: SIGN_IN_MAX_AGE_SECONDS,
	});
}

/** Returns the Set-Cookie value that deletes the sign-in cookie. */
export const clearSignInCookie = (): string => serializeCookie('sign-in', '', { maxAge: 0 });

/** Returns the hash by which the database identifies the browser of a sign-in. */
export const hashBrowser = (cookie: SignInCookie): string => hashSecret(cookie.secret);
