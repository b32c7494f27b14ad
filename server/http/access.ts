export type AccessRule = {
	kind: 'page' | 'api' | 'probe' | 'asset';
	/** Whether it is open to people who are not signed in. */
	public: boolean;
	/** Whether it begins a sign-in (counted per address). */
	signInStart?: boolean;
};

const PUBLIC_PAGES = new Set(['/', '/login', '/theme']);
const PUBLIC_API = new Set(['/api/auth/discord', '/api/auth/discord/callback', '/api/openapi.json']);
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Who may reach an address at all (decisions, "Sign-in and sessions"): everything that is not named here needs a session. */
export function accessOf(pathname: string): AccessRule {
	const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
	if (PROBES.has(path)) return { kind: 'probe', public: true };
	if (path.startsWith('/scenery/')) return { kind: 'asset', public: true };
	if (path === '/api' || path.startsWith('/api/')) {
		return { kind: 'api', public: PUBLIC_API.has(path), signInStart: path === '/api/auth/discord' };
	}
	return { kind: 'page', public: PUBLIC_PAGES.has(path) };
}
