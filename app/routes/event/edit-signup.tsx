import { data } from 'react-router';
import { readSignupFields, redirectToEvent, toRefusedSignup } from '~/app/shell/signup-form.ts';
import { Dialog } from '~/app/ui/dialog.tsx';
import { isolate } from '~/domain/isolate.ts';
import { can } from '~/domain/policy.ts';
import { denied } from '~/domain/refusal.ts';
import { describeMovedPlace, getPlayerStanding } from '~/domain/signups/standing.ts';
import { getActor, getRequestFacts } from '~/server/http/context.ts';
import {
	asErrorPage,
	isScriptRequest,
	load,
	readPageForm,
	redirectAfterForm,
	submit,
} from '~/server/http/responses.ts';
import { movePlace } from '~/server/operations/places/index.ts';
import { findEventSignup, updateSignup } from '~/server/operations/signups/index.ts';
import type { Route } from './+types/edit-signup.ts';
import { MovePlace } from './move-place.tsx';
import { PLACE, toPageSearch } from './place-address.ts';
import { SignupDialog } from './signup-dialog.tsx';

/**
 * The dialog behind the pencil of a signup's row, for its owner, creators and admins. With `PLACE` in its address it only
 * moves the player's place.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
	const read = () => ({ signupId: params.signupId });
	const { event, signup } = await load(findEventSignup, context, { params, read });
	const { isPlaceOnly, search } = readSearch(url);
	if (!signup) throw redirectMissingSignup(context, event.id + search);
	if (!can(getActor(context), 'signups.update', { userId: signup.user_id })) throw asErrorPage(denied());
	const canMove = can(getActor(context), 'places.move') && event.status === 'active';
	const hasBegun = new Date(event.date) <= getRequestFacts(context).now;
	return { event, signup, canMove, isPlaceOnly, hasBegun, closeHref: `/events/${event.id}${search}` };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const { search } = readSearch(url);
	const isMove = form.get('intent') === 'places.move';
	const call = { params, returnedKinds: ['missing' as const] };
	const { result, refusal } = isMove
		? await submit(movePlace, context, {
				...call,
				read: () => ({ place: form.get('place'), reason: form.get('reason') }),
			})
		: await submit(updateSignup, context, { ...call, read: () => readSignupFields(form) });
	if (refusal?.kind === 'missing') {
		// When the event is missing too, `load` throws its 404 page.
		await load(findEventSignup, context, { params });
		return redirectMissingSignup(context, params.eventId + search);
	}
	if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	// A plain form comes back at the changed row; with script the page has not moved.
	const row = isScriptRequest(request) ? '' : `#signup-${params.signupId}`;
	const name = isolate(result.username);
	return redirectToEvent(
		context,
		params.eventId + search + row,
		isMove ? describeMovedPlace(name, getPlayerStanding(result)) : `${name}'s signup was saved.`,
	);
}

/** Returns whether the dialog only moves the place, and the query of the event's page. */
function readSearch(url: URL): { isPlaceOnly: boolean; search: string } {
	return { isPlaceOnly: url.searchParams.has(PLACE), search: toPageSearch(url.search) };
}

const redirectMissingSignup = (context: Route.LoaderArgs['context'], eventAddress: string) =>
	redirectAfterForm(context, `/events/${eventAddress}`, { tone: 'info', title: 'Signup not found' });

export default function EditSignup({
	loaderData: { event, signup, canMove, isPlaceOnly, hasBegun, closeHref },
	actionData,
}: Route.ComponentProps) {
	const place = canMove ? signup.place : null;
	const move = actionData?.intent === 'places.move' ? actionData : null;
	// The player may have lost the place meanwhile: then the form is gone, and the dialog says why.
	const moveFailure = move && !place ? { error: move.error } : null;
	if (place && isPlaceOnly) {
		const title =
			place === 'placed'
				? `Move ${isolate(signup.username)} to the waitlist?`
				: `Give ${isolate(signup.username)} a place?`;
		return (
			<Dialog title={title} closeHref={closeHref}>
				<MovePlace place={place} event={event} isAlone refusal={move} />
			</Dialog>
		);
	}
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
			{place && <MovePlace place={place} event={event} isAlone={false} refusal={move} />}
		</SignupDialog>
	);
}
