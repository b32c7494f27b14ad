import { z } from 'zod';
import { shorten } from '~/domain/text.ts';
import { readTextCookie, writeTextCookie } from './cookies.ts';

const TITLE_MAX = 300;
const TEXT_MAX = 500;
/** Browsers drop a cookie of more than 4 KB, its name and its settings counted. */
const COOKIE_MAX = 3_500;

/** A notice that one page leaves for the next: it lives in a cookie for a minute, and is shown once. */
const flashSchema = z.object({
	tone: z.enum(['success', 'error', 'info']),
	title: z.string().max(TITLE_MAX),
	text: z.string().max(TEXT_MAX).optional(),
});
export type Flash = z.infer<typeof flashSchema>;

/** The cookie of a notice; one that is too long for a cookie is shortened. */
export function writeFlash(flash: Flash, textMax = TEXT_MAX): string {
	const title = shorten(flash.title, Math.min(TITLE_MAX, textMax));
	const text = flash.text && shorten(flash.text, textMax);
	const cookie = writeTextCookie('flash', JSON.stringify({ ...flash, title, text }), { maxAge: 60 });
	return cookie.length > COOKIE_MAX ? writeFlash(flash, Math.floor(textMax / 2)) : cookie;
}

export const clearFlash = (): string => writeTextCookie('flash', '', { maxAge: 0 });

/** The notice of a request, or null; a cookie that is not ours counts as none. */
export function readFlash(request: Request): Flash | null {
	const value = readTextCookie(request, 'flash');
	if (!value) return null;
	try {
		return flashSchema.parse(JSON.parse(value));
	} catch {
		return null;
	}
}
