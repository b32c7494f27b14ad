import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText, createLineSchema, createParagraphSchema, shorten } from './text.ts';

describe('several lines', () => {
	test.each([
		['  a\nb\t ', 'a\nb'],
		['a\r\n\r\nb\rc\r\n', 'a\n\nb\nc'],
		['a\u0000b\u001bc\u0085', 'abc'],
		['\u202eabc', '\u202eabc'],
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
