const MAX_LENGTH = 1_000;
const HERE = 'http://here.invalid';

/**
 * Where a sign-in may lead: a path of this site with its query, else `/`. Refuses other sites in every spelling,
 * control characters, and the addresses that are no page to come back to (`/login`, `/api` but for
 * `/api/docs`).
 */
export function safeRedirectTo(value: string | null | undefined): string {
	if (!value || value.length > MAX_LENGTH || !isPlainPath(value)) return '/';
	const address = URL.parse(value, HERE);
	if (!address || address.origin !== HERE) return '/';
	const { pathname, search, hash } = address;
	// Dots are resolved by now, and `/.//evil.example` has become a site of its own.
	if (!isPlainPath(pathname) || isNoPage(pathname)) return '/';
	// The front page's query belongs to the sign-in itself.
	return pathname === '/' ? '/' : pathname + search + hash;
}

function isPlainPath(path: string): boolean {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
	return path.startsWith('/') && !path.startsWith('//') && !/[\\\u0000-\u001f\u007f]/.test(path);
}

/** The router matches without regard to case and percent-encoding, so this must too. */
function isNoPage(pathname: string): boolean {
	try {
		const path = decodeURIComponent(pathname);
		return /^\/(login|api)(\/|$)/i.test(path) && !/^\/api\/docs\/?$/i.test(path);
	} catch {
		return true;
	}
}
