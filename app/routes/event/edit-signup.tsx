import { data } from 'react-router';
import { readSignupFields, redirectToEvent, toRefusedSignup } from '~/app/shell/signup-form.ts';
import { isolate } from '~/domain/isolate.ts';
import { can } from '~/domain/policy.ts';
import { denied } from '~/domain/refusal.ts';
import { getActor, getRequestFacts } from '~/server/http/context.ts';
import {
	asErrorPage,
	isScriptRequest,
	load,
	readPageForm,
	redirectAfterForm,
	submit,
} from '~/server/http/responses.ts';
import { findEventSignup, movePlace, updateSignup } from '~/server/operations/signups/index.ts';
import type { Route } from './+types/edit-signup.ts';
import { MovePlace } from './move-place.tsx';
import { SignupDialog } from './signup-dialog.tsx';

/** The dialog behind the pencil of a signup's row, for its owner, creators and admins. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	const read = () => ({ signupId: params.signupId });
	const { event, signup } = await load(findEventSignup, context, { params, read });
	if (!signup) throw redirectMissingSignup(context, event.id + url.search);
	if (!can(getActor(context), 'signups.update', { userId: signup.user_id })) throw asErrorPage(denied());
	const canMove = can(getActor(context), 'places.move') && event.status === 'active';
	const hasBegun = new Date(event.date) <= getRequestFacts(context).now;
	return { event, signup, canMove, hasBegun, closeHref: `/events/${event.id}${url.search}` };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const call = { params, returnedKinds: ['missing' as const] };
	const { result, refusal } =
		form.get('intent') === 'places.move'
			? await submit(movePlace, context, {
					...call,
					read: () => ({ place: form.get('place'), reason: form.get('reason') }),
				})
			: await submit(updateSignup, context, { ...call, read: () => readSignupFields(form) });
	if (refusal?.kind === 'missing') {
		// When the event is missing too, `load` throws its 404 page.
		await load(findEventSignup, context, { params });
		return redirectMissingSignup(context, params.eventId + url.search);
	}
	if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	// A plain form comes back at the changed row; with script the page has not moved.
	const row = isScriptRequest(request) ? '' : `#signup-${params.signupId}`;
	return redirectToEvent(
		context,
		params.eventId + url.search + row,
		`${isolate(result.username)}'s signup was saved.`,
	);
}

const redirectMissingSignup = (context: Route.LoaderArgs['context'], eventAddress: string) =>
	redirectAfterForm(context, `/events/${eventAddress}`, { tone: 'info', title: 'Signup not found' });

export default function EditSignup({
	loaderData: { event, signup, canMove, hasBegun, closeHref },
	actionData,
}: Route.ComponentProps) {
	const place = canMove ? signup.place : null;
	const move = actionData?.intent === 'places.move' ? actionData : null;
	// The player may have lost the place meanwhile: then the form is gone, and the dialog says why.
	const moveFailure = move && !place ? { error: move.error } : null;
	return (
		<SignupDialog
			event={event}
			signup={signup}
			hasBegun={hasBegun}
			heading={`${isolate(signup.username)}’s signup`}
			intent="signups.update"
			closeHref={closeHref}
			refusal={move ? moveFailure : (actionData ?? null)}
		>
			{place && <MovePlace place={place} refusal={move} />}
		</SignupDialog>
	);
}
