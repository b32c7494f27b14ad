import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Direction marks, joiners and other characters without a shape, except the joiner in emoji (U+200D). */
const INVISIBLE = /(?!\u200d)\p{Cf}/gu;
/** White space, and characters that look like it: the Braille blank and the two Hangul fillers. */
const SPACES = /[\s\u2800\u3164\uffa0]+/g;
/** Characters that are invisible on their own: ignorable ones, combining marks, and three blank symbols. */
const BLANK = /[\s\p{Default_Ignorable_Code_Point}\p{M}\u{13441}\u{13442}\u{1d159}]/gu;

/**
 * Returns a typed text without control characters and without leading and trailing white space. Tabs stay.
 * Line breaks become one character, because browser forms send two, which their own length limit does not
 * count. An unpaired surrogate, which neither UTF-8 nor PostgreSQL can store, becomes U+FFFD.
 */
export const cleanText = (text: string): string =>
	text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim();

/**
 * Returns a typed text as one clean line (for names and titles), without characters that reverse or hide the
 * text around it. A line without visible characters becomes ''.
 */
export const cleanLine = (text: string): string => {
	const line = text.toWellFormed().replace(CONTROLS, '').replace(INVISIBLE, '').replace(SPACES, ' ').trim();
	return line.replace(BLANK, '') ? line : '';
};

/**
 * Returns at most `max` UTF-16 units of `text`, ending in an ellipsis if it was shortened. Never splits a
 * character.
 */
export function shorten(text: string, max: number): string {
	if (text.length <= max) return text;
	let result = '';
	for (const { segment } of new Intl.Segmenter('en').segment(text)) {
		if (result.length + segment.length > max - 1) break;
		result += segment;
	}
	return `${result.trimEnd()}…`;
}

/** Returns a zod schema for a text of several lines, which is cleaned before its length is checked. */
export const createParagraphSchema = (max: number, tooLong: string) =>
	z
		.string('Please enter text')
		.transform(cleanText)
		.pipe(z.string().max(max, tooLong))
		.meta({ maxLength: max });

/**
 * Returns a zod schema for a text of one line, which is cleaned before its length is checked; with `missing`,
 * it must not be empty.
 */
export const createLineSchema = (max: number, tooLong: string, missing?: string) =>
	z
		.string(missing ?? 'Please enter text')
		.transform(cleanLine)
		.pipe(
			z
				.string()
				.min(missing ? 1 : 0, missing)
				.max(max, tooLong),
		)
		.meta({ maxLength: max, ...(missing ? { minLength: 1 } : {}) });
