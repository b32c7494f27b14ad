import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { config } from '../config.ts';

/**
 * A path that no route has, used for request lines that cannot be parsed; it gets the response of any unknown
 * path.
 */
export const UNREADABLE_PATH = '/unreadable-address';

/** Other methods, such as TRACE, break react-router-serve before our code runs; they get a plain 405. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Normalizes unusual but valid requests into the form that react-router-serve expects: absolute-form request
 * lines, broken percent-encoding, an invalid Host. Otherwise it would print the full address, which may
 * contain a one-time token.
 */
export function normalizeRequests(): void {
	const host = new URL(config().APP_URL).host;
	subscribe('http.server.request.start', (message) => {
		const { request } = message as { request: IncomingMessage };
		request.url = normalizeAddress(request.url ?? '/');
		if (!METHODS.has(request.method ?? '')) {
			request.method = 'OPTIONS';
			request.url = UNREADABLE_PATH;
		}
		if (!isHost(request.headers.host)) request.headers.host = host;
	});
}

/** Returns the path and query of a request line, or `UNREADABLE_PATH` when it cannot be parsed. */
export function normalizeAddress(line: string): string {
	let address = line;
	if (!line.startsWith('/')) {
		const absolute = URL.parse(line);
		if (!absolute) return UNREADABLE_PATH;
		address = absolute.pathname + absolute.search;
	}
	const [path = ''] = address.split('?', 1);
	if (!isReadable(path)) return UNREADABLE_PATH;
	// Two slashes at the start would mean another site.
	return address.replace(/^\/{2,}/, '/');
}

/**
 * Returns whether a path can be decoded. The result is used, because a bundler would otherwise remove the
 * call.
 */
function isReadable(path: string): boolean {
	try {
		return typeof decodeURIComponent(path) === 'string';
	} catch {
		return false;
	}
}

function isHost(host: string | undefined): boolean {
	return host !== undefined && URL.parse(`http://${host}/`)?.pathname === '/' && !/[\s/?#@]/.test(host);
}
