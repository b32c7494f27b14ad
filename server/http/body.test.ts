import { describe, expect, test } from 'vitest';
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
		['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
	])('%s is malformed', async (_, body) => {
		await expect(readJson(post(body))).rejects.toMatchObject({ kind: 'malformed' });
	});

	test('too long is refused by its length and by its bytes', async () => {
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
	test('fields come as they were sent', async () => {
		const form = await readForm(post(new URLSearchParams({ notes: 'a & b', status: 'late' })));
		expect(Object.fromEntries(form)).toEqual({ notes: 'a & b', status: 'late' });
	});

	test('what is no form is malformed', async () => {
		await expect(readForm(post('{}', { 'Content-Type': 'application/json' }))).rejects.toMatchObject({
			kind: 'malformed',
		});
		await expect(readForm(post('x', { 'Content-Type': 'multipart/form-data' }))).rejects.toMatchObject({
			kind: 'malformed',
		});
	});
});
