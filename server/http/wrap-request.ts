import { randomBytes, randomUUID } from 'node:crypto';
import type { MiddlewareFunction } from 'react-router';
import { REQUEST_BUDGET_MS, withDatabaseBudget } from '~/database/connection.ts';
import { type TracedWork, traceWork } from '~/database/tracing.ts';
import { describeError, log } from '../log.ts';
import { type AccessRule, getAccessRule } from './access.ts';
import { factsContext, type RequestFacts } from './context.ts';
import { readFlash } from './flash.ts';
import { observeRequest } from './metrics.ts';
import { getClientAddress, socketAddressContext } from './peer.ts';
import { setPageHeaders } from './security-headers.ts';
import { noteUnavailable } from './status.ts';
import { trackRequest } from './traffic.ts';

/** Rate limits count per minute; a database usually recovers sooner. */
const RETRY_AFTER_SECONDS: Record<number, string> = { 429: '60', 503: '5' };

/** Stands in the log for an address that contains credentials. */
const SECRET_PATH = '/calendar/…';

/**
 * The outer middleware of every request: sets id, time and notice, adds cookies and security headers to the response,
 * and logs the request. It runs outside `admitRequest`, because a refusal there comes back through `next()` as a
 * finished error page.
 */
export const wrapRequest: MiddlewareFunction<Response> = (args, next) => {
	// Probes come every few seconds, so they are no traces.
	if (getAccessRule(args.url.pathname).kind === 'probe') return respond(args, next);
	return traceWork(
		() => describeRequest(args),
		(span) => respond(args, next, span),
	);
};

type RequestArguments = Parameters<MiddlewareFunction<Response>>[0];
type Next = Parameters<MiddlewareFunction<Response>>[1];

async function respond(
	{ request, url, pattern, context }: RequestArguments,
	next: Next,
	span?: TracedWork,
): Promise<Response> {
	const started = performance.now();
	const facts: RequestFacts = {
		id: randomUUID(),
		request,
		now: new Date(),
		clientAddress: getClientAddress(request, context.get(socketAddressContext)),
		nonce: randomBytes(16).toString('base64'),
		authenticated: null,
		flash: readFlash(request),
		setCookies: [],
	};
	context.set(factsContext, facts);
	const { result: inner, error } = await noteUnavailable(() =>
		trackRequest(() => withDatabaseBudget(REQUEST_BUDGET_MS, next)),
	);
	const response = withOwnHeaders(inner, facts.id);
	for (const cookie of facts.setCookies) response.headers.append('Set-Cookie', cookie);
	// The router keeps the status of an error page but not the headers that it was thrown with.
	const retryAfter = RETRY_AFTER_SECONDS[response.status];
	if (retryAfter && !response.headers.has('Retry-After')) response.headers.set('Retry-After', retryAfter);
	setPageHeaders(response.headers, facts.nonce);
	logRequest({ request, url, pattern }, { status: response.status, error }, started, facts);
	if (span) {
		span.attributes['http.response.status_code'] = response.status;
		span.attributes['townbell.request_id'] = facts.id;
	}
	return response;
}

/** Returns the span of a request: its route and its path, without its query. */
function describeRequest({ request, url, pattern }: RequestArguments): TracedWork {
	const { method, headers } = request;
	const route = toRoute(pattern);
	return {
		kind: 'server',
		name: `${method} ${route}`,
		attributes: {
			'http.request.method': method,
			'http.route': route,
			'url.path': toLoggedPath(url),
			'url.scheme': url.protocol.slice(0, -1),
		},
		headers,
	};
}

/** Returns the route of a request with a slash at its start, which React Router leaves out in some patterns. */
const toRoute = (pattern: string): string => pattern.replace(/^\/?/, '/');

/** Returns the path of an address for the log. */
const toLoggedPath = (url: URL): string =>
	getAccessRule(url.pathname).hasSecretAddress ? SECRET_PATH : url.pathname;

/**
 * Returns the response with the request's id. It is a copy when the headers cannot be changed, as those of
 * `Response.redirect`.
 */
function withOwnHeaders(response: Response, requestId: string): Response {
	try {
		response.headers.set('X-Request-Id', requestId);
		return response;
	} catch {
		const { body, status, statusText, headers } = response;
		return withOwnHeaders(
			new Response(body, { status, statusText, headers: new Headers(headers) }),
			requestId,
		);
	}
}

/**
 * Logs one line per request, without its query, which may contain one-time tokens and OAuth codes. `error` is why something
 * was unavailable, without its stack, because an outage fails every request.
 */
function logRequest(
	{ request, url, pattern }: { request: Request; url: URL; pattern: string },
	{ status, error }: { status: number; error: unknown },
	started: number,
	facts: RequestFacts,
): void {
	const { kind } = getAccessRule(url.pathname);
	const milliseconds = performance.now() - started;
	observeRequest({ route: toRoute(pattern), kind, method: request.method, status }, milliseconds);
	log()[request.signal.aborted ? 'info' : getLogLevel(kind, status)](
		{
			requestId: facts.id,
			method: request.method,
			path: toLoggedPath(url),
			status,
			milliseconds: Math.round(milliseconds),
			actor: facts.authenticated?.actor.id,
			...(error && status >= 300 ? toReason(error) : {}),
		},
		'request',
	);
}

function toReason(error: unknown): { reason: string; code: unknown } {
	const { name, message, code } = describeError(error);
	return { reason: `${name}: ${message}`, code };
}

function getLogLevel(kind: AccessRule['kind'], status: number): 'debug' | 'info' | 'error' {
	if (kind === 'probe') return 'debug';
	return status >= 500 ? 'error' : 'info';
}
