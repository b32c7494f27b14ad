import { data, Outlet } from 'react-router';
import { revalidateUnlessOffline, tryServerAction } from '~/app/shell/offline.ts';
import { isScripted, load, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import { factsOf } from '~/server/http/context.ts';
import { readDiscussion } from '~/server/operations/comments.ts';
import { readEvent } from '~/server/operations/events.ts';
import { makeFormKey } from '~/server/operations/idempotency.ts';
import { putSignup, removeSignup } from '~/server/operations/signups.ts';
import type { Route } from './+types/route.ts';
import { Discussion } from './discussion.tsx';
import { postComment, removeComment } from './discussion-form.ts';
import { EventPage } from './event-page.tsx';
import { isMissing } from './is-missing.ts';
import { NotFoundView } from './not-found-view.tsx';
import { answered, backToEvent, refusedSignup, signupFields } from './signup-form.ts';

export async function loader({ params, url, context }: Route.LoaderArgs) {
	try {
		const before = url.searchParams.get('before');
		const [event, discussion] = await Promise.all([
			load(readEvent, context, { params }),
			load(readDiscussion, context, { params, read: () => (before ? { before } : {}) }),
		]);
		return {
			event,
			discussion,
			before,
			formKey: makeFormKey(),
			query: url.searchParams.get('q') ?? '',
			now: factsOf(context).now.toISOString(),
		};
	} catch (error) {
		if (isMissing(error)) throw seeOther(context, '/events', { tone: 'info', title: 'Event not found' });
		throw error;
	}
}

/** The forms of the page itself: the answer control (a status, or taking the answer back) and the discussion. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const form = await receiveForm(request);
	const intent = form.get('intent');
	if (intent === 'comments.create') return postComment({ request, params, context, form });
	if (intent === 'comments.delete') return removeComment({ request, params, context, form });
	if (intent === 'signups.remove') {
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
	const { discussion, before, formKey, ...page } = loaderData;
	const { event, now } = page;
	const refusal = actionData?.error ? actionData : null;
	const isOfDiscussion = refusal !== null && ('comment' in refusal || 'deletion' in refusal);
	return (
		<>
			<EventPage {...page} refusal={isOfDiscussion ? null : refusal}>
				<Discussion
					key={event.id}
					eventId={event.id}
					viewer={{ id: event.currentUserId, role: event.currentUserRole }}
					refusal={isOfDiscussion ? refusal : null}
					{...{ discussion, before, now, formKey }}
				/>
			</EventPage>
			<Outlet />
		</>
	);
}

/** The event vanished under an open page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	if (isMissing(error)) return <NotFoundView />;
	throw error;
}
