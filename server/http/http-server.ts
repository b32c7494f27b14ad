import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { createRequestListener } from '@react-router/node';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import { config } from '../config.ts';
import { DISCARDED_BYTES } from './body.ts';
import { CompressedResponse } from './compressed-response.ts';
import { ALLOWED_METHODS, hasKnownMethod, normalizeRequest } from './normalize-request.ts';
import { socketAddressContext } from './peer.ts';
import { groupRoutes } from './route-groups.ts';
import { listSecurityHeaders } from './security-headers.ts';
import { createFileHandler } from './static-files.ts';
import { trackResponse } from './traffic.ts';

/**
 * How long a connection may be idle. Longer than in proxies, so that none sends a request on a connection we
 * just closed.
 */
const KEEP_ALIVE_MS = 125_000;

/** How long the head of a request may take, and a client that moves no byte of its request or response. */
const STALLED_MS = 30_000;

/** How long the rest of a request that Node cannot parse is read. */
const DISCARDING_MS = 2_000;

/** The status lines for requests that Node cannot parse; everything else is a 400. */
const PARSER_ERRORS: Record<string, string> = {
	ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
	HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
	HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Returns the HTTP server of the application, which does not listen yet: the files of `clientFolder`, and the
 * routes of `build` for every other address.
 */
export function createHttpServer(build: ServerBuild, clientFolder: string): Server {
	const headers = listSecurityHeaders();
	const appUrl = new URL(config().APP_URL);
	const sendFile = createFileHandler(clientFolder);
	const findListener = groupRoutes(build, createRoutesListener);
	const options = {
		ServerResponse: CompressedResponse,
		keepAliveTimeout: KEEP_ALIVE_MS,
		headersTimeout: STALLED_MS,
	};
	const server = createServer(options, (request, response) => {
		trackResponse(response);
		for (const [name, value] of headers) response.setHeader(name, value);
		response.once('finish', () => discard(request));
		if (!hasKnownMethod(request)) {
			response.writeHead(405, { Allow: ALLOWED_METHODS }).end();
			return;
		}
		normalizeRequest(request, appUrl);
		// Calendar programs compare the head with that of a GET. Node sends no body, because it has seen the HEAD.
		if (request.method === 'HEAD' && isCalendarAddress(request.url ?? '')) request.method = 'GET';
		if (sendFile(request, response)) return;
		const pathname = getPathname(request.url ?? '/');
		if (pathname === '/__manifest') {
			// A page of a build that looked for routes here loads the document that the user goes to.
			response.writeHead(204, { 'X-Remix-Reload-Document': 'true' }).end();
			return;
		}
		findListener(pathname)(request, response);
	});
	server.timeout = STALLED_MS;
	const headerLines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		const status = PARSER_ERRORS[error.code ?? ''] ?? '400 Bad Request';
		// When bytes were already sent on this connection, a second head could end up inside a response.
		if (!socket.writable || (socket as Socket).bytesWritten > 0) return socket.destroy(error);
		socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${headerLines}\r\n`);
		// A connection that is closed before all its bytes are read is reset, and the client loses the response.
		discard(socket);
		setTimeout(() => socket.destroy(), DISCARDING_MS).unref();
	});
	return server;
}

function createRoutesListener(build: ServerBuild) {
	return createRequestListener({
		build,
		mode: 'production',
		getLoadContext(_request, client) {
			const context = new RouterContextProvider();
			context.set(socketAddressContext, client.address);
			return context;
		},
	});
}

const isCalendarAddress = (address: string): boolean => /^[^?]*\.ics(?:\?|$)/.test(address);

const getPathname = (address: string): string => new URL(`http://localhost${address}`).pathname;

/**
 * Reads and discards what nothing has read: the rest of a body, because it would block the connection for the next
 * request, or of a connection. Closes it when there is more than a client sends before it sees the response.
 */
function discard(stream: Readable): void {
	let length = 0;
	stream.removeAllListeners('data').on('data', (chunk: Buffer) => {
		length += chunk.length;
		if (length > DISCARDED_BYTES) stream.destroy();
	});
	stream.resume();
}
