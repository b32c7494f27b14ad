import { z } from 'zod';
import { shorten } from '~/domain/text.ts';
import { readTextCookie, writeTextCookie } from '../auth/cookies.ts';

const TITLE_MAX = 300;
const TEXT_MAX = 500;
/** Browsers drop a cookie of more than 4 KB, including its name and attributes. */
const COOKIE_MAX = 3_500;

/** A notice that one page leaves for the next. It is stored in a cookie for a minute and shown once. */
const flashSchema = z.object({
	tone: z.enum(['success', 'error', 'info']),
	title: z.string().max(TITLE_MAX),
	text: z.string().max(TEXT_MAX).optional(),
	/** The address of the event that was just created. */
	createdUrl: z.string().max(TEXT_MAX).optional(),
	/** The audit entry of the action, which can be undone. */
	undo: z.string().max(20).optional(),
	/** Whether the user has signed in for the first time: the page then begins with the welcome. */
	isFirstVisit: z.boolean().optional(),
	/** Why a sign-in failed, as a code of ours. */
	signInError: z.string().max(50).optional(),
});
export type Flash = z.infer<typeof flashSchema>;

/** Returns the Set-Cookie value of a notice; title and text are shortened when they do not fit into a cookie. */
export function writeFlash(flash: Flash, textMax = TEXT_MAX): string {
	const title = shorten(flash.title, Math.min(TITLE_MAX, textMax));
	const text = flash.text && shorten(flash.text, textMax);
	const cookie = writeTextCookie('flash', JSON.stringify({ ...flash, title, text }), { maxAge: 60 });
	return cookie.length > COOKIE_MAX ? writeFlash(flash, Math.floor(textMax / 2)) : cookie;
}

/** Returns the Set-Cookie value that deletes the notice. */
export const clearFlash = (): string => writeTextCookie('flash', '', { maxAge: 0 });

/** Returns the notice of a request, or null when there is none or the cookie is not valid. */
export function readFlash(request: Request): Flash | null {
	const value = readTextCookie(request, 'flash');
	if (!value) return null;
	try {
		return flashSchema.parse(JSON.parse(value));
	} catch {
		return null;
	}
}
