import { data, Form, useNavigation } from 'react-router';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readSignupFields, redirectToEvent, toRefusedSignup } from '~/app/shell/signup-form.ts';
import { Button } from '~/app/ui/button.tsx';
import { Dialog } from '~/app/ui/dialog.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { isolate } from '~/domain/isolate.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import type { Place } from '~/domain/places/places.ts';
import { describePlaceBeyond } from '~/domain/places/texts.ts';
import { can } from '~/domain/policy.ts';
import { denied, type FieldErrors } from '~/domain/refusal.ts';
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
import { PLACE, toPageSearch } from './place-address.ts';
import * as css from './signup-dialog.css.ts';
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

type MovePlaceProps = {
	place: Place;
	event: Parameters<typeof describePlaceBeyond>[0];
	/** Whether it is the only form of its dialog. */
	isAlone: boolean;
	refusal: { error: string; fieldErrors: FieldErrors; values: { reason: string } } | null;
};

/** Renders the form that gives a waiting player a place, or moves one with a place to the line, with a reason. */
export function MovePlace({ place, event, isAlone, refusal }: MovePlaceProps) {
	const isSaving = useNavigation().formData?.get('intent') === 'places.move';
	const next = place === 'placed' ? 'waiting' : 'placed';
	const beyond = next === 'placed' && describePlaceBeyond(event);
	return (
		<Form method="post" preventScrollReset className={isAlone ? css.form : css.move}>
			<input type="hidden" name="intent" value="places.move" />
			<input type="hidden" name="place" value={next} />
			<FailureNotice failure={refusal} title={getFailureTitle('places.move')} />
			{beyond && <p>{beyond}</p>}
			<TextInput
				name="reason"
				label={`${place === 'placed' ? 'Why they have to wait' : 'Why they get a place'} (optional)`}
				hint="The player can read it."
				maxLength={TEXT_LIMITS.cancelReason}
				defaultValue={refusal?.values.reason}
				error={refusal?.fieldErrors.reason}
				autoComplete="off"
			/>
			<Button variant={isAlone ? 'primary' : 'secondary'} pending={isSaving && 'Saving...'}>
				{place === 'placed' ? 'Move to the waitlist' : 'Give a place'}
			</Button>
		</Form>
	);
}
