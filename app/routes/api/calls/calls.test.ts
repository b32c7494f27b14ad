import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '~/app/routes.ts';
import { describeApi } from '~/server/http/openapi.ts';
import { errorSchema } from './answers.ts';
import { apiCalls, openAddresses } from './index.ts';

const document = describeApi(apiCalls, openAddresses, {
	version: '1.2.3',
	appUrl: 'https://bell.example',
	error: errorSchema,
});
const documented = Object.entries(document.paths).flatMap(([address, methods]) =>
	Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
);

/** Addresses under /api that are not calls: a step of the browser's sign-in, a page, and the 404 fallback. */
const NO_CALLS = ['/api/auth/discord/callback', '/api/docs', '/api/*'];

const addressesOf = (entries: RouteConfigEntry[], above = ''): string[] =>
	entries.flatMap(({ path: part, children }) => {
		const address = part ? `${above}/${part}` : above;
		return [...(part ? [address] : []), ...addressesOf(children ?? [], address)];
	});

test('the document and the routes know the same addresses', () => {
	const served = addressesOf(routes)
		.filter((address) => address.startsWith('/api/') && !NO_CALLS.includes(address))
		.map((address) => address.replaceAll(/:(\w+)/g, '{$1}'));
	expect(Object.keys(document.paths).sort()).toEqual(served.sort());
});

test('an address is declared once, and its ids are those of its operation', () => {
	const addresses = apiCalls.map(({ method, path: address }) => `${method} ${address}`);
	expect(new Set(addresses).size).toBe(addresses.length);
	for (const call of apiCalls) {
		const named = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		expect([...call.params].sort(), call.path).toEqual(named.sort());
	}
});

test('every call of the specification’s section 7 is there', async () => {
	const missing = (await readSpecification()).filter((call) => !documented.includes(call));
	expect(missing).toEqual([]);
});

test('names of schemas are references that lead somewhere', () => {
	const text = JSON.stringify(document);
	const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
	expect(names.length).toBeGreaterThan(50);
	expect([...new Set(names)].filter((name) => !(String(name) in document.components.schemas))).toEqual([]);
	expect(text).not.toContain('$defs');
});

test('what the server adds by itself is nothing that one may send', () => {
	expect(document.paths['/api/auth/logout']?.post).not.toHaveProperty('requestBody');
	expect(JSON.stringify(document)).not.toContain('idempotencyKey');
});

test('every POST takes a key, but those that have no effect to repeat', () => {
	const keyless = apiCalls.filter(({ method, takesKey }) => method === 'POST' && !takesKey);
	expect(keyless.map(({ path: address }) => address).sort()).toEqual(KEYLESS);
});

/** Calls without an idempotency key: a second logout does no harm, and a proposal of groups saves nothing. */
const KEYLESS = ['/api/auth/logout', '/api/events/{eventId}/groups/auto-split'];

/** Returns the calls of section 7, copied from the specification into the file beside this test. */
async function readSpecification(): Promise<string[]> {
	const text = await readFile(path.join(import.meta.dirname, 'section-7.txt'), 'utf8');
	return text.split('\n').filter((line) => line.startsWith('GET') || /^(POST|PUT|DELETE) /.test(line));
}
