import type { RouterContextProvider } from 'react-router';
import type { DiscussionView } from '~/domain/comments/schema.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import type { GroupsOnPage } from '~/domain/groups/panel.ts';
import { load, withoutPart } from '~/server/http/responses.ts';
import { readEventPage } from '~/server/operations/event-page/index.ts';
import { isGroupsAddress } from './panel-address.ts';

/**
 * Returns an event and its groups for its page at `url`. `groups` is null when they could not be read, which is
 * logged: the page then says so in the panel's place. Throws error pages as `load` does.
 */
export async function loadEventPage(
	context: Readonly<RouterContextProvider>,
	{
		url,
		...options
	}: { url: URL; params: { eventId: string }; ifMissing?: () => Response | Promise<Response> },
): Promise<{
	event: EventOnPage;
	groups: GroupsOnPage | null;
	discussion: DiscussionView | null;
	position: string;
}> {
	const { searchParams } = url;
	const read = () => ({
		page: searchParams.get('page'),
		q: searchParams.get('q') ?? '',
		hasOpenGroups: isGroupsAddress(searchParams),
		before: searchParams.get('before') || undefined,
	});
	const { groups, discussion, ...page } = await load(readEventPage, context, { ...options, read });
	return {
		...page,
		groups: groups instanceof Error ? await withoutPart(groups, 'groups', context) : groups,
		discussion:
			discussion instanceof Error
				? await withoutPart(discussion, 'comments.readDiscussion', context)
				: discussion,
	};
}
