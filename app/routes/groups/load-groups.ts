import type { RouterContextProvider } from 'react-router';
import type { EventDetail } from '~/domain/events/schema.ts';
import type { GroupsView } from '~/domain/groups/schema.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { asErrorPage, load } from '~/server/http/responses.ts';
import { log } from '~/server/log.ts';
import { readEventWithGroups } from '~/server/operations/groups/index.ts';

/**
 * Returns an event and its groups for its page. `groups` is null after an unexpected error, which is logged:
 * the page is then rendered without the panel. Throws error pages as `load` does.
 */
export async function loadEventWithGroups(
	context: Readonly<RouterContextProvider>,
	options: { params: { eventId: string }; ifMissing: () => Response },
): Promise<{ event: EventDetail; groups: GroupsView | null }> {
	const { event, groups } = await load(readEventWithGroups, context, options);
	if (!(groups instanceof Error)) return { event, groups };
	const page = asErrorPage(groups);
	if (page !== groups) throw page;
	log().error({ err: groups, requestId: getRequestFacts(context).id }, 'groups could not be read');
	return { event, groups: null };
}
