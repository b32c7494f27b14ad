import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Directions, joiners and other characters without a shape; the joiner of emoji (U+200D) stays. */
const INVISIBLE = /(?!\u200d)\p{Cf}/gu;
/** White space, and characters that fonts draw like it: the Braille blank and the two Hangul fillers. */
const SPACES = /[\s\u2800\u3164\uffa0]+/g;
/** Characters that show nothing by themselves: ignorable ones, combining marks, and three signs for a blank. */
const BLANK = /[\s\p{Default_Ignorable_Code_Point}\p{M}\u{13441}\u{13442}\u{1d159}]/gu;

/**
 * Returns what people typed without control characters and without white space at its ends. Tabs stay; a line break is
 * one character, because a browser's form sends two that its own limit does not count. Half a surrogate pair, which
 * neither UTF-8 nor PostgreSQL can hold, becomes U+FFFD.
 */
export const cleanText = (text: string): string =>
	text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim();

/**
 * Returns the same for one line among others (names, titles): nothing in it turns or hides the text around it. A line
 * that shows nothing is ''.
 */
export const cleanLine = (text: string): string => {
	const line = text.toWellFormed().replace(CONTROLS, '').replace(INVISIBLE, '').replace(SPACES, ' ').trim();
	return line.replace(BLANK, '') ? line : '';
};

/** At most `max` UTF-16 units, ending in an ellipsis where something was left out; never half a character. */
export function shorten(text: string, max: number): string {
	if (text.length <= max) return text;
	let kept = '';
	for (const { segment } of new Intl.Segmenter('en').segment(text)) {
		if (kept.length + segment.length > max - 1) break;
		kept += segment;
	}
	return `${kept.trimEnd()}…`;
}

/** A zod text of several lines, cleaned before its length is measured. */
export const paragraph = (max: number, tooLong: string) =>
	z
		.string('Please enter text')
		.transform(cleanText)
		.pipe(z.string().max(max, tooLong))
		.meta({ maxLength: max });

/** A zod text of one line, cleaned before its length is measured; with `missing` it may not be empty. */
export const line = (max: number, tooLong: string, missing?: string) =>
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
