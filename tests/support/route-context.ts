import { RouterContextProvider } from 'react-router';
import type { Role } from '~/domain/users/roles.ts';
import type { Authenticated } from '~/server/auth/sessions.ts';
import { factsContext } from '~/server/http/context.ts';

/** Returns what a loader or action gets from the middleware, for a user with the id 1 and this role. */
export function createRouteContext(role: Role): RouterContextProvider {
	const context = new RouterContextProvider();
	context.set(factsContext, {
		id: 'request-1',
		request: new Request('http://localhost/'),
		now: new Date(),
		clientAddress: '',
		nonce: '',
		authenticated: { actor: { id: '1', role } } as Authenticated,
		flash: null,
		setCookies: [],
	});
	return context;
}
