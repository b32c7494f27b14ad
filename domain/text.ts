import { z } from 'zod';
import { TEXT_LIMITS } from './limits.ts';
import { CLOCK_PATTERN, parseClock } from './time/wall-time.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** The scripts in which a joiner changes the shape of the letters beside it. */
const JOINING_SCRIPTS = [
	...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Mani', 'Adlm', 'Rohg', 'Sogd', 'Deva', 'Beng', 'Guru'],
	...['Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Bali', 'Java', 'Sund'],
	...['Newa', 'Tirh', 'Gran', 'Modi', 'Sidd', 'Cakm', 'Brah', 'Kthi', 'Lana'],
];
const JOINING = `[${JOINING_SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`;
const EMOJI = '\\p{Extended_Pictographic}';
/** The format characters that have a shape, or change one, where they stand. */
const KEPT_FORMAT = [
	// Signs that are drawn above or around the digits after them.
	'[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]',
	`(?<=${JOINING})[\\u200c\\u200d]`,
	`(?<=^|\\s)\\u200d(?=${JOINING})`,
	`(?<=${EMOJI}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=${EMOJI})`,
	// The code of a region in tags, after a black flag, and the end of the tags: the flag of England.
	'(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
	'(?<=\\p{scx=Mong})\\u180e',
	'(?<=\\p{scx=Egyp})[\\u{13430}-\\u{1343f}]',
];
/**
 * Format characters: kept ones, and all others, which have no shape and hide or reverse text: direction
 * marks, overrides, isolates, soft hyphens, lone joiners and tags.
 */
const FORMAT = new RegExp(`(${KEPT_FORMAT.join('|')})|\\p{Cf}`, 'gu');
/** White space, and characters that look like it: the Braille blank and the two Hangul fillers. */
const SPACES = /[\s\u2800\u3164\uffa0]+/g;
/** Characters that are invisible on their own: ignorable ones, combining marks, and three blank symbols. */
const BLANK = /[\s\p{Default_Ignorable_Code_Point}\p{M}\u{13441}\u{13442}\u{1d159}]/gu;

/** Returns `text` without control characters, and without format characters that have no shape where they stand. */
const removeInvisible = (text: string): string =>
	text
		.toWellFormed()
		.replace(CONTROLS, '')
		.replace(FORMAT, (_, kept: string | undefined) => kept ?? '');

/**
 * Returns a typed text without invisible characters and outer white space. Line breaks become one character,
 * because forms send two, which their length limit does not count. An unpaired surrogate, which cannot be
 * stored, becomes U+FFFD.
 */
export const cleanText = (text: string): string => removeInvisible(text.replace(/\r\n?/g, '\n')).trim();

/** Returns a typed text as one line, without characters that reverse or hide text; '' for an empty one. */
export const cleanLine = (text: string): string => {
	const line = removeInvisible(text).replace(SPACES, ' ').trim();
	return line.replace(BLANK, '') ? line : '';
};

/** Returns at most `max` UTF-16 units of `text`, with an ellipsis if shortened; never splits a character. */
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

/** Returns a schema for a text of one line, cleaned before it is measured; `missing` requires it. */
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

/** Returns the schema of a time of day, whose result is 'HH:mm'; anything else is refused with `text`. */
export const createClockSchema = (text: string) =>
	z
		.string(text)
		.regex(CLOCK_PATTERN, text)
		.overwrite((time) => parseClock(time) ?? time);

/** A search text: one clean line of at most `TEXT_LIMITS.search` characters; the rest is ignored. */
export const searchText = z
	.string()
	.transform((text) => cleanLine([...text].slice(0, TEXT_LIMITS.search).join('')));
