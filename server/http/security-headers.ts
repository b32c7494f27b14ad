import { config } from '../config.ts';

/**
 * Sets what every answer carries. Pages get a Content-Security-Policy with the request's nonce: no inline style,
 * no script but ours; pictures also from Discord's image network.
 */
export function setSecurityHeaders(headers: Headers, nonce: string): void {
	headers.set('X-Content-Type-Options', 'nosniff');
	headers.set('Referrer-Policy', 'same-origin');
	headers.set('X-Frame-Options', 'DENY');
	headers.set('Cross-Origin-Opener-Policy', 'same-origin');
	headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
	if (config().APP_URL.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000');
	if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
	if (headers.get('Content-Type')?.startsWith('text/html')) {
		headers.set('Content-Security-Policy', contentSecurityPolicy(nonce));
	}
}

function contentSecurityPolicy(nonce: string): string {
	// Vite's hot reload injects inline styles and opens a socket; only development gets the looser policy.
	const development = config().NODE_ENV === 'development';
	return [
		"default-src 'none'",
		`script-src 'self' 'nonce-${nonce}'`,
		`style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
		`img-src 'self' data: ${new URL(config().DISCORD_CDN_URL).origin}`,
		"font-src 'self'",
		`connect-src 'self'${development ? ' ws:' : ''}`,
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join('; ');
}
