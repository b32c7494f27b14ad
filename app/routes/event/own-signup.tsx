import { data } from 'react-router';
import {
	describeSaved,
	readSignupFields,
	redirectToEvent,
	toRefusedSignup,
} from '~/app/shell/signup-form.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { load, readPageForm, submit } from '~/server/http/responses.ts';
import { findEventSignup, putSignup } from '~/server/operations/signups/index.ts';
import type { Route } from './+types/own-signup.ts';
import { SignupDialog } from './signup-dialog.tsx';

/** The signup modal, at its own address: the viewer's status and notes. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	const { event, signup } = await load(findEventSignup, context, { params });
	const hasBegun = new Date(event.date) <= getRequestFacts(context).now;
	return { event, signup, hasBegun, closeHref: `/events/${event.id}${url.search}` };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const { result, refusal } = await submit(putSignup, context, {
		params,
		read: () => readSignupFields(form),
	});
	if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	return redirectToEvent(context, params.eventId + url.search, describeSaved(result.signup));
}

export default function Signup({
	loaderData: { event, signup, hasBegun, closeHref },
	actionData,
}: Route.ComponentProps) {
	return (
		<SignupDialog
			event={event}
			signup={signup}
			hasBegun={hasBegun}
			heading={signup ? 'Update My Signup' : 'Sign Up'}
			intent="signups.put"
			closeHref={closeHref}
			refusal={actionData ?? null}
		/>
	);
}
