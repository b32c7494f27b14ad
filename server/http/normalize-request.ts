import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * A path that no route has, used for request lines that cannot be parsed; it gets the response of any unknown path.
 */
const UNREADABLE_PATH = '/unreadable-address';

/** The methods that a `Request` can have and the routes may support; others, such as TRACE, are refused. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
export const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';

/** Returns whether a request has a method that the application knows. */
export const hasKnownMethod = ({ method = '' }: IncomingMessage): boolean => METHODS.includes(method);

/**
 * Changes unusual but valid requests into ones whose address can be parsed: absolute-form request lines, broken
 * percent-encoding, white space after the path, and an invalid Host, which becomes the one of `appUrl`.
 */
export function normalizeRequest(request: IncomingMessage, appUrl: URL): void {
	request.url = normalizeAddress(request.url ?? '/');
	if (!isHost(request.headers.host)) request.headers.host = appUrl.host;
	normalizeOrigin(request.headers, appUrl.origin);
}

/**
 * Replaces an `Origin` that is not ours by the `Sec-Fetch-Site` that our middleware judges: same-origin where the browser
 * itself says so, as behind a proxy that removes the origin ("null"), else cross-site. React Router would respond to it
 * with a bare 400; the middleware's page says which address to use.
 */
function normalizeOrigin(headers: IncomingHttpHeaders, ownOrigin: string): void {
	if (headers.origin === undefined || headers.origin === ownOrigin) return;
	delete headers.origin;
	if (headers['sec-fetch-site'] !== 'same-origin') headers['sec-fetch-site'] = 'cross-site';
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
	if (!isReadablePath(path)) return UNREADABLE_PATH;
	// Two slashes at the start would mean another site.
	return (removeSpace(path) + address.slice(path.length)).replace(/^\/{2,}/, '/');
}

const ENCODED_SPACES = ['%20', '%09', '%0a', '%0d'];

/** Removes the space that was copied with an address. A part that is only a space stays: it is an id that does not exist. */
function removeSpace(path: string): string {
	let end = path.length;
	while (ENCODED_SPACES.includes(path.slice(end - 3, end).toLowerCase())) end -= 3;
	return end > 1 && path[end - 1] === '/' ? path : path.slice(0, end);
}

/** Returns whether a path can be decoded. The result is used, because a bundler would otherwise remove the call. */
function isReadablePath(path: string): boolean {
	try {
		return typeof decodeURIComponent(path) === 'string';
	} catch {
		return false;
	}
}

function isHost(host: string | undefined): boolean {
	return host !== undefined && URL.parse(`http://${host}/`)?.pathname === '/' && !/[\s/?#@]/.test(host);
}
