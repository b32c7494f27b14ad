import { z } from 'zod';
import { createSecret, hashSecret, isSame, signFor } from '../secrets.ts';
import { readCookie, serializeCookie } from './cookies.ts';
import { safeRedirectTo } from './redirect-to.ts';

/** A person may take this long at Discord. */
export const SIGN_IN_MAX_AGE_SECONDS = 600;

const kept = z.object({ secret: z.string().length(43), redirectTo: z.string() });

/** What a browser keeps between the start of a sign-in and its end. */
export type SignInCookie = z.infer<typeof kept>;

/** The sign-in cookie of a browser; null when there is none or we did not sign it. */
export function readSignInCookie(request: Request): SignInCookie | null {
	const [text, signature] = (readCookie(request, 'sign-in') ?? '').split('.');
	if (!text || !signature || !isSame(signature, signFor('sign-in', text))) return null;
	const parsed = kept.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
	return parsed.success ? parsed.data : null;
}

/** The Set-Cookie value for a new start. A second tab keeps the browser's secret, so that the first may still finish. */
export function createSignInCookie(request: Request, redirectTo: string | null): string {
	const secret = readSignInCookie(request)?.secret ?? createSecret();
	const cookie: SignInCookie = { secret, redirectTo: safeRedirectTo(redirectTo) };
	const text = Buffer.from(JSON.stringify(cookie)).toString('base64url');
	return serializeCookie('sign-in', `${text}.${signFor('sign-in', text)}`, {
		maxAge: SIGN_IN_MAX_AGE_SECONDS,
	});
}

export const clearedSignInCookie = (): string => serializeCookie('sign-in', '', { maxAge: 0 });

/** What the database keeps of the browser. */
export const hashBrowser = (cookie: SignInCookie): string => hashSecret(cookie.secret);
