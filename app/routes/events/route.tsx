import { data, redirect } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { describeAnswer, describeSaved, readQuestion, readSignupFields } from '~/app/shell/signup-form.ts';
import { can } from '~/domain/policy.ts';
import { findQuestion, type SignupQuestion } from '~/domain/signups/question.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { isScriptRequest, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { listPastEvents, listUpcomingEvents } from '~/server/operations/events/index.ts';
import { putSignup } from '~/server/operations/signups/index.ts';
import type { Route } from './+types/route.ts';
import { toCardEvent, withRollCall } from './card-event.ts';
import { EventsPage } from './events-page.tsx';
import { toPastAddress } from './pages-nav.tsx';
import { PastEventsPage } from './past-events-page.tsx';

/**
 * The upcoming events, or the past ones (`?view=past`). The address names a page that is not the first (`?cursor=`).
 */
export function loader({ url, context }: Route.LoaderArgs) {
	const cursor = url.searchParams.get('cursor') ?? undefined;
	return url.searchParams.get('view') === 'past'
		? loadPastEvents(context, url.searchParams.get('q') ?? '', cursor)
		: loadUpcomingEvents(context, url, cursor);
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

async function loadUpcomingEvents(context: Context, url: URL, cursor: string | undefined) {
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
		polls: page.polls,
		asked: readAsked(url),
		banner: page.banner ?? '',
		showCountdown: authenticated?.user.showCountdown ?? true,
		canCreate: can(actor, 'events.create'),
		now: now.toISOString(),
		position: page.position,
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
		read: () => readSignupFields(form),
		returnedKinds: ['missing'],
	});
	const place = readText(form, 'place');
	if (refusal) {
		const again = { asks: readQuestion(form), values: { notes: readText(form, 'notes') } };
		return data({ eventId, place, error: refusal.error, ...again }, { status: refusal.status });
	}
	const answered = describeAnswer(form);
	const next = answered === null ? findQuestion(result.signup) : null;
	if (isScriptRequest(request)) {
		const announcement = answered ?? describeSaved(result.signup);
		return { eventId, place, error: null, announcement, asks: next, answered };
	}
	const address = toAskingAddress(url, next && { eventId, place, asks: next });
	return answered === null
		? redirectAfterForm(context, address)
		: redirectAfterForm(context, address, { tone: 'success', title: answered });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: loaderData?.view === 'past' ? 'Past events · Townbell' : 'Events · Townbell' },
];

export default function Events({ loaderData, actionData }: Route.ComponentProps) {
	const refusal = actionData?.error ? actionData : null;
	if (loaderData.view === 'past') return <PastEventsPage {...loaderData} response={refusal} />;
	const { asked, ...page } = loaderData;
	return <EventsPage {...page} response={refusal ?? (asked && { ...asked, error: null })} />;
}

/**
 * The event whose list item asks the viewer something after a signup without script, and where it was sent: in the hero, or
 * in a card (''). With script the response to the form says so.
 */
export type Asked = { eventId: string; place: string; asks: SignupQuestion };

const FIELD = 'asked';
const PATTERN = /^(hero|card)-(\d{1,19})-(arrival|note)$/;

/** Returns the event that the address of the list names, or null. */
export function readAsked(url: URL): Asked | null {
	const [, place, eventId, asks] = PATTERN.exec(url.searchParams.get(FIELD) ?? '') ?? [];
	if (eventId === undefined) return null;
	return { eventId, place: place === 'hero' ? 'hero' : '', asks: asks === 'arrival' ? 'arrival' : 'note' };
}

/** Returns the address of the same page of the list that asks about this event, or about none. */
export function toAskingAddress({ search }: URL, asked: Asked | null): string {
	const params = new URLSearchParams(search);
	params.delete(FIELD);
	if (asked) params.set(FIELD, `${asked.place || 'card'}-${asked.eventId}-${asked.asks}`);
	return params.size > 0 ? `/events?${params}` : '/events';
}
