import type { RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { type FormRefusal, seeOther } from '~/server/http/answers.ts';

/** Returns the fields of a signup form as the operation's input; a missing field is undefined. */
export function signupFields(form: FormData): { status: unknown; notes: unknown } {
	return { status: form.get('status') ?? undefined, notes: form.get('notes') ?? undefined };
}

/** Returns what a refused signup form shows again: the error texts and the typed values. */
export function refusedSignup(refusal: FormRefusal, form: FormData) {
	return {
		error: refusal.error,
		fieldErrors: refusal.fieldErrors,
		values: { status: readText(form, 'status'), notes: readText(form, 'notes') },
	};
}

/** Returns a redirect to the event's page with a success message. */
export function backToEvent(
	context: Readonly<RouterContextProvider>,
	eventId: string,
	title: string,
): Response {
	return seeOther(context, `/events/${eventId}`, { tone: 'success', title });
}

/** Returns a redirect to the list of events, saying that the event does not exist (spec, section 2). */
export function eventNotFound(context: Readonly<RouterContextProvider>): Response {
	return seeOther(context, '/events', { tone: 'info', title: 'Event not found' });
}

export const answered = (status: SignupStatus) => `Your answer is saved: ${STATUS_LABELS[status]}.`;
