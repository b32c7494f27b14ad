import { isRouteErrorResponse, type RouterContextProvider } from 'react-router';
import type { GroupsView } from '~/domain/groups/schema.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { load } from '~/server/http/responses.ts';
import { log } from '~/server/log.ts';
import { readGroups } from '~/server/operations/groups/index.ts';

/**
 * Returns the groups of an event for its page, or null after an unexpected error, which is logged: the page
 * is then rendered without the panel. Throws error pages as `load` does.
 */
export async function loadGroups(
	context: Readonly<RouterContextProvider>,
	options: { params: { eventId: string }; ifMissing: () => Response },
): Promise<GroupsView | null> {
	try {
		return await load(readGroups, context, options);
	} catch (error) {
		if (!(error instanceof Error) || isRouteErrorResponse(error)) throw error;
		log().error({ err: error, requestId: getRequestFacts(context).id }, 'groups could not be read');
		return null;
	}
}
