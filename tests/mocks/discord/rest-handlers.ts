import { type HttpHandler, http } from 'msw';
import { createApplicationHandlers } from './application-handlers.ts';
import { createChannelHandlers } from './channel-handlers.ts';
import { createInteractionHandlers } from './interaction-handlers.ts';
import { createMemberHandlers } from './member-handlers.ts';
import { createRoleHandlers } from './role-handlers.ts';
import { recordViolation, withSwitches } from './route.ts';
import { createScheduledEventHandlers } from './scheduled-event-handlers.ts';
import type { StandInState } from './state.ts';

/** Creates the handlers of the REST routes under `{apiUrl}/v10`. */
export function createRestHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	return [
		...createApplicationHandlers(state, apiUrl),
		...createMemberHandlers(state, apiUrl),
		...createRoleHandlers(state, apiUrl),
		...createChannelHandlers(state, apiUrl),
		...createScheduledEventHandlers(state, apiUrl),
		...createInteractionHandlers(state, apiUrl),
	];
}

/** Creates the handler that reports any other API route as a violation. It must be the last handler. */
export function createUnknownRouteHandler(state: StandInState, apiUrl: string): HttpHandler {
	return http.all(`${apiUrl}/*`, ({ request }) => {
		const name = `${request.method} ${new URL(request.url).pathname}`;
		return withSwitches(state, name, request, () => recordViolation(state, `${name} is an unknown route`));
	});
}
