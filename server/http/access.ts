import type { AddressLimit } from '~/domain/limits.ts';

export type AccessRule = {
	kind: 'page' | 'api' | 'probe' | 'asset';
	/** Whether it is open to visitors who are not signed in. */
	public: boolean;
	/** The limit that requests count against, per client address. */
	addressLimit?: AddressLimit;
	/** Whether it is a step of the sign-in, which browsers open as a page. */
	signIn?: boolean;
	/** Whether it still works for this browser when the user cannot be identified (database down). */
	canContinueUnidentified?: boolean;
	/** Whether its address contains the credentials, which its route checks. They must not be logged. */
	hasSecretAddress?: boolean;
	/** Whether its response sets the XSRF-TOKEN cookie although it is not a page. */
	shouldSetXsrfCookie?: boolean;
};

const PUBLIC_PAGES = new Set(['/', '/login', '/theme', '/profile/deleted']);
const PUBLIC_API = new Set(['/api/auth/discord', '/api/auth/discord/callback', '/api/openapi.json']);
const SIGN_IN_STEPS: Record<string, Pick<AccessRule, 'signIn' | 'addressLimit'>> = {
	'/api/auth/discord': { signIn: true, addressLimit: 'signInStartsPerMinute' },
	'/api/auth/discord/callback': { signIn: true, addressLimit: 'signInCallbacksPerMinute' },
};
/** A page although its path is below /api. */
const API_DOCS = '/api/docs';
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Returns the access rule of a path. A path that is not listed above needs a session. */
export function getAccessRule(pathname: string): AccessRule {
	const path = toRoutedPath(pathname);
	if (PROBES.has(path)) return { kind: 'probe', public: true };
	if (/^\/(scenery|previews)\//.test(path)) return { kind: 'asset', public: true };
	if (path.startsWith('/calendar/')) return { kind: 'asset', public: true, hasSecretAddress: true };
	if (path.startsWith('/images/') || path === '/live') return { kind: 'asset', public: false };
	if (path !== API_DOCS && (path === '/api' || path.startsWith('/api/'))) {
		return {
			kind: 'api',
			public: PUBLIC_API.has(path),
			...SIGN_IN_STEPS[path],
			shouldSetXsrfCookie: path === '/api/auth/me',
		};
	}
	return {
		kind: 'page',
		public: PUBLIC_PAGES.has(path),
		canContinueUnidentified: path === '/logout' || path === '/theme',
	};
}

/**
 * Returns the path as the router matches it: without regard to case, percent-encoding and a trailing slash.
 * The access check must agree with the router.
 */
function toRoutedPath(pathname: string): string {
	let path = pathname;
	try {
		path = decodeURIComponent(pathname);
	} catch {
		// The path matches no route and stays behind the sign-in.
	}
	return path.toLowerCase().replace(/(?<=.)\/+$/, '');
}
