import type { RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import type { SignupQuestion } from '~/domain/signups/question.ts';
import type { SignupView } from '~/domain/signups/schema.ts';
import { describePlace, describeSavedSignup, getPlayerStanding } from '~/domain/signups/standing.ts';
import { type FormRefusal, redirectAfterForm } from '~/server/http/responses.ts';

/** Returns the fields of a signup form as the operation's input; a missing field is undefined. */
export function readSignupFields(form: FormData): Record<string, unknown> {
	return {
		status: form.get('status') ?? undefined,
		notes: form.get('notes') ?? undefined,
		...(form.has('standby') && { standby: form.get('standby') === 'true' }),
		...(form.has('arrives_at') && { arrives_at: form.get('arrives_at') || null }),
		...(form.has('leaves_at') && { leaves_at: form.get('leaves_at') || null }),
		...(form.has('times_zone') && { times_zone: form.get('times_zone') }),
		...(form.has('minutes_late') && { minutes_late: Number(form.get('minutes_late')) }),
	};
}

/** Returns what a refused signup form shows again: the error texts and the typed values. */
export function toRefusedSignup(refusal: Pick<FormRefusal, 'error' | 'fieldErrors'>, form: FormData) {
	return {
		intent: readText(form, 'intent'),
		error: refusal.error,
		fieldErrors: refusal.fieldErrors,
		values: {
			status: readText(form, 'status'),
			notes: readText(form, 'notes'),
			arrives_at: readText(form, 'arrives_at'),
			leaves_at: readText(form, 'leaves_at'),
			times_zone: readText(form, 'times_zone'),
			reason: readText(form, 'reason'),
		},
	};
}

/**
 * Returns a redirect to the event's page with a success message. `eventAddress` is the id with the query of the page,
 * if any.
 */
export function redirectToEvent(
	context: Readonly<RouterContextProvider>,
	eventAddress: string,
	title: string,
): Response {
	return redirectAfterForm(context, `/events/${eventAddress}`, { tone: 'success', title });
}

/** Returns a redirect to the list of events, saying that the event does not exist (spec, section 2). */
export function redirectMissingEvent(context: Readonly<RouterContextProvider>): Response {
	return redirectAfterForm(context, '/events', { tone: 'info', title: 'Event not found' });
}

export const describeSaved = (signup: SignupView): string => describeSavedSignup(getPlayerStanding(signup));

/** Returns what a form answers that was shown after a signup; null for any other. */
export const readQuestion = (form: FormData): SignupQuestion | null =>
	form.has('minutes_late') ? 'arrival' : form.has('notes') ? 'note' : null;

/** Returns what the user reads whose answer to a question after a signup was saved; null for any other form. */
export function describeAnswer(form: FormData): string | null {
	if (form.has('minutes_late'))
		return `Saved: you arrive ${readText(form, 'minutes_late')} minutes after the start.`;
	return readText(form, 'notes').trim() === '' ? null : 'Your note was saved.';
}

export const describeSavedPlace = (signup: SignupView): string =>
	describePlace(getPlayerStanding(signup)) ?? describeSaved(signup);
