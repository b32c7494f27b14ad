import { z } from 'zod';
import { readTextCookie, writeTextCookie } from './cookies.ts';

/** A notice that one page leaves for the next: it lives in a cookie for a minute, and is shown once. */
const flashSchema = z.object({
	tone: z.enum(['success', 'error', 'info']),
	title: z.string().max(300),
	text: z.string().max(500).optional(),
});
export type Flash = z.infer<typeof flashSchema>;

export const writeFlash = (flash: Flash): string =>
	writeTextCookie('flash', JSON.stringify(flash), { maxAge: 60 });
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
