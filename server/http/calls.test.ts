import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { idempotencyKey } from '~/domain/inputs.ts';
import { conflict } from '~/domain/refusal.ts';
import type { Role } from '~/domain/users/roles.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { defineOperation } from '../operations/kernel/operation.ts';
import { defineCall, serveCalls } from './calls.ts';
import { factsContext } from './context.ts';

useTestEnvironment();

/** Sends a request as a user with this role (null: signed out) and returns the response. */
async function send(
	route: ReturnType<typeof serveCalls>,
	{
		method = 'GET',
		role = 'player',
		query = '',
		headers = {},
		body,
		pattern = 'api/bells/:bellId',
	}: Sent = {},
) {
	const url = new URL(`https://bell.example/api/bells/7${query}`);
	const context = new RouterContextProvider();
	const actor = role && { id: '1', role };
	context.set(factsContext, {
		id: 'request',
		now: new Date('2026-01-01T00:00:00Z'),
		nonce: 'n',
		flash: null,
		setCookies: [],
		authenticated: actor && { actor, sessionId: '5', via: 'bearer' },
	} as never);
	const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
	const response = await route[method === 'GET' ? 'loader' : 'action']({
		request,
		url,
		pattern,
		context,
		params: { bellId: '7' },
	});
	return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}
type Sent = {
	method?: string;
	role?: Role | null;
	query?: string;
	headers?: Record<string, string>;
	body?: string;
	pattern?: string;
};

const bell = z.object({ id: z.string(), tone: z.string() });
const createRingOperation = (getResult: () => unknown) =>
	defineOperation({
		allow: 'events.create',
		params: ['bellId'],
		input: z.object({
			tone: z.string('Which tone?').default('low'),
			by: z.string().optional(),
			idempotencyKey,
		}),
		handle: async ({ params, input }) => getResult() ?? { id: params.bellId, ...input },
	});

const createRoute = (getResult: () => unknown = () => undefined) =>
	serveCalls([
		defineCall('POST /api/bells/{bellId}', {
			summary: 'Ring',
			operation: createRingOperation(getResult),
			serverFields: { by: () => 'the tower' },
			responses: { 201: bell.extend({ by: z.string(), idempotencyKey: z.string().optional() }) },
			conflict: z.object({ current: bell }),
		}),
	]);

describe('a call', () => {
	test('reads the body and the key and adds the server fields', async () => {
		const sent = { method: 'POST', role: 'creator' as const, headers: { 'Idempotency-Key': 'k' } };
		const { status, body } = await send(createRoute(), {
			...sent,
			body: '{"tone":"high","by":"me","idempotencyKey":"mine","x":1}',
		});
		expect([status, body]).toEqual([201, { id: '7', tone: 'high', by: 'the tower', idempotencyKey: 'k' }]);
	});

	test('returns only the fields of its schema', async () => {
		const getResult = () => ({ id: '7', tone: 'low', by: 'x', notes: 'secret' });
		const { body } = await send(createRoute(getResult), { method: 'POST', role: 'creator' });
		expect(body).toEqual({ id: '7', tone: 'low', by: 'x' });
	});

	test('returns 500 without details when the result does not match the schema', async () => {
		const { status, body } = await send(
			createRoute(() => ({ id: 7 })),
			{ method: 'POST', role: 'creator' },
		);
		expect([status, body]).toEqual([500, { error: 'Something went wrong on our side.' }]);
	});

	test('returns only the conflict fields of its schema', async () => {
		const refuse = () => {
			throw conflict('Rung already', { current: { id: '7', tone: 'low', notes: 'secret' }, secret: 1 });
		};
		const { status, body } = await send(createRoute(refuse), { method: 'POST', role: 'creator' });
		expect([status, body]).toEqual([409, { error: 'Rung already', current: { id: '7', tone: 'low' } }]);
		const plain = () => {
			throw conflict('Not now');
		};
		expect((await send(createRoute(plain), { method: 'POST', role: 'creator' })).body).toEqual({
			error: 'Not now',
		});
	});

	test.each([
		[401, null, '{'],
		[403, 'player', '{'],
		[400, 'creator', '{'],
		[422, 'creator', '{"tone":1}'],
	] as const)('refuses with %i in the order of the decisions', async (status, role, body) => {
		expect((await send(createRoute(), { method: 'POST', role, body })).status).toBe(status);
	});
});

test('serves the calls of its pattern, returns 405 for other methods and 404 without a call', async () => {
	const list = defineCall('GET /api/bells/{bellId}', {
		summary: 'Bells',
		operation: defineOperation({
			allow: 'events.list',
			params: ['bellId'],
			input: z.object({ tone: z.string() }),
			handle: async ({ input }) => ({ bells: [{ id: '1', ...input }], next: 'n' }),
		}),
		inputSource: 'query',
		responses: { 200: z.array(bell) },
		isPaged: true,
		toResponse: ({ bells, next }) => ({ body: bells, next }),
	});
	const route = serveCalls([list]);
	const { status, body, headers } = await send(route, { query: '?tone=low' });
	expect([status, body]).toEqual([200, [{ id: '1', tone: 'low' }]]);
	expect(headers.get('Link')).toBe('</api/bells/7?tone=low&cursor=n>; rel="next"');
	const other = await send(route, { method: 'DELETE' });
	expect([other.status, other.headers.get('Allow')]).toEqual([405, 'GET']);
	for (const method of ['GET', 'POST']) {
		const unknownRoute = await send(route, { method, pattern: 'api/*' });
		expect([unknownRoute.status, unknownRoute.headers.get('Allow')]).toEqual([404, null]);
		expect(unknownRoute.body).toEqual({ error: 'There is nothing at this address.' });
	}
});

test('a body that is a list is the field that the call names for it', async () => {
	const define = (listField?: string) =>
		serveCalls([
			defineCall('PUT /api/bells/{bellId}', {
				summary: 'Tune',
				operation: defineOperation({
					allow: 'events.create',
					params: ['bellId'],
					input: z.object({ tones: z.array(z.string()) }),
					handle: async ({ input }) => input.tones,
				}),
				...(listField === undefined ? {} : { listField }),
				responses: { 200: z.array(z.string()) },
			}),
		]);
	const sent = { method: 'PUT', role: 'creator' as const };
	for (const body of ['["low"]', '{"tones":["low"]}'])
		expect(await send(define('tones'), { ...sent, body })).toMatchObject({ status: 200, body: ['low'] });
	expect((await send(define(), { ...sent, body: '["low"]' })).status).toBe(400);
});
