import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { config } from '../config.ts';

/** An address that no route has, for request lines that cannot be read; it answers like any other unknown one. */
export const UNREADABLE = '/unreadable-address';

/** TRACE and the like break the server beneath before anything of ours runs; they get a plain 405. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Brings odd but valid requests into the form that the server beneath expects. It prints what it cannot parse, whole
 * address included, and that may hold a one-time token: absolute-form request lines, broken percent-encoding, a Host
 * that is none.
 */
export function straightenRequests(): void {
	const host = new URL(config().APP_URL).host;
	subscribe('http.server.request.start', (message) => {
		const { request } = message as { request: IncomingMessage };
		request.url = straightenAddress(request.url ?? '/');
		if (!METHODS.has(request.method ?? '')) {
			request.method = 'OPTIONS';
			request.url = UNREADABLE;
		}
		if (!isHost(request.headers.host)) request.headers.host = host;
	});
}

/** Path and query of a request line; what cannot be read becomes an address that nobody has. */
export function straightenAddress(line: string): string {
	let address = line;
	if (!line.startsWith('/')) {
		const absolute = URL.parse(line);
		if (!absolute) return UNREADABLE;
		address = absolute.pathname + absolute.search;
	}
	const [path = ''] = address.split('?', 1);
	if (!isReadable(path)) return UNREADABLE;
	// Two slashes at the start would read as another site.
	return address.replace(/^\/{2,}/, '/');
}

/** The answer is used, or a bundler takes the attempt for one without effect. */
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
