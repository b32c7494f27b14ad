import type { RouterContextProvider } from 'react-router';
import type { EventOnPage } from '~/domain/events/page.ts';
import type { GroupsOnPage } from '~/domain/groups/panel.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { asErrorPage, load } from '~/server/http/responses.ts';
import { log } from '~/server/log.ts';
import { readEventPage } from '~/server/operations/groups/index.ts';
import { isGroupsAddress } from './panel-address.ts';

/**
 * Returns an event and its groups for its page at `url`. `groups` is null after an unexpected error, which is logged:
 * the page is then rendered without the panel. Throws error pages as `load` does.
 */
export async function loadEventPage(
	context: Readonly<RouterContextProvider>,
	{ url, ...options }: { url: URL; params: { eventId: string }; ifMissing: () => Response },
): Promise<{ event: EventOnPage; groups: GroupsOnPage | null }> {
	const { searchParams } = url;
	const read = () => ({
		page: searchParams.get('page') ?? 1,
		q: searchParams.get('q') ?? '',
		hasOpenGroups: isGroupsAddress(searchParams),
	});
	const { event, groups } = await load(readEventPage, context, { ...options, read });
	if (!(groups instanceof Error)) return { event, groups };
	const page = asErrorPage(groups);
	if (page !== groups) throw page;
	log().error({ err: groups, requestId: getRequestFacts(context).id }, 'groups could not be read');
	return { event, groups: null };
}
