import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Directions, joiners and other characters without a shape; the joiner of emoji (U+200D) stays. */
const INVISIBLE = /(?!\u200d)\p{Cf}/gu;

/**
 * What people typed, without control characters and without white space at its ends; tabs stay, and line breaks as one
 * character each: a browser's form sends two, which its own limit does not count.
 */
export const cleanText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim();

/** The same for one line that stands among others' (names, titles): nothing in it turns or hides the text around it. */
export const cleanLine = (text: string): string => {
	const line = text.replace(CONTROLS, '').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
	return line.replaceAll('\u200d', '').trim() ? line : '';
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
