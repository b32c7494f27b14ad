import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { config } from '../config.ts';

/** The policy of every response that is not a page: opened as a document, it may not load or run anything. */
const DOCUMENT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The status lines that Node sends for requests that it cannot parse; everything else is a 400. */
const PARSER_ERRORS: Record<string, string> = {
	ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
	HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
	HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Adds the security headers to every response of this process, also to those that do not pass our middleware:
 * static files, errors of react-router-serve, and requests that Node cannot parse. Keeps a header that a
 * route has set.
 */
export function addSecurityHeaders(): void {
	const headers = listSecurityHeaders();
	subscribe('http.server.request.start', (message) => {
		const { response } = message as { response: ServerResponse };
		const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
		// Set as late as possible: Express appends a route's headers to existing ones, and clears them on errors.
		response.writeHead = (...args: unknown[]) => {
			for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value);
			return writeHead(...args);
		};
	});
	const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
	subscribe('net.server.socket', (message) => {
		const { server } = (message as { socket: Socket & { server?: Server } }).socket;
		if (server?.listenerCount('clientError') !== 0) return;
		server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
			const status = PARSER_ERRORS[error.code ?? ''] ?? '400 Bad Request';
			// When bytes were already sent on this connection, a second head could end up inside a response.
			if (socket.writable && (socket as Socket).bytesWritten === 0) {
				socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n${lines}\r\n`);
			}
			socket.destroy(error);
		});
	});
}

function listSecurityHeaders(): [name: string, value: string][] {
	const headers: [string, string][] = [
		['Content-Security-Policy', DOCUMENT_POLICY],
		['X-Content-Type-Options', 'nosniff'],
		['Referrer-Policy', 'same-origin'],
		['X-Frame-Options', 'DENY'],
		['Cross-Origin-Opener-Policy', 'same-origin'],
		['Cross-Origin-Resource-Policy', 'same-origin'],
		['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
	];
	if (config().APP_URL.startsWith('https:')) {
		headers.push(['Strict-Transport-Security', 'max-age=31536000']);
	}
	return headers;
}

/**
 * Sets the headers that differ between responses: nothing is cached unless the route says so, and a page gets
 * a policy with the request's nonce: only our own scripts and styles, images also from Discord's CDN.
 */
export function setPageHeaders(headers: Headers, nonce: string): void {
	if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
	if (headers.get('Content-Type')?.startsWith('text/html')) {
		headers.set('Content-Security-Policy', buildPagePolicy(nonce));
	}
}

function buildPagePolicy(nonce: string): string {
	// Vite's hot reload injects inline styles and opens a socket, so development has a looser policy.
	const isDevelopment = config().NODE_ENV === 'development';
	return [
		"default-src 'none'",
		`script-src 'self' 'nonce-${nonce}'`,
		`style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
		`img-src 'self' data: ${new URL(config().DISCORD_CDN_URL).origin}`,
		"font-src 'self'",
		`connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join('; ');
}
