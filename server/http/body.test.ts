import { describe, expect, test } from 'vitest';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { readForm, readJson } from './body.ts';

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
	new Request('http://localhost/', { method: 'POST', body, headers });

describe('JSON', () => {
	test.each([
		['an object', '{"a":1}', { a: 1 }],
		['nothing', '', {}],
	])('%s', async (_, body, value) => {
		expect(await readJson(post(body))).toEqual(value);
	});

	test.each([
		['broken', '{"a":'],
		['a list', '[]'],
		['a text', '"a"'],
		['null', 'null'],
		['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
	])('%s is malformed', async (_, body) => {
		await expect(readJson(post(body))).rejects.toMatchObject({ kind: 'malformed' });
	});

	test.each([
		['100,000 nested lists', '['.repeat(100_000), 'malformed'],
		[
			'nesting after a string with quotes and brackets',
			`{"a":"\\\\\\"[[","b":${'['.repeat(32)}`,
			'malformed',
		],
		['300,000 values', `{"a":[${'1,'.repeat(300_000)}1]}`, 'tooLarge'],
		['an unterminated string', `{"a":"${'['.repeat(1_000)}`, 'malformed'],
	])('%s are refused before they are parsed', async (_, body, kind) => {
		await expect(readJson(post(body), 1_000_000)).rejects.toMatchObject({ kind });
	});

	test('brackets and commas in texts do not count', async () => {
		const text = '[{,"\\'.repeat(50_000);
		expect(await readJson(post(JSON.stringify({ text })), 1_000_000)).toEqual({ text });
		const deep = { a: JSON.parse(`${'['.repeat(31)}${']'.repeat(31)}`) };
		expect(await readJson(post(JSON.stringify(deep)))).toEqual(deep);
	});

	test('accepts a body of exactly the limit and refuses one byte more', async () => {
		expect(await readJson(post('{"a":"é"}'), 10)).toEqual({ a: 'é' });
		await expect(readJson(post('{"a":"é"}'), 9)).rejects.toMatchObject({ kind: 'tooLarge' });
	});

	test('is malformed when the connection closes before its end', async () => {
		const body = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) });
		const cutOff = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
		await expect(readJson(cutOff)).rejects.toMatchObject({ kind: 'malformed' });
	});

	test('refuses a body that is too long by Content-Length or by its bytes', async () => {
		await expect(readJson(post('{"a":"xxxxxxxxxx"}'), 10)).rejects.toMatchObject({ kind: 'tooLarge' });
		const stream = new ReadableStream({
			pull(controller) {
				controller.enqueue(new Uint8Array(1024));
			},
		});
		const endless = new Request('http://localhost/', {
			method: 'POST',
			body: stream,
			duplex: 'half',
		} as RequestInit);
		await expect(readJson(endless, 10_000)).rejects.toMatchObject({ kind: 'tooLarge' });
	});
});

describe('forms', () => {
	test('returns the fields as they were sent', async () => {
		const form = await readForm(post(new URLSearchParams({ notes: 'a & b', status: 'late' })));
		expect(Object.fromEntries(form)).toEqual({ notes: 'a & b', status: 'late' });
	});

	test.each([
		['as text', new URLSearchParams(Array.from({ length: 1_002 }, (_, index) => [`f${index}`, '']))],
		[
			'in parts',
			Array.from({ length: 1_002 }).reduce<FormData>((form) => {
				form.append('ids', '1');
				return form;
			}, new FormData()),
		],
	])('more than 1,000 fields are refused: %s', async (_, body) => {
		await expect(readForm(post(body), 1_000_000)).rejects.toMatchObject({ kind: 'tooLarge' });
	});

	test('applies the image limit only to the image of a form', async () => {
		const title = 'x'.repeat(BODY_LIMITS.standard);
		const parts = new FormData();
		parts.append('title', title);
		for (const body of [new URLSearchParams({ title }), parts]) {
			await expect(readForm(post(body), BODY_LIMITS.image)).rejects.toMatchObject({ kind: 'tooLarge' });
		}
		parts.delete('title');
		parts.append('image', new File([new Uint8Array(3_000_000)], 'a.png'));
		expect((await readForm(post(parts), BODY_LIMITS.image)).get('image')).toBeInstanceOf(File);
	});

	test('refuses a body that is not a form as malformed', async () => {
		await expect(readForm(post('{}', { 'Content-Type': 'application/json' }))).rejects.toMatchObject({
			kind: 'malformed',
		});
		await expect(readForm(post('x', { 'Content-Type': 'multipart/form-data' }))).rejects.toMatchObject({
			kind: 'malformed',
		});
	});
});
