import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
	type EntryContext,
	type HandleErrorFunction,
	isRouteErrorResponse,
	type RouterContextProvider,
	ServerRouter,
} from 'react-router';
import { isForeignOrigin } from '~/server/auth/origin.ts';
import { readBuiltStyle } from '~/server/http/built-styles.ts';
import { factsContext } from '~/server/http/context.ts';
import { readTheme, readViewerZone } from '~/server/http/viewer-cookies.ts';
import { log } from '~/server/log.ts';
import { startServices } from '~/server/services.ts';
import { StyleSourceContext } from './shell/page-files.tsx';
import { FallbackThemeProvider } from './ui/theme/fallback-theme.tsx';

export const streamTimeout = 5_000;

// In production start/app.ts starts the services; the development server does not run it.
if (import.meta.env.DEV) startServices();

export default function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> | Response {
	headers.set('Content-Type', 'text/html; charset=utf-8');
	if (request.method === 'HEAD') return new Response(null, { status, headers });
	const facts = context.get(factsContext);
	// React Router rejects methods such as TRACE before our middleware runs, so there are no request facts.
	if (!facts) return new Response(null, { status });
	const { nonce } = facts;
	// The script of the first visit stores the zone, so a browser without it has not loaded our files yet.
	const isFirstVisit = readViewerZone(request) === null;
	const styles = isFirstVisit && !import.meta.env.DEV ? { nonce, readStyle: readBuiltStyle } : null;
	let finalStatus = status;
	return new Promise((resolve, reject) => {
		let shellRendered = false;
		const ready = isbot(request.headers.get('User-Agent')) ? 'onAllReady' : 'onShellReady';
		const timeout = setTimeout(() => abort(), streamTimeout + 1_000);
		const { pipe, abort } = renderToPipeableStream(
			<FallbackThemeProvider theme={readTheme(request, undefined)}>
				<StyleSourceContext value={styles}>
					<ServerRouter context={routerContext} url={request.url} nonce={nonce} />
				</StyleSourceContext>
			</FallbackThemeProvider>,
			{
				nonce,
				[ready]() {
					shellRendered = true;
					const body = new PassThrough({
						final(done) {
							clearTimeout(timeout);
							done();
						},
					});
					pipe(body);
					resolve(new Response(createReadableStreamFromReadable(body), { headers, status: finalStatus }));
				},
				onShellError: reject,
				onError(error: unknown) {
					finalStatus = 500;
					if (shellRendered) log().error({ err: error }, 'rendering failed');
				},
			},
		);
	});
}

/** Logs an unexpected error together with the request's id. The error's text never leaves the server. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted || isRouteErrorResponse(error)) return;
	const facts = context.get(factsContext);
	// React Router rejects forms from other sites before any middleware runs; this is not an error of our code.
	if (!facts && isForeignOrigin(request)) {
		const { method, url } = request;
		log().warn({ method, path: new URL(url).pathname }, 'a form from another site was refused');
		return;
	}
	log().error({ err: error, requestId: facts?.id }, 'request failed');
};
