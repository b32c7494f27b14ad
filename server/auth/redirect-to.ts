const MAX_LENGTH = 1_000;
const PLACEHOLDER_ORIGIN = 'http://here.invalid';

/**
 * Returns the path to open after a sign-in: `value` when it is a path of this site (with query and fragment),
 * else `/`. Rejects other sites in every spelling, control characters, and addresses that are not pages to
 * return to (`/login`, and `/api` except `/api/docs`).
 */
export function toSafeRedirect(value: string | null | undefined): string {
	if (!value || value.length > MAX_LENGTH || !isPlainPath(value)) return '/';
	const address = URL.parse(value, PLACEHOLDER_ORIGIN);
	if (!address || address.origin !== PLACEHOLDER_ORIGIN) return '/';
	const { pathname, search, hash } = address;
	// Dot segments are resolved by now, so that `/.//evil.example` has become the address of another site.
	if (!isPlainPath(pathname) || isExcludedPath(pathname)) return '/';
	// On the front page the query holds parameters of the sign-in, so it is not kept.
	return pathname === '/' ? '/' : pathname + search + hash;
}

function isPlainPath(path: string): boolean {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
	return path.startsWith('/') && !path.startsWith('//') && !/[\\\u0000-\u001f\u007f]/.test(path);
}

/**
 * Returns whether the path is `/login`, `/api` or below one of them, except `/api/docs`; also for a path that
 * cannot be decoded. Ignores case and decodes percent-encoding, as the router does.
 */
function isExcludedPath(pathname: string): boolean {
	try {
		const path = decodeURIComponent(pathname);
		return /^\/(login|api)(\/|$)/i.test(path) && !/^\/api\/docs\/?$/i.test(path);
	} catch {
		return true;
	}
}
