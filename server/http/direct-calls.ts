import { createRequestListener as createFetchListener } from '@remix-run/node-fetch-server';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import { log } from '../log.ts';
import type { CallArguments } from './calls.ts';
import { socketAddressContext } from './peer.ts';
import { createMethodNotAllowedResponse } from './responses.ts';

type Listener = ReturnType<typeof createFetchListener>;
type Next = () => Promise<Response>;
type Middleware = (args: CallArguments, next: Next) => Promise<Response> | Response;
type Handler = (args: CallArguments) => Promise<Response> | Response;
type CallModule = { loader: Handler; action?: Handler };

/**
 * Returns a listener for the call of /api that is the only route `part` can match, or null when `part`, a part of the
 * build, has other routes or a page. The listener runs the same middleware and the same loader or action as React
 * Router does, without matching the address again and without its objects for rendering, which take a fifth of the CPU
 * time of a signup. `listen` serves what only the router knows, as data of a page.
 */
export function createCallListener(part: ServerBuild, listen: Listener): Listener | null {
	const routes = Object.values(part.routes).filter((route) => route !== undefined);
	const [route, ...others] = routes.filter(({ path }) => path !== undefined && !/^$|\*$/.test(path));
	const root = routes.find(({ id }) => id === route?.parentId);
	if (!route?.path?.startsWith('api/') || others.length > 0 || !root || root.parentId) return null;
	const pattern = route.path;
	const names = pattern.split('/');
	const { loader, action = () => createMethodNotAllowedResponse('GET') } =
		route.module as unknown as CallModule;
	const middleware = (root.module.middleware ?? []) as unknown as Middleware[];
	const handle = async (request: Request, client: { address: string }): Promise<Response> => {
		const url = new URL(request.url);
		const segments = url.pathname.split('/').filter(Boolean);
		const params = Object.fromEntries(
			names.flatMap((name, position) => (name.startsWith(':') ? [[name.slice(1), segments[position]]] : [])),
		);
		const context = new RouterContextProvider();
		context.set(socketAddressContext, client.address);
		const args = { request, url, pattern, params, context };
		const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
		const run = middleware.reduceRight<Next>(
			(next, each) => async () => each(args, next),
			async () => (isRead ? loader : action)(args),
		);
		const response = await run();
		return request.method === 'HEAD' ? new Response(null, response) : response;
	};
	const listenDirectly = createFetchListener(handle, {
		onError: (error) => log().error({ err: error }, 'request failed'),
	});
	return (request, response) =>
		/\.data(?:\?|$)/.test(request.url ?? '') ? listen(request, response) : listenDirectly(request, response);
}
