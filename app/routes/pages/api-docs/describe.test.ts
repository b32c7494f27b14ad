import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiCalls, publicRoutes } from '~/app/routes/api/calls/index.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { describeApi } from '~/server/http/openapi.ts';
import { describeDocument, describeSchemaType } from './describe.ts';

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
])('%j is described as %s', (schema, text) => {
	expect(describeSchemaType(schema)).toBe(text);
});

const error = z.object({ error: z.string() }).meta({ id: 'TestError' });
const { groups, schemas } = describeDocument(
	describeApi(apiCalls, publicRoutes, { version: '1', appUrl: 'https://bell.example', error }),
);
const findCall = (id: string) => groups.flatMap(({ calls }) => calls).find((call) => call.id === id);

test('lists every call once, in its group', () => {
	const calls = groups.flatMap((group) => group.calls);
	expect(calls.length).toBe(apiCalls.length + publicRoutes.length);
	expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
	expect(schemas.map(({ name }) => name)).toContain('Event');
});

test('describes the fields, the responses and the role of a call', () => {
	const call = findCall('post_events_eventId_signup');
	expect(call).toMatchObject({ method: 'POST', path: '/api/events/{eventId}/signup', role: 'player' });
	expect(call?.fields).toEqual([
		{ name: 'eventId', type: 'string', note: 'in the address' },
		{ name: 'Idempotency-Key', type: 'string', note: expect.stringContaining('same key') },
		{ name: 'status', type: describeSchemaType({ enum: [...SIGNUP_STATUSES] }), note: 'needed, in the body' },
		{ name: 'notes', type: 'string | null', note: 'optional, in the body, at most 500 characters' },
		{ name: 'standby', type: 'boolean', note: 'optional, in the body' },
		{ name: 'arrives_at', type: 'string | null', note: 'optional, in the body' },
		{ name: 'leaves_at', type: 'string | null', note: 'optional, in the body' },
	]);
	expect(call?.responses.map(({ status, type }) => [status, type]).slice(0, 3)).toEqual([
		['200', 'Signup'],
		['201', 'Signup'],
		['400', null],
	]);
});

test('a command line contains shell variables for ids only', () => {
	expect(findCall('get_events')?.curl).toBe(
		'curl "$TOWNBELL/api/events?status=active" \\\n  -H "Authorization: Bearer $TOKEN"',
	);
	expect(findCall('post_admin_delete_events')?.curl).toBe(
		`curl -X POST "$TOWNBELL/api/admin/delete-events" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"eventIds":["'"$EVENT_ID"'"],"deleteDiscordEvents":true}'`,
	);
	expect(findCall('get_auth_discord')?.curl).toBe('curl "$TOWNBELL/api/auth/discord"');
});
