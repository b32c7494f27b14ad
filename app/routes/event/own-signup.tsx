import { data } from 'react-router';
import {
	describeSaved,
	readSignupFields,
	redirectToEvent,
	toRefusedSignup,
} from '~/app/shell/signup-form.ts';
import { describeFull } from '~/domain/places/texts.ts';
import { getListedStanding, getStanding } from '~/domain/signups/standing.ts';
import { getActor, getRequestFacts } from '~/server/http/context.ts';
import { load, readPageForm, submit } from '~/server/http/responses.ts';
import { findEventSignup, putSignup } from '~/server/operations/signups/index.ts';
import type { Route } from './+types/own-signup.ts';
import { SignupDialog } from './signup-dialog.tsx';

/** The signup modal, at its own address: the viewer's status and notes. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	const { event, signup } = await load(findEventSignup, context, { params });
	const hasBegun = new Date(event.date) <= getRequestFacts(context).now;
	const runs = event.storytellers.some(({ user_id }) => user_id === getActor(context)?.id);
	const standing = signup
		? getListedStanding(signup, event)
		: getStanding({ status: null, runs, eventStatus: event.status });
	const full = describeFull(standing, event);
	return { event, signup, hasBegun, full, closeHref: `/events/${event.id}${url.search}` };
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
	loaderData: { event, signup, hasBegun, full, closeHref },
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
			full={full}
			refusal={actionData ?? null}
		/>
	);
}
