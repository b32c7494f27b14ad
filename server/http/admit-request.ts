import { type MiddlewareFunction, redirect } from 'react-router';
import { type ReadPosition, withReplica } from '~/database/replicas.ts';
import { denied, Refusal, unauthenticated } from '~/domain/refusal.ts';
import { authenticate, hasCredentials } from '../auth/authenticate.ts';
import { readCookie } from '../auth/cookies.ts';
import { CALLBACK_PATH } from '../auth/discord-strategy.ts';
import { type Authenticated, clearSessionCookie } from '../auth/sessions.ts';
import { createXsrfCookie, isForeignOrigin, verifyXsrf } from '../auth/xsrf.ts';
import { config } from '../config.ts';
import { log } from '../log.ts';
import { type AccessRule, getAccessRule } from './access.ts';
import { createAssetErrorResponse, createEmptyResponse } from './assets.ts';
import { getRequestFacts, type RequestFacts } from './context.ts';
import { isMigrated } from './health.ts';
import { ALLOWED_METHODS } from './normalize-request.ts';
import { consumeByAddress, consumeByUser, getMaxWrites, requireWriteLimit } from './rate-limit.ts';
import { asErrorPage, createJsonErrorResponse, isScriptRequest, readFormToResend } from './responses.ts';
import { createStartFailure, isPageRequest, redirectFailedSignIn } from './sign-in-failure.ts';
import { asRefusal } from './status.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Admits or refuses a request: session, Origin and XSRF token, rate limits. The loader of a parent route cannot guard
 * its children, because a client can select the loaders that run (`?_routes=`); middleware always runs.
 */
export const admitRequest: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
	// Without this response the loaders would run and send their data.
	if (request.method === 'OPTIONS')
		return new Response(null, { status: 204, headers: { Allow: ALLOWED_METHODS } });
	const facts = getRequestFacts(context);
	const rule = getAccessRule(url.pathname);
	// Only pages are fetched as data. The data of a stream would never end.
	if (rule.kind !== 'page' && isScriptRequest(request)) return createEmptyResponse(404);
	try {
		const signInRedirect = await admit(request, url, rule, facts);
		if (signInRedirect) return signInRedirect;
	} catch (error) {
		if (rule.signIn && url.pathname !== CALLBACK_PATH) return createStartFailure(request, error);
		if (rule.signIn && isPageRequest(request)) return redirectFailedSignIn(request, error);
		if (rule.kind === 'api') return createJsonErrorResponse(error, facts.id);
		if (rule.kind === 'asset') return createAssetErrorResponse(error, facts.id);
		throw asErrorPage(error, await readFormToResend(request, error));
	}
	return withReplica(getReadPosition(request, rule, facts), (replica) => {
		facts.replica = replica;
		return next();
	});
};

/** The value of the cookie `change`: the position in the primary's log of a change that this browser's page loads. */
const LSN = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i;

/** Returns what a replica must have applied for this request, or null when it reads only the primary. */
function getReadPosition(
	request: Request,
	rule: AccessRule,
	{ authenticated }: RequestFacts,
): ReadPosition | null {
	const position = authenticated?.readPosition;
	const isRead = SAFE_METHODS.includes(request.method) && ['page', 'api'].includes(rule.kind);
	if (!position || !isRead) return null;
	const change = readCookie(request, 'change');
	return change && LSN.test(change) ? { ...position, required: [...position.required, change] } : position;
}

/**
 * Checks the session, the limits, then Origin and XSRF token. Returns null when the request may continue, or a redirect
 * to the sign-in screen. Throws Refusal 'unavailable' (503) while the database is migrated, 'unauthenticated' (401) without
 * a session, 'denied' (403) for another Origin or XSRF token, 'tooMany' (429) above a limit.
 */
async function admit(
	request: Request,
	url: URL,
	rule: AccessRule,
	facts: RequestFacts,
): Promise<Response | null> {
	if (rule.kind === 'probe' || (rule.kind === 'asset' && rule.public && !rule.hasSecretAddress)) return null;
	if (!isMigrated() && !rule.canContinueUnidentified) {
		throw new Refusal('unavailable', 'The server is starting up. Please try again in a moment.', {
			retryAfter: 5,
		});
	}
	if (rule.hasSecretAddress) return null;
	const isWrite = !SAFE_METHODS.includes(request.method);
	facts.authenticated = await identify(request, rule, facts.now, isWrite);
	if (rule.addressLimit) await consumeByAddress(rule.addressLimit, facts.clientAddress);
	if (!facts.authenticated) {
		// Failed verification deletes the browser's session cookie (spec, section 4).
		if (!rule.canContinueUnidentified && readCookie(request, 'session'))
			facts.setCookies.push(clearSessionCookie());
		// Only failures count and are refused, so that users behind the same address keep using their valid sessions.
		if (!rule.canContinueUnidentified && hasCredentials(request))
			await consumeByAddress('failedCredentialsPerMinute', facts.clientAddress);
		if (isWrite && rule.kind === 'page' && isForeignOrigin(request))
			throw createForeignOriginRefusal(request);
		if (rule.public || (isWrite && rule.canContinueUnidentified && rule.kind === 'page')) return null;
		if (rule.kind === 'api' || rule.kind === 'asset') throw unauthenticated();
		return redirect(toSignInPath(url), isWrite ? 303 : 302);
	}
	const { actor, sessionId, via, expiresAt, renewedCookie, writes } = facts.authenticated;
	if (renewedCookie) facts.setCookies.push(renewedCookie);
	await consumeByUser('userRequestsPerMinute', actor.id);
	if (writes) requireWriteLimit(writes, facts.now);
	if (isWrite && via === 'cookie') {
		if (isForeignOrigin(request)) throw createForeignOriginRefusal(request);
		if (rule.kind === 'api' && !verifyXsrf(request, sessionId)) {
			throw denied('The X-XSRF-TOKEN header is missing or does not match. Please reload the page.');
		}
	}
	const shouldSetCookie = rule.kind === 'page' || rule.shouldSetXsrfCookie;
	if (shouldSetCookie && via === 'cookie' && !SAFE_METHODS.slice(2).includes(request.method)) {
		facts.setCookies.push(createXsrfCookie(sessionId, expiresAt, facts.now));
	}
	return null;
}

/**
 * Returns the user of a request, or null. Sign-out and theme only concern the browser: when the user cannot
 * be identified (database or Discord down), these requests continue without a user (spec, section 4: sign-out
 * clears the cookies whatever the server responds).
 */
async function identify(
	request: Request,
	rule: AccessRule,
	now: Date,
	isWrite: boolean,
): Promise<Authenticated | null> {
	try {
		return await authenticate(request, now, isWrite ? getMaxWrites() : undefined);
	} catch (error) {
		if (!rule.canContinueUnidentified || isForeignOrigin(request) || asRefusal(error)?.kind !== 'unavailable')
			throw error;
		return null;
	}
}

function createForeignOriginRefusal(request: Request): Refusal {
	const { method, url } = request;
	log().warn({ method, path: new URL(url).pathname }, 'a form from another site was refused');
	return denied(
		`This form came from another site or address, so nothing was done. Please open ${config().APP_URL} and try again from there.`,
	);
}

function toSignInPath(url: URL): string {
	const target = url.pathname === '/' ? '' : url.pathname + url.search;
	return target ? `/login?redirectTo=${encodeURIComponent(target)}` : '/login';
}
