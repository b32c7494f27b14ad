import { createContext, type RouterContextProvider } from 'react-router';
import type { Actor } from '~/domain/policy.ts';
import type { Authenticated } from '../auth/sessions.ts';
import type { Caller } from '../operations/kernel/operation.ts';
import { clearFlash, type Flash } from './flash.ts';

/** What the middleware found out about a request before any route ran. */
export type RequestFacts = {
	id: string;
	now: Date;
	/** For the scripts of this one page (Content-Security-Policy). */
	nonce: string;
	authenticated: Authenticated | null;
	flash: Flash | null;
	/** Cookies that the answer shall set, whatever the route answers. */
	setCookies: string[];
};

export const factsContext = createContext<RequestFacts | null>(null);

type Context = Readonly<RouterContextProvider>;

/** The facts; an Error where the middleware has not run, as for methods that the router refuses by itself. */
export function factsOf(context: Context): RequestFacts {
	const facts = context.get(factsContext);
	if (!facts) throw new Error('The request has not passed the middleware.');
	return facts;
}

/** Who acts, for an operation. */
export function callerOf(context: Context): Caller {
	const { authenticated, now } = factsOf(context);
	return { actor: authenticated?.actor ?? null, now };
}

export const actorOf = (context: Context): Actor | null => factsOf(context).authenticated?.actor ?? null;

/** The notice that the last page left, once: the cookie goes with this answer. */
export function takeFlash(context: Context): Flash | null {
	const facts = factsOf(context);
	const { flash } = facts;
	if (!flash) return null;
	facts.flash = null;
	facts.setCookies.push(clearFlash());
	return flash;
}
