import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import type { CallArguments } from './calls.ts';
import { createCallListener } from './direct-calls.ts';
import { socketAddressContext } from './peer.ts';

type Route = { path?: string; parentId?: string; module?: object };

const steps: string[] = [];
const note =
	(step: string) =>
	async ({ context }: CallArguments, next: () => Promise<Response>) => {
		steps.push(`${step} for ${context.get(socketAddressContext)}`);
		const response = await next();
		response.headers.append('X-Steps', step);
		return response;
	};
const describe =
	(name: string) =>
	({ request, url, pattern, params }: CallArguments) =>
		Response.json({ name, method: request.method, search: url.search, pattern, params });
const call: Route = {
	path: 'api/events/:eventId/signup',
	parentId: 'root',
	module: { loader: describe('loader'), action: describe('action') },
};
const root: Route = { path: '', module: { middleware: [note('outer'), note('inner')] } };

const create = (routes: Record<string, Route>) => {
	const build = Object.entries({ root, ...routes }).map(([id, route]) => [id, { id, ...route }]);
	const listen: RequestListener = (_request, response) => response.end('of the router');
	return createCallListener({ routes: Object.fromEntries(build) } as unknown as ServerBuild, listen);
};

async function serve(routes: Record<string, Route>): Promise<string> {
	const server = createServer(create(routes) ?? undefined);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
	['POST', 'action'],
	['DELETE', 'action'],
	['GET', 'loader'],
])('%s runs the middleware in order, then the %s', async (method, name) => {
	steps.length = 0;
	const url = await serve({
		call,
		unknown: { path: 'api/*', parentId: 'root' },
		any: { path: '*', parentId: 'root' },
	});
	const response = await fetch(`${url}/api/events/7/signup/?a=b`, { method });
	expect(await response.json()).toEqual({
		name,
		method,
		search: '?a=b',
		pattern: 'api/events/:eventId/signup',
		params: { eventId: '7' },
	});
	expect(steps).toEqual(['outer for 127.0.0.1', 'inner for 127.0.0.1']);
	expect(response.headers.get('x-steps')).toBe('inner, outer');
});

test('HEAD has the head of GET', async () => {
	const response = await fetch(`${await serve({ call })}/api/events/7/signup`, { method: 'HEAD' });
	expect([response.status, response.headers.get('x-steps'), await response.text()]).toEqual([
		200,
		'inner, outer',
		'',
	]);
});

test('a call without an action refuses other methods', async () => {
	const { loader } = call.module as { loader: unknown };
	const response = await fetch(
		`${await serve({ call: { ...call, module: { loader } } })}/api/events/7/signup`,
		{
			method: 'PUT',
		},
	);
	expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
});

test('data of a page is the router’s', async () => {
	const response = await fetch(`${await serve({ call })}/api/events/7/signup.data?x`);
	expect(await response.text()).toBe('of the router');
});

test.each<[string, Record<string, Route>]>([
	['two calls', { call, other: { path: 'api/events/:eventId/:name', parentId: 'root' } }],
	['a page', { page: { path: 'events/:eventId', parentId: 'root' } }],
	['an unknown call', { unknown: { path: 'api/*', parentId: 'root' } }],
	['a call inside another route', { layout: { parentId: 'root' }, call: { ...call, parentId: 'layout' } }],
])('%s is left to the router', (_name, routes) => {
	expect(create(routes)).toBeNull();
});
