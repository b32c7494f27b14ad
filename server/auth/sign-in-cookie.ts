import { z } from 'zod';
import { createSecret, hashSecret, isSameSecret, signFor } from '../secrets.ts';
import { readCookie, serializeCookie } from './cookies.ts';

/** How long a user may take on Discord's sign-in pages. */
export const SIGN_IN_MAX_AGE_SECONDS = 600;

const signInCookieSchema = z.object({ secret: z.string().length(43) });

/** What the browser stores between the start and the end of a sign-in. */
export type SignInCookie = z.infer<typeof signInCookieSchema>;

/**
 * Returns the content of the browser's sign-in cookie, or null when there is none or its signature is not
 * ours.
 */
export function readSignInCookie(request: Request): SignInCookie | null {
	const [text, signature] = (readCookie(request, 'sign-in') ?? '').split('.');
	if (!text || !signature || !isSameSecret(signature, signFor('sign-in', text))) return null;
	const parsed = signInCookieSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
	return parsed.success ? parsed.data : null;
}

/**
 * Returns the Set-Cookie value for a new sign-in. Reuses the browser's secret, so that a sign-in that was
 * started in another tab can still finish.
 */
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
