import { data } from 'react-router';
import { revalidateUnlessOffline, tryServerAction } from '~/app/shell/offline.ts';
import {
	describeSavedSignup,
	readSignupFields,
	redirectToEvent,
	toRefusedSignup,
} from '~/app/shell/signup-form.ts';
import { load, readPageForm, submit } from '~/server/http/responses.ts';
import { findEventSignup, putSignup } from '~/server/operations/signups/index.ts';
import type { Route } from './+types/own-signup.ts';
import { SignupDialog } from './signup-dialog.tsx';

/** The signup modal, at its own address: the viewer's status and notes. */
export function loader({ params, context }: Route.LoaderArgs) {
	return load(findEventSignup, context, { params });
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const { result, refusal } = await submit(putSignup, context, {
		params,
		read: () => readSignupFields(form),
	});
	if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	return redirectToEvent(context, params.eventId, describeSavedSignup(result.signup.status));
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
	tryServerAction(request, serverAction);

export const shouldRevalidate = revalidateUnlessOffline;

export default function Signup({ loaderData: { event, signup }, actionData }: Route.ComponentProps) {
	return (
		<SignupDialog
			event={event}
			signup={signup}
			heading={signup ? 'Update My Signup' : 'Sign Up'}
			intent="signups.put"
			closeHref={`/events/${event.id}`}
			refusal={actionData ?? null}
		/>
	);
}
