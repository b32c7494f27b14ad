import { expect, test } from 'vitest';
import { findText, readText } from './form-text.ts';

const form = new FormData();
form.append('twice', ' first ');
form.append('twice', 'second');
form.append('empty', '');
form.append('file', new File(['bytes'], 'a.txt'));

test.each([
	['the first of two, as it was typed', 'twice', ' first ', ' first '],
	['an empty text', 'empty', '', ''],
	['a file', 'file', undefined, ''],
	['a missing field', 'missing', undefined, ''],
	['a name that every object has', 'toString', undefined, ''],
])('%s', (_, name, found, read) => {
	expect(findText(form, name)).toBe(found);
	expect(readText(form, name)).toBe(read);
});
