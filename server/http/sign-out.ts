import type { RouterContextProvider } from 'react-router';
import { clearedSessionCookie } from '../auth/sessions.ts';
import { clearedXsrfCookie } from '../auth/xsrf.ts';
import { factsOf } from './context.ts';

/**
 * Deletes the session cookies of the browser with this response, and returns the id of the session ('' for
 * none).
 */
export function forgetSession(context: Readonly<RouterContextProvider>): string {
	const facts = factsOf(context);
	facts.setCookies.push(clearedSessionCookie(), clearedXsrfCookie());
	return facts.authenticated?.sessionId ?? '';
}
