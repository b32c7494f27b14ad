import { config } from '../config.ts';

/**
 * Returns whether a page of another site sent this request, judged by the Origin header, else by
 * Sec-Fetch-Site. Our own origin comes from APP_URL, never from a header. A request with neither header comes
 * from a program, which does not send a browser's cookies.
 */
export function isForeignOrigin(request: Request): boolean {
	const origin = request.headers.get('Origin');
	if (origin !== null) return origin !== new URL(config().APP_URL).origin;
	const site = request.headers.get('Sec-Fetch-Site');
	return site !== null && site !== 'same-origin' && site !== 'none';
}
