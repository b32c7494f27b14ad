import { data, redirect } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { describeSaved } from '~/app/shell/signup-form.ts';
import { can } from '~/domain/policy.ts';
import { getLivePosition, getRequestFacts } from '~/server/http/context.ts';
import { isScriptRequest, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { listPastEvents, listUpcomingEvents } from '~/server/operations/events/index.ts';
import { putSignup } from '~/server/operations/signups/index.ts';
import type { Route } from './+types/route.ts';
import { toCardEvent, withRollCall } from './card-event.ts';
import { EventsPage } from './events-page.tsx';
import { toPastAddress } from './past-address.ts';
import { PastEventsPage } from './past-events-page.tsx';

/**
 * The upcoming events, or the past ones (`?view=past`). The address names a page that is not the first (`?cursor=`).
 */
export function loader({ url, context }: Route.LoaderArgs) {
	const cursor = url.searchParams.get('cursor') ?? undefined;
	return url.searchParams.get('view') === 'past'
		? loadPastEvents(context, url.searchParams.get('q') ?? '', cursor)
		: loadUpcomingEvents(context, cursor);
}

type Context = Route.LoaderArgs['context'];

async function loadPastEvents(context: Context, q: string, cursor: string | undefined) {
	const page = await load(listPastEvents, context, { read: () => ({ q, cursor }) });
	if (cursor !== undefined && page.items.length === 0) throw redirect(toPastAddress(q));
	return {
		view: 'past' as const,
		q,
		events: page.items.map(toCardEvent),
		next: page.next,
		previous: page.previous,
		now: getRequestFacts(context).now.toISOString(),
	};
}

async function loadUpcomingEvents(context: Context, cursor: string | undefined) {
	const { authenticated, now } = getRequestFacts(context);
	const actor = authenticated?.actor ?? null;
	const page = await load(listUpcomingEvents, context, { read: () => ({ cursor }) });
	// The events of this page have been deleted.
	if (cursor !== undefined && page.items.length === 0) throw redirect('/events');
	return {
		view: 'upcoming' as const,
		events: page.items.map((item) => withRollCall(toCardEvent(item), actor, now)),
		next: page.next,
		previous: page.previous,
		running: page.running,
		banner: page.banner ?? '',
		showCountdown: authenticated?.user.showCountdown ?? true,
		canCreate: can(actor, 'events.create'),
		now: now.toISOString(),
		position: getLivePosition(context),
	};
}

/**
 * Handles the quick signup of a card or of the hero. The form's address has its anchor, which the browser keeps, so it
 * returns there. A refusal is shown there.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const eventId = readText(form, 'eventId');
	const { result, refusal } = await submit(putSignup, context, {
		params: { eventId },
		read: () => ({ status: form.get('status') ?? undefined }),
		returnedKinds: ['missing'],
	});
	if (refusal) {
		return data(
			{ eventId, place: readText(form, 'place'), error: refusal.error },
			{ status: refusal.status },
		);
	}
	return isScriptRequest(request)
		? { eventId, error: null, announcement: describeSaved(result.signup) }
		: redirectAfterForm(context, `/events${url.search}`);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: loaderData?.view === 'past' ? 'Past events · Townbell' : 'Events · Townbell' },
];

export default function Events({ loaderData, actionData }: Route.ComponentProps) {
	const refusal = actionData?.error ? actionData : null;
	return loaderData.view === 'past' ? (
		<PastEventsPage {...loaderData} refusal={refusal} />
	) : (
		<EventsPage {...loaderData} refusal={refusal} />
	);
}
