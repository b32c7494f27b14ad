/** A response as the Observatory sees it: of a site on https, with the page's HTML and its cookies. */
export type ScannedPage = { headers: Headers; html: string };

/**
 * Returns the score that Mozilla's HTTP Observatory gives a page on https, by its published table
 * (github.com/mdn/mdn-http-observatory, src/grader/charts.js). Covers what this app sends: no CORS and no
 * HSTS preloading; the certificate and the redirect from http belong to the proxy. Bonuses count only when
 * the score without them is at least 90 points.
 */
export function scoreByObservatory({ headers, html }: ScannedPage): { score: number; parts: Parts } {
	const parts: Parts = {
		'content-security-policy': scorePolicy(headers.get('Content-Security-Policy')),
		cookies: scoreCookies(headers.getSetCookie()),
		'cross-origin-resource-policy': scoreResourcePolicy(headers.get('Cross-Origin-Resource-Policy')),
		'cross-origin-resource-sharing': headers.has('Access-Control-Allow-Origin') ? -50 : 0,
		'referrer-policy': scoreReferrerPolicy(headers.get('Referrer-Policy')),
		'strict-transport-security': scoreTransport(headers.get('Strict-Transport-Security')),
		'subresource-integrity': scoreScripts(html),
		'x-content-type-options': headers.get('X-Content-Type-Options') === 'nosniff' ? 0 : -5,
		'x-frame-options': scoreFraming(headers),
	};
	const penalties = Object.values(parts).filter((points) => points < 0);
	const withoutBonuses = penalties.reduce((sum, points) => sum + points, 100);
	const score = withoutBonuses < 90 ? withoutBonuses : Object.values(parts).reduce((a, b) => a + b, 100);
	return { score, parts };
}

type Parts = Record<string, number>;

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'https://*'];

function scorePolicy(policy: string | null): number {
	if (!policy) return -25;
	const directives = readPolicy(policy);
	const sourcesOf = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
	const [scripts, styles] = [sourcesOf('script-src'), sourcesOf('style-src')];
	const unsafe = ["'unsafe-inline'", 'data:', ...BROAD];
	if (scripts.some((source) => unsafe.includes(source))) return -20;
	if (sourcesOf('object-src').some((source) => BROAD.includes(source))) return -20;
	const passive = ['img-src', 'media-src'];
	const loads = (isPassive: boolean) =>
		[...directives].flatMap(([name, sources]) => (passive.includes(name) === isPassive ? sources : []));
	const isInsecure = (source: string) => /^(http|ftp):/.test(source);
	if (loads(false).some(isInsecure)) return -20;
	if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10;
	if (loads(true).some(isInsecure)) return -10;
	if (styles.some((source) => unsafe.includes(source))) return 0;
	return sourcesOf('default-src').join() === "'none'" ? 10 : 5;
}

function readPolicy(policy: string): Map<string, string[]> {
	const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
	return new Map(directives.map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

/**
 * Returns 5 points when all cookies are Secure and SameSite and session cookies are HttpOnly, 0 without
 * cookies, and otherwise the points of the worst cookie.
 */
function scoreCookies(cookies: string[]): number {
	const points = cookies.map((cookie) => {
		const isSession = /login|sess/i.test(cookie.split('=')[0] ?? '');
		const has = (attribute: RegExp) => attribute.test(cookie);
		if (isSession && !has(/; *HttpOnly/i)) return -30;
		if (!has(/; *SameSite=(Lax|Strict)/i)) return -20;
		if (!has(/; *Secure/i)) return isSession ? -10 : -5;
		return 5;
	});
	return points.length === 0 ? 0 : Math.min(...points);
}

function scoreResourcePolicy(policy: string | null): number {
	if (policy === null || policy === 'cross-origin') return 0;
	return policy === 'same-origin' || policy === 'same-site' ? 10 : -5;
}

function scoreReferrerPolicy(policy: string | null): number {
	if (policy === null) return 0;
	const isPrivate = [
		'no-referrer',
		'same-origin',
		'strict-origin',
		'strict-origin-when-cross-origin',
	].includes(policy);
	return isPrivate ? 5 : -5;
}

function scoreTransport(policy: string | null): number {
	const seconds = Number(/max-age=(\d+)/.exec(policy ?? '')?.[1] ?? Number.NaN);
	if (Number.isNaN(seconds)) return -20;
	return seconds >= 15_768_000 ? 0 : -10;
}

/**
 * Returns -50 points for a script of another origin. Scripts of our own origin need no integrity: 0 points
 * without it, 5 with it.
 */
function scoreScripts(html: string): number {
	const scripts = [...html.matchAll(/<script\b([^>]*\ssrc="([^"]+)"[^>]*)>/g)];
	if (scripts.some(([, , source = '']) => /^(https?:)?\/\//.test(source))) return -50;
	return scripts.some(([, attributes = '']) => /\sintegrity="/.test(attributes)) ? 5 : 0;
}

function scoreFraming(headers: Headers): number {
	if (readPolicy(headers.get('Content-Security-Policy') ?? '').has('frame-ancestors')) return 5;
	return /^(deny|sameorigin)$/i.test(headers.get('X-Frame-Options') ?? '') ? 0 : -20;
}
