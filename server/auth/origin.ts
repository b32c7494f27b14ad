import { config } from '../config.ts';

/**
 * Whether a request was sent by a page of another site, by its Origin, else its Sec-Fetch-Site. APP_URL says who we
 * are, never a header. A request with neither comes from a program, which carries no browser's cookies.
 */
export function isForeignOrigin(request: Request): boolean {
	const origin = request.headers.get('Origin');
	if (origin !== null) return origin !== new URL(config().APP_URL).origin;
	const site = request.headers.get('Sec-Fetch-Site');
	return site !== null && site !== 'same-origin' && site !== 'none';
}
