import { data } from 'react-router';
import { revalidateUnlessOffline, tryServerAction } from '~/app/shell/offline.ts';
import { backToEvent, refusedSignup, signupFields } from '~/app/shell/signup-form.ts';
import { can } from '~/domain/policy.ts';
import { denied } from '~/domain/refusal.ts';
import { asErrorPage, load, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import { actorOf } from '~/server/http/context.ts';
import { readEvent } from '~/server/operations/events/index.ts';
import { updateSignup } from '~/server/operations/signups/index.ts';
import type { Route } from './+types/edit-signup.ts';
import { SignupDialog } from './signup-dialog.tsx';

/** The dialog behind the pencil of a signup's row, for its owner, creators and admins. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const event = await load(readEvent, context, { params });
	const signup = event.signups.find(({ id }) => id === params.signupId);
	if (!signup) throw gone(context, event.id);
	if (!can(actorOf(context), 'signups.update', { userId: signup.user_id })) throw asErrorPage(denied());
	return { event: { id: event.id, title: event.title, status: event.status }, signup };
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const form = await receiveForm(request);
	const { answer, refusal } = await submit(updateSignup, context, {
		params,
		read: () => signupFields(form),
		returns: ['missing'],
	});
	if (refusal?.kind === 'missing') {
		// When the event is missing too, `load` throws its 404 page.
		await load(readEvent, context, { params });
		return gone(context, params.eventId);
	}
	if (refusal) return data(refusedSignup(refusal, form), { status: refusal.status });
	return backToEvent(context, params.eventId, `The signup of ${answer.username} is saved.`);
}

const gone = (context: Route.LoaderArgs['context'], eventId: string) =>
	seeOther(context, `/events/${eventId}`, { tone: 'info', title: 'Signup not found' });

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
	tryServerAction(request, serverAction);

export const shouldRevalidate = revalidateUnlessOffline;

export default function EditSignup({ loaderData: { event, signup }, actionData }: Route.ComponentProps) {
	return (
		<SignupDialog
			event={event}
			signup={signup}
			heading={`${signup.username}’s signup`}
			intent="signups.update"
			closeHref={`/events/${event.id}`}
			refusal={actionData ?? null}
		/>
	);
}
