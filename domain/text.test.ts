import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText, createLineSchema, createParagraphSchema, shorten } from './text.ts';

describe('several lines', () => {
	test.each([
		['  a\nb\t ', 'a\nb'],
		['a\r\n\r\nb\rc\r\n', 'a\n\nb\nc'],
		['a\u0000b\u001bc\u0085', 'abc'],
		['\u202eabc\u202c\n\u2067d\u2069', 'abc\nd'],
		['\u0646\u06cc\u0645\u0647\u200c\u0634\u0628', '\u0646\u06cc\u0645\u0647\u200c\u0634\u0628'],
		[' \u0000 ', ''],
		['half a pair \ud800, \udc00', 'half a pair \ufffd, \ufffd'],
		['a whole pair \ud83c\udf3f', 'a whole pair 🌿'],
	])('%j becomes %j', (text, clean) => expect(cleanText(text)).toBe(clean));
});

describe('one line', () => {
	test.each([
		['  Mar\tlowe\n ', 'Mar lowe'],
		['\u202eevil\u202c', 'evil'],
		['\u200b\u202e\u2066', ''],
		['\u200d', ''],
		['Zoë 👩\u200d🚀', 'Zoë 👩\u200d🚀'],
		['אבג', 'אבג'],
		['\ud800Wren\udc00', '\ufffdWren\ufffd'],
		['Wren\u3164\u3164Ash\u2800', 'Wren Ash'],
	])('%j becomes %j', (text, clean) => expect(cleanLine(text)).toBe(clean));

	test.each([
		['Hangul filler', '\u3164'],
		['half-width Hangul filler', '\uffa0'],
		['Hangul leading and vowel filler', '\u115f\u1160'],
		['Braille blank', '\u2800 \u2800'],
		['combining grapheme joiner', '\u034f'],
		['variation selectors alone', '\ufe0f\ufe0e\u{e0100}'],
		['Mongolian variation selector', '\u180b'],
		['Khmer inherent vowels', '\u17b4\u17b5'],
		['combining marks alone', '\u0301\u20dd'],
		['emoji joiner and variation selector alone', '\u200d\ufe0f'],
		['tags alone', '\u{e0067}\u{e007f}'],
		['null notehead', '\u{1d159}'],
		['Egyptian blanks', '\u{13441}\u{13442}'],
		['wide spaces', '\u3000\u2003\u00a0'],
	])('%s has no visible characters', (_name, text) => expect(cleanLine(text)).toBe(''));

	// Each keeps its format characters: they have a shape, or change one.
	test.each([
		['flag of England', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
		['flag of pirates', '\u{1f3f4}\u200d\u2620\ufe0f'],
		['family with skin tones', '\u{1f469}\u{1f3fd}\u200d\u{1f91d}\u200d\u{1f468}\u{1f3fb}'],
		['Persian', '\u0646\u06cc\u0645\u0647\u200c\u0634\u0628'],
		['Persian, at the end of a word', '\u0647\u200d'],
		['Devanagari half form', '\u0915\u094d\u200d\u0937'],
		['Malayalam chillu', '\u0d28\u0d4d\u200d'],
		['Sinhala', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
		['Arabic number sign', 'A\u0600\u0661B'],
		['Arabic end of ayah', '\u06dd\u0661'],
		['Kaithi number sign', '\u{110bd}'],
		['Mongolian vowel separator', '\u182a\u180e\u1820'],
		['Egyptian joiner', '\u{13000}\u{13430}\u{13000}'],
	])('%s stays', (_name, text) => {
		expect(cleanLine(text)).toBe(text);
		expect(cleanText(text)).toBe(text);
	});

	test.each([
		['joiners alone', '\u200c\u200c', ''],
		['joiner between Latin letters', 'a\u200db\u200cc', 'abc'],
		['joiners in a row', '\u0645\u200c\u200c\u200c\u0645', '\u0645\u200c\u0645'],
		['joiner after an emoji', '\u{1f469}\u200d', '\u{1f469}'],
		['tags without an end', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}', '\u{1f3f4}'],
		['tags that spell a long text', `\u{1f3f4}${'\u{e0061}'.repeat(40)}\u{e007f}`, '\u{1f3f4}'],
		['tags after a letter', 'A\u{e0067}\u{e0062}\u{e0065}\u{e007f}', 'A'],
		['separator outside Mongolian', 'a\u180eb', 'ab'],
		['isolates', 'a\u2067b\u2069', 'ab'],
		['direction marks', '\u200fa\u061c', 'a'],
		['soft hyphen, word joiner, byte order mark', 'a\u00ad\u2060\ufeffb', 'ab'],
	])('%s: %j becomes %j', (_name, text, clean) => expect(cleanLine(text)).toBe(clean));

	test.each(['❤️', '👩‍❤️‍👩', '1️⃣', 'é', 'e\u0301', 'नि', '한', '\u1112\u1161\u11ab', '⠓', '𝅘𝅥', '☺\ufe0e', '_'])(
		'%s has visible characters',
		(text) => expect(cleanLine(text)).toBe(text),
	);
});

test('the length is measured after cleaning', () => {
	expect(createLineSchema(3, 'long').parse(' a\u0000bc ')).toBe('abc');
	expect(createLineSchema(3, 'long').safeParse('abcd').error?.issues[0]?.message).toBe('long');
	expect(createParagraphSchema(3, 'long').safeParse('abcd').success).toBe(false);
});

describe('shorten', () => {
	test.each([
		['exact', 'abcde', 5, 'abcde'],
		['one over', 'abcdef', 5, 'abcd…'],
		['before a space', 'abc def', 5, 'abc…'],
		['no half emoji', 'ab👩‍👩‍👧‍👦c', 6, 'ab…'],
		['no half pair', 'abc😀d', 5, 'abc…'],
	])('%s', (_name, text, max, short) => expect(shorten(text, max)).toBe(short));
});
