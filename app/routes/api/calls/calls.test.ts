import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '~/app/routes.ts';
import { describeApi } from '~/server/http/openapi.ts';
import { apiCalls, publicRoutes } from './index.ts';
import { errorSchema } from './schemas.ts';

const document = describeApi(apiCalls, publicRoutes, {
	version: '1.2.3',
	appUrl: 'https://bell.example',
	error: errorSchema,
});
const documented = Object.entries(document.paths).flatMap(([address, methods]) =>
	Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
);

/** Addresses under /api that are not calls: a step of the browser's sign-in, a page, and the 404 fallback. */
const OTHER_PATHS = ['/api/auth/discord/callback', '/api/docs', '/api/*'];

const listPaths = (entries: RouteConfigEntry[], parentPath = ''): string[] =>
	entries.flatMap(({ path: part, children }) => {
		const address = part ? `${parentPath}/${part}` : parentPath;
		return [...(part ? [address] : []), ...listPaths(children ?? [], address)];
	});

test('the document and the routes have the same paths', () => {
	const served = listPaths(routes)
		.filter((address) => address.startsWith('/api/') && !OTHER_PATHS.includes(address))
		.map((address) => address.replaceAll(/:(\w+)/g, '{$1}'));
	expect(Object.keys(document.paths).sort()).toEqual(served.sort());
});

test('each method and path is declared once, and its ids are the operation’s parameters', () => {
	const addresses = apiCalls.map(({ method, path: address }) => `${method} ${address}`);
	expect(new Set(addresses).size).toBe(addresses.length);
	for (const call of apiCalls) {
		const named = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		expect([...call.params].sort(), call.path).toEqual(named.sort());
	}
});

test('the document contains every call of the specification’s section 7', async () => {
	const missing = (await readSpecification()).filter((call) => !documented.includes(call));
	expect(missing).toEqual([]);
});

test('every schema reference points to an existing schema', () => {
	const text = JSON.stringify(document);
	const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
	expect(names.length).toBeGreaterThan(50);
	expect([...new Set(names)].filter((name) => !(String(name) in document.components.schemas))).toEqual([]);
	expect(text).not.toContain('$defs');
});

test('the document omits the input that the server adds itself', () => {
	expect(document.paths['/api/auth/logout']?.post).not.toHaveProperty('requestBody');
	expect(JSON.stringify(document)).not.toContain('idempotencyKey');
});

test('every POST accepts an idempotency key, except those that can be repeated safely', () => {
	const keyless = apiCalls.filter(({ method, hasIdempotencyKey }) => method === 'POST' && !hasIdempotencyKey);
	expect(keyless.map(({ path: address }) => address).sort()).toEqual(KEYLESS);
});

/**
 * Calls without an idempotency key: a second logout does no harm, a proposal of groups saves nothing, a place is taken or
 * given up once, a user is signed up once, a standby is called once, an event has one series, a poll has one date, a script is added once, a change is undone once, and a repeated renewal returns the link that works.
 */
const KEYLESS = [
	'/api/audit/{entryId}/undo',
	'/api/auth/logout',
	'/api/events/{eventId}/groups/auto-split',
	'/api/events/{eventId}/place',
	'/api/events/{eventId}/series',
	'/api/events/{eventId}/signups',
	'/api/events/{eventId}/standbys',
	'/api/polls/{pollId}/choose',
	'/api/scripts',
	'/api/users/calendar/renew',
];

/** Returns the calls of section 7, copied from the specification into the file beside this test. */
async function readSpecification(): Promise<string[]> {
	const text = await readFile(path.join(import.meta.dirname, 'section-7.txt'), 'utf8');
	return text.split('\n').filter((line) => line.startsWith('GET') || /^(POST|PUT|DELETE) /.test(line));
}

test('the document has every body that a call takes', () => {
	const calls = apiCalls.filter(({ method }) => method !== 'GET');
	const bodies = calls.flatMap(({ method, path, listField }) => {
		const body = document.paths[path]?.[method.toLowerCase()]?.requestBody as JsonBody | undefined;
		return listField
			? [[`${method} ${path}`, body?.content['application/json'].schema.anyOf?.map(({ type }) => type)]]
			: [];
	});
	expect(bodies).toEqual([['PUT /api/events/{eventId}/attendance', ['object', 'array']]]);
});

type JsonBody = { content: { 'application/json': { schema: { anyOf?: { type: string }[] } } } };
