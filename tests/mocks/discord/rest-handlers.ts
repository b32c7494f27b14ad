import { type HttpHandler, http } from 'msw';
import { createApplicationHandlers } from './application-handlers.ts';
import { createInteractionHandlers } from './interaction-handlers.ts';
import { createMemberHandlers } from './member-handlers.ts';
import { playSwitches, violate } from './route.ts';
import { createScheduledEventHandlers } from './scheduled-event-handlers.ts';
import type { StandInState } from './state.ts';

/** The REST routes under `{apiUrl}/v10`; any other address there is a violation, so a new call must be taught first. */
export function createRestHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	return [
		...createApplicationHandlers(state, apiUrl),
		...createMemberHandlers(state, apiUrl),
		...createScheduledEventHandlers(state, apiUrl),
		...createInteractionHandlers(state, apiUrl),
	];
}

/** Any other address under the API: a violation. Must stand after every other handler. */
export function createUnknownRouteHandler(state: StandInState, apiUrl: string): HttpHandler {
	return http.all(`${apiUrl}/*`, ({ request }) => {
		const name = `${request.method} ${new URL(request.url).pathname}`;
		return playSwitches(state, name, request, () => violate(state, `${name} is not known here`));
	});
}
