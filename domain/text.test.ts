import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText, line, paragraph, shorten } from './text.ts';

describe('several lines', () => {
	test.each([
		['  a\nb\t ', 'a\nb'],
		['a\r\n\r\nb\rc\r\n', 'a\n\nb\nc'],
		['a\u0000b\u001bc\u0085', 'abc'],
		['\u202eabc', '\u202eabc'],
		[' \u0000 ', ''],
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
	])('%j becomes %j', (text, clean) => expect(cleanLine(text)).toBe(clean));
});

test('the length is measured after cleaning', () => {
	expect(line(3, 'long').parse(' a\u0000bc ')).toBe('abc');
	expect(line(3, 'long').safeParse('abcd').error?.issues[0]?.message).toBe('long');
	expect(paragraph(3, 'long').safeParse('abcd').success).toBe(false);
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
