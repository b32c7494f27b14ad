import type { AddressLimit } from '~/domain/limits.ts';

export type AccessRule = {
	kind: 'page' | 'api' | 'probe' | 'asset';
	/** Whether it is open to people who are not signed in. */
	public: boolean;
	/** The limit that requests count against, by the client's address. */
	addressLimit?: AddressLimit;
	/** Whether it is a step of signing in, which browsers open as a page. */
	signIn?: boolean;
	/** Whether it does its work for the browser even when nobody can be told who asks (database down). */
	worksUnidentified?: boolean;
	/** Whether its answer brings the XSRF-TOKEN cookie though it is no page. */
	givesXsrf?: boolean;
};

const PUBLIC_PAGES = new Set(['/', '/login', '/theme', '/profile/deleted']);
const PUBLIC_API = new Set(['/api/auth/discord', '/api/auth/discord/callback', '/api/openapi.json']);
const SIGN_IN_STEPS: Record<string, Pick<AccessRule, 'signIn' | 'addressLimit'>> = {
	'/api/auth/discord': { signIn: true, addressLimit: 'signInStartsPerMinute' },
	'/api/auth/discord/callback': { signIn: true, addressLimit: 'signInCallbacksPerMinute' },
};
/** A page among the calls that it is about. */
const API_DOCS = '/api/docs';
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Who may reach an address at all (decisions, "Sign-in and sessions"): everything that is not named here needs a session. */
export function accessOf(pathname: string): AccessRule {
	const path = asRouted(pathname);
	if (PROBES.has(path)) return { kind: 'probe', public: true };
	if (path.startsWith('/scenery/')) return { kind: 'asset', public: true };
	if (path.startsWith('/images/')) return { kind: 'asset', public: false };
	if (path !== API_DOCS && (path === '/api' || path.startsWith('/api/'))) {
		return {
			kind: 'api',
			public: PUBLIC_API.has(path),
			...SIGN_IN_STEPS[path],
			givesXsrf: path === '/api/auth/me',
		};
	}
	return {
		kind: 'page',
		public: PUBLIC_PAGES.has(path),
		worksUnidentified: path === '/logout' || path === '/theme',
	};
}

/** The router matches without regard to case, percent-encoding and a last slash; so must whoever guards it. */
function asRouted(pathname: string): string {
	let path = pathname;
	try {
		path = decodeURIComponent(pathname);
	} catch {
		// It matches no route of ours, and stays behind the sign-in.
	}
	return path.toLowerCase().replace(/(?<=.)\/+$/, '');
}
