import { data, isRouteErrorResponse, Outlet } from 'react-router';
import { revalidateUnlessOffline, tryServerAction } from '~/app/shell/offline.ts';
import { can } from '~/domain/policy.ts';
import { isScripted, load, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import { actorOf, factsOf } from '~/server/http/context.ts';
import { readEvent } from '~/server/operations/events.ts';
import { putSignup, removeSignup } from '~/server/operations/signups.ts';
import type { Route } from './+types/route.ts';
import { EventPage } from './event-page.tsx';
import { NotFoundView } from './not-found-view.tsx';
import { answered, backToEvent, refusedSignup, signupFields } from './signup-form.ts';

export async function loader({ params, url, context }: Route.LoaderArgs) {
	const actor = actorOf(context);
	try {
		return {
			event: await load(readEvent, context, { params }),
			query: url.searchParams.get('q') ?? '',
			now: factsOf(context).now.toISOString(),
			mayEditSignups: can(actor, 'events.update'),
		};
	} catch (error) {
		if (isMissing(error)) throw seeOther(context, '/events', { tone: 'info', title: 'Event not found' });
		throw error;
	}
}

/** The answer control of the page itself: a status, or taking the answer back. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const form = await receiveForm(request);
	if (form.get('intent') === 'signups.remove') {
		const { refusal } = await submit(removeSignup, context, { params });
		if (refusal) return data(refusedSignup(refusal, form), { status: refusal.status });
		return answeredHere(request, context, params.eventId, 'Your signup is removed.');
	}
	const { answer, refusal } = await submit(putSignup, context, { params, read: () => signupFields(form) });
	if (refusal) return data(refusedSignup(refusal, form), { status: refusal.status });
	return answeredHere(request, context, params.eventId, answered(answer.signup.status));
}

/** With script the page is there still and only its data is read again; a plain form comes back with a notice. */
const answeredHere = (
	request: Request,
	context: Route.ActionArgs['context'],
	eventId: string,
	title: string,
) => (isScripted(request) ? { error: null } : backToEvent(context, eventId, title));

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
	tryServerAction(request, serverAction);

export const shouldRevalidate = revalidateUnlessOffline;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: `${loaderData?.event.title ?? 'Event not found'} · Townbell` },
];

export default function Event({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<EventPage {...loaderData} refusal={actionData?.error ? actionData : null} />
			<Outlet />
		</>
	);
}

/** The event vanished under an open page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	if (isMissing(error)) return <NotFoundView />;
	throw error;
}

/** Both what a loader throws (on the server) and what the boundary gets (in the browser). */
function isMissing(error: unknown): boolean {
	if (isRouteErrorResponse(error)) return error.status === 404;
	return (
		typeof error === 'object' &&
		error !== null &&
		'init' in error &&
		(error.init as ResponseInit | null)?.status === 404
	);
}
