import { readFile } from 'node:fs/promises';
import { expect, expectTypeOf, test } from 'vitest';
import { call } from './client.ts';
import { generateTypes, TYPES_FILE } from './generate.ts';
import type { Calls, Event, Signup } from './types.ts';

test('the client’s types match the API document (update: npm run api:types)', async () => {
	expect(await readFile(TYPES_FILE, 'utf8')).toBe(generateTypes());
});

test('sends the method, the address, the body and the key of a call', async () => {
	const sent: unknown[] = [];
	const sender = {
		fetch: async (...args: unknown[]) => {
			sent.push(args);
			return { status: () => 201, text: async () => '{"id":"9"}' };
		},
	};
	const { status, body } = await call(sender, 'POST /api/events/{eventId}/signup', {
		params: { eventId: '4/5' },
		body: { status: 'late' },
		key: 'k',
	});
	expect([status, body.id]).toEqual([201, '9']);
	await call(sender, 'GET /api/events', { query: { status: 'active' } });
	expect(sent).toEqual([
		[
			'/api/events/4%2F5/signup',
			{ method: 'POST', data: { status: 'late' }, headers: { 'Idempotency-Key': 'k' } },
		],
		['/api/events?status=active', { method: 'GET' }],
	]);
});

test('throws a refusal with its text', async () => {
	const sender = { fetch: async () => ({ status: () => 404, text: async () => '{"error":"No."}' }) };
	await expect(call(sender, 'GET /api/auth/me')).rejects.toThrow(
		'GET /api/auth/me returned 404: {"error":"No."}',
	);
});

test('types the body and the response of a call', () => {
	expectTypeOf<Calls['POST /api/events/{eventId}/signup']['response']>().toEqualTypeOf<Signup>();
	expectTypeOf<Event['status']>().toEqualTypeOf<'active' | 'completed' | 'cancelled'>();
	expectTypeOf<Calls['DELETE /api/events/{eventId}/signup']['body']>().toEqualTypeOf<never>();
});
