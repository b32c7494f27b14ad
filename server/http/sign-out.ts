import type { RouterContextProvider } from 'react-router';
import { clearedSessionCookie } from '../auth/sessions.ts';
import { clearedXsrfCookie } from '../auth/xsrf.ts';
import { factsOf } from './context.ts';

/** Lets the browser forget its session with this answer, and says which session it was ('' for none). */
export function forgetSession(context: Readonly<RouterContextProvider>): string {
	const facts = factsOf(context);
	facts.setCookies.push(clearedSessionCookie(), clearedXsrfCookie());
	return facts.authenticated?.sessionId ?? '';
}
