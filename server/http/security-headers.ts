import { CALENDAR_APP_NAMES, CALENDAR_APPS } from '~/domain/events/calendar.ts';
import { config } from '../config.ts';

/** The policy of every response that is not a page: opened as a document, it may not load or run anything. */
const DOCUMENT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The headers that say nothing about a script, style or font, because browsers take them from documents. */
export const DOCUMENT_HEADERS = [
	'Content-Security-Policy',
	'Referrer-Policy',
	'X-Frame-Options',
	'Cross-Origin-Opener-Policy',
	'Permissions-Policy',
	'Strict-Transport-Security',
] as const;

/**
 * Returns the headers that every response has, also static files and refused requests. A route may set another value.
 */
export function listSecurityHeaders(): [name: string, value: string][] {
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
		// A form without script subscribes to the user's calendar, which ends at these.
		`form-action 'self' ${CALENDAR_APP_NAMES.map((name) => CALENDAR_APPS[name].origin).join(' ')}`,
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join('; ');
}
