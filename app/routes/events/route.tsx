import { data, redirect } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { revalidateUnlessOffline, tryServerAction } from '~/app/shell/offline.ts';
import { can } from '~/domain/policy.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { isScriptRequest, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readSiteSettings } from '~/server/operations/admin/index.ts';
import { listUpcomingEvents } from '~/server/operations/events/index.ts';
import { putSignup } from '~/server/operations/signups/index.ts';
import type { Route } from './+types/route.ts';
import { toCardEvent } from './card-event.ts';
import { EventsPage } from './events-page.tsx';

/** The upcoming events. The address names a page that is not the first (`?cursor=`). */
export async function loader({ url, context }: Route.LoaderArgs) {
	const { authenticated, now } = getRequestFacts(context);
	const cursor = url.searchParams.get('cursor') ?? undefined;
	const [page, settings] = await Promise.all([
		load(listUpcomingEvents, context, { read: () => ({ cursor }) }),
		load(readSiteSettings, context),
	]);
	// The events of this page have been deleted.
	if (cursor !== undefined && page.items.length === 0) throw redirect('/events');
	return {
		events: page.items.map(toCardEvent),
		next: page.next,
		previous: page.previous,
		banner: settings.events_banner,
		showCountdown: authenticated?.user.showCountdown ?? true,
		canCreate: can(authenticated?.actor ?? null, 'events.create'),
		now: now.toISOString(),
	};
}

/** Handles the quick signup of a card. It returns to the card, which shows a refusal. */
export async function action({ request, url, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const eventId = readText(form, 'eventId');
	const { refusal } = await submit(putSignup, context, {
		params: { eventId },
		read: () => ({ status: form.get('status') ?? undefined }),
		returnedKinds: ['missing'],
	});
	if (refusal) return data({ eventId, error: refusal.error }, { status: refusal.status });
	return isScriptRequest(request)
		? { eventId, error: null }
		: redirectAfterForm(context, `/events${url.search}#event-${eventId}`);
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
	tryServerAction(request, serverAction);

export const shouldRevalidate = revalidateUnlessOffline;

export const meta: Route.MetaFunction = () => [{ title: 'Events · Townbell' }];

export default function Events({ loaderData, actionData }: Route.ComponentProps) {
	return <EventsPage {...loaderData} refusal={actionData?.error ? actionData : null} />;
}
