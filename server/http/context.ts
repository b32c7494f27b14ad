import { createContext, type RouterContextProvider } from 'react-router';
import type { BorrowedReplica } from '~/database/replicas.ts';
import type { Actor } from '~/domain/policy.ts';
import { type Authenticated, clearSessionCookie } from '../auth/sessions.ts';
import { clearXsrfCookie } from '../auth/xsrf.ts';
import type { OperationContext } from '../operations/kernel/operation.ts';
import { clearFlash, type Flash } from './flash.ts';

/** What the middleware knows about a request before any route runs. */
export type RequestFacts = {
	id: string;
	request: Request;
	now: Date;
	/** The address of the client, as far as the trusted proxies tell it (TRUST_PROXY_HOPS). */
	clientAddress: string;
	/** For the scripts of this one page (Content-Security-Policy). */
	nonce: string;
	authenticated: Authenticated | null;
	/** What operations may read from instead of the primary. */
	replica?: BorrowedReplica | null;
	flash: Flash | null;
	/** Set-Cookie values that are added to the response of any route. */
	setCookies: string[];
};

export const factsContext = createContext<RequestFacts | null>(null);

type Context = Readonly<RouterContextProvider>;

/**
 * Returns the facts of a request. Throws an Error when the middleware has not run, as for methods that the
 * router rejects itself.
 */
export function getRequestFacts(context: Context): RequestFacts {
	const facts = context.get(factsContext);
	if (!facts) throw new Error('The request has not passed the middleware.');
	return facts;
}

/** Returns the actor and the time of a request, for an operation. */
export function getOperationContext(context: Context): OperationContext {
	const { authenticated, now, replica = null } = getRequestFacts(context);
	return { actor: authenticated?.actor ?? null, now, replica };
}

/** Returns the signed-in user of a request as an actor, or null. */
export const getActor = (context: Context): Actor | null =>
	getRequestFacts(context).authenticated?.actor ?? null;

/**
 * Returns the notice that the previous page left, or null. A notice is returned once: this response deletes its cookie.
 */
export function consumeFlash(context: Context): Flash | null {
	const facts = getRequestFacts(context);
	const { flash } = facts;
	if (!flash) return null;
	facts.flash = null;
	facts.setCookies.push(clearFlash());
	return flash;
}

/** Deletes the session cookies of the browser with this response, and returns the id of the session ('' for none). */
export function signOutBrowser(context: Readonly<RouterContextProvider>): string {
	const facts = getRequestFacts(context);
	facts.setCookies.push(clearSessionCookie(), clearXsrfCookie());
	return facts.authenticated?.sessionId ?? '';
}
