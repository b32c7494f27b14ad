import type { RouterContextProvider } from 'react-router';
import { clearSessionCookie } from '../auth/sessions.ts';
import { clearXsrfCookie } from '../auth/xsrf.ts';
import { getRequestFacts } from './context.ts';

/**
 * Deletes the session cookies of the browser with this response, and returns the id of the session ('' for
 * none).
 */
export function signOutBrowser(context: Readonly<RouterContextProvider>): string {
	const facts = getRequestFacts(context);
	facts.setCookies.push(clearSessionCookie(), clearXsrfCookie());
	return facts.authenticated?.sessionId ?? '';
}
