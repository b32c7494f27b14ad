import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiCalls, openAddresses } from '~/app/routes/api/calls/index.ts';
import { describeApi } from '~/server/http/openapi.ts';
import { describeDocument, describeType } from './describe.ts';

test.each([
	[{ type: 'string' }, 'string'],
	[{ type: 'string', format: 'date-time' }, 'date-time'],
	[{ type: ['string', 'null'] }, 'string | null'],
	[{ enum: ['late', 'declined'] }, '"late" | "declined"'],
	[{ const: 'DELETE' }, '"DELETE"'],
	[{ $ref: '#/components/schemas/Event' }, 'Event'],
	[{ type: 'array', items: { type: 'number' } }, 'number[]'],
	[{ type: 'array', items: { type: ['string', 'number'] } }, '(string | number)[]'],
	[{ type: 'array', items: {} }, 'anything[]'],
	[{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }] }, '[string, string]'],
	[{ anyOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }, { type: 'null' }] }, 'string | null'],
	[{ type: 'object', properties: { a: { type: 'boolean' } } }, '{ a: boolean }'],
	[{ type: 'object', additionalProperties: { $ref: '#/components/schemas/A' } }, '{ [key]: A }'],
	[{ type: 'object' }, '{ [key]: anything }'],
])('%j reads %s', (schema, text) => {
	expect(describeType(schema)).toBe(text);
});

const error = z.object({ error: z.string() }).meta({ id: 'TestError' });
const { groups, schemas } = describeDocument(
	describeApi(apiCalls, openAddresses, { version: '1', appUrl: 'https://bell.example', error }),
);
const find = (id: string) => groups.flatMap(({ calls }) => calls).find((call) => call.id === id);

test('every call is on the page once, under its part', () => {
	const calls = groups.flatMap((group) => group.calls);
	expect(calls.length).toBe(apiCalls.length + openAddresses.length);
	expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
	expect(schemas.map(({ name }) => name)).toContain('Event');
});

test('a call tells its fields, its answers and who may', () => {
	const call = find('post_events_eventId_signup');
	expect(call).toMatchObject({ method: 'POST', path: '/api/events/{eventId}/signup', role: 'player' });
	expect(call?.fields).toEqual([
		{ name: 'eventId', type: 'string', note: 'in the address' },
		{ name: 'Idempotency-Key', type: 'string', note: expect.stringContaining('same key') },
		{ name: 'status', type: '"confirmed" | "late" | "tentative" | "declined"', note: 'needed, in the body' },
		{ name: 'notes', type: 'string | null', note: 'optional, in the body, at most 500 characters' },
	]);
	expect(call?.answers.map(({ status, type }) => [status, type]).slice(0, 3)).toEqual([
		['200', 'Signup'],
		['201', 'Signup'],
		['400', null],
	]);
});

test('a command line replaces ids by the shell’s variables, and nothing else', () => {
	expect(find('get_events')?.curl).toBe(
		'curl "$TOWNBELL/api/events?status=active" \\\n  -H "Authorization: Bearer $TOKEN"',
	);
	expect(find('post_admin_delete_events')?.curl).toBe(
		`curl -X POST "$TOWNBELL/api/admin/delete-events" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"eventIds":["'"$EVENT_ID"'"],"deleteDiscordEvents":true}'`,
	);
	expect(find('get_auth_discord')?.curl).toBe('curl "$TOWNBELL/api/auth/discord"');
});
