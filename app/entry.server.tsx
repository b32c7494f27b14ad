import { renderToString } from 'react-dom/server';
import {
	type EntryContext,
	type HandleErrorFunction,
	isRouteErrorResponse,
	type RouterContextProvider,
	ServerRouter,
} from 'react-router';
import { readBuiltStyle } from '~/server/http/assets.ts';
import { factsContext } from '~/server/http/context.ts';

import { isFirstVisit, readTheme } from '~/server/http/viewer-cookies.ts';
import { log } from '~/server/log.ts';
import { startServices } from '~/server/services.ts';
import { createHtmlCache } from './shell/html-cache.ts';
import { InlineSourceContext } from './shell/page-files.tsx';
import { CachedHtmlContext } from './ui/cached-html.tsx';
import { FallbackThemeProvider } from './ui/theme/fallback-theme.tsx';

export const streamTimeout = 5_000;

// In production start/app.ts starts the services; the development server does not run it.
if (import.meta.env.DEV) startServices();

/** About 12 MB. The cards of 30 events take 150 kB for each way in which viewers see them. */
const htmlCache = createHtmlCache(12_000_000);

/**
 * Renders a page in one piece, at half the cost of React's streaming renderer. A page must work without script, so the
 * loaders of a document request never leave data for later, and on the server no component is lazy.
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	headers.set('Content-Type', 'text/html; charset=utf-8');
	if (request.method === 'HEAD') return new Response(null, { status, headers });
	const facts = context.get(factsContext);
	// React Router rejects methods such as TRACE before our middleware runs, so there are no request facts.
	if (!facts) return new Response(null, { status });
	const { nonce } = facts;
	const inlinesStyles = isFirstVisit(request.headers.get('Cookie')) && !import.meta.env.DEV;
	const inline = { nonce, readStyle: inlinesStyles ? readBuiltStyle : null };
	// React Router writes the loaders' data as it arrives; we give it all of it, as the first and last part.
	const value = await new Response(routerContext.serverHandoffStream).text();
	const handoff = Object.assign(Promise.resolve(), { result: { done: true, value } });
	const entry = {
		...routerContext,
		serverHandoffStream: new ReadableStream<Uint8Array>(),
		renderMeta: { streamCache: { 0: handoff } },
	};
	const page = htmlCache.startPage();
	const html = renderToString(
		<FallbackThemeProvider theme={readTheme(request, undefined)}>
			<CachedHtmlContext value={page.renderCached}>
				<InlineSourceContext value={inline}>
					<ServerRouter context={entry} url={request.url} nonce={nonce} />
				</InlineSourceContext>
			</CachedHtmlContext>
		</FallbackThemeProvider>,
	);
	// renderToString leaves out the doctype, and without it browsers lay pages out in quirks mode.
	return new Response(streamBytes(page.encode(`<!DOCTYPE html>${html}`)), { headers, status });
}

/** Returns the bytes as a stream of one part. A Response that is given a text or a Buffer copies it. */
function streamBytes(bytes: Uint8Array): ReadableStream<Uint8Array> {
	return new ReadableStream({
		start(controller) {
			controller.enqueue(bytes);
			controller.close();
		},
	});
}

/** Logs an unexpected error together with the request's id. The error's text never leaves the server. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted || isRouteErrorResponse(error)) return;
	const facts = context.get(factsContext);
	log().error({ err: error, requestId: facts?.id }, 'request failed');
};
