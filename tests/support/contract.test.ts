import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeApi } from '~/server/http/openapi.ts';
import { createContract } from './contract.ts';

const { checkResponse } = createContract(
	describeApi(
		[],
		[
			{
				method: 'GET',
				path: '/api/bells/{bellId}',
				summary: 'A bell',
				responses: { 200: z.object({ id: z.string(), rung_at: z.iso.datetime().nullable() }) },
				refusalStatuses: [404],
			},
			{
				method: 'GET',
				path: '/api/bells/all',
				summary: 'Bells',
				responses: { 200: z.array(z.string()) },
				refusalStatuses: [],
			},
		],
		{
			version: '1',
			appUrl: 'https://bell.example',
			error: z.object({ error: z.string() }).meta({ id: 'E' }),
		},
	),
);

test.each([
	['as described', '/api/bells/1', 200, { id: '1', rung_at: null }],
	['an instant', '/api/bells/1', 200, { id: '1', rung_at: '2026-01-01T00:00:00.000Z' }],
	['a refusal', '/api/bells/1', 404, { error: 'no' }],
	['the address without ids first', '/api/bells/all', 200, ['1']],
	['an unknown address with status 404', '/api/gongs', 404, { error: 'no' }],
])('%s keeps the contract', (_name, address, status, body) => {
	expect(checkResponse('GET', address, status, body)).toBeNull();
});

test.each([
	[
		'a field too many',
		'/api/bells/1',
		200,
		{ id: '1', rung_at: null, notes: 'secret' },
		'additional properties',
	],
	['a field too few', '/api/bells/1', 200, { id: '1' }, 'rung_at'],
	['a wrong type', '/api/bells/1', 200, { id: 1, rung_at: null }, 'string'],
	['no instant', '/api/bells/1', 200, { id: '1', rung_at: 'now' }, 'date-time'],
	[
		'a stack trace in a refusal',
		'/api/bells/1',
		404,
		{ error: 'no', stack: 'at …' },
		'additional properties',
	],
	['an unknown status', '/api/bells/1', 418, { error: 'no' }, 'only'],
	['an unknown address', '/api/gongs', 200, {}, 'does not contain'],
	['a documented call with status 405', '/api/bells/1', 405, { error: 'no' }, 'though'],
])('%s breaks the contract', (_name, address, status, body, text) => {
	expect(checkResponse('GET', address, status, body)).toContain(text);
});
