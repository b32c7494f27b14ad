import { useFetcher } from 'react-router';
import type { SignupQuestion } from '~/domain/signups/question.ts';
import { type EventWithStatus, withSignupStatus } from '~/domain/signups/standing.ts';
import { SIGNUP_STATUSES, type SignupStatus } from '~/domain/signups/statuses.ts';

/**
 * The response to a signup on /events and /events/{id}: the error, the form's intent and what was typed, or what
 * screen readers announce. It has `eventId` where the address has none, and `place` ('hero') for a refused form that
 * is not in a card. On the list also what the user is asked next, or `answered`: what was saved of such an answer.
 */
export type SignupResult = {
	eventId?: string;
	place?: string;
	intent?: string;
	error: string | null;
	announcement?: string;
	values?: { notes: string };
	asks?: SignupQuestion | null;
	answered?: string | null;
};

export const toSignupKey = (eventId: string) => `signup-${eventId}`;

/**
 * Returns the event with the viewer's signup as it will be after the running request. All components that
 * show the event share one fetcher, so tile, counts and button change together. `refusal` is the refusal of a
 * page that was rendered for a refused form (without script).
 */
export function useSignup<T extends EventWithStatus & { id: string }>(
	event: T,
	refusal?: SignupResult | null,
) {
	const fetcher = useFetcher<SignupResult>({ key: toSignupKey(event.id) });
	const isPending = fetcher.state !== 'idle';
	const result = fetcher.data ?? (refusal && (refusal.eventId ?? event.id) === event.id ? refusal : null);
	return {
		Form: fetcher.Form,
		event: withPendingSignup(event, fetcher.formData),
		isPending,
		/** The refusal's text. */
		failure: isPending ? null : (result?.error ?? null),
		failedIntent: result?.intent ?? 'signups.put',
		announcement: isPending ? null : fetcher.data?.announcement,
		/** What the list asks, also while the answer is sent, so that a typed text stays. */
		asks: result?.asks ?? null,
		answered: isPending ? null : (result?.answered ?? null),
		typedNote: result?.values?.notes,
	};
}

/** Returns the event as it will be after the form that is being sent, or unchanged without a form. */
export function withPendingSignup<T extends EventWithStatus>(event: T, form: FormData | undefined): T {
	const status = form && readRequestedStatus(form);
	return status === undefined ? event : withSignupStatus(event, status);
}

function readRequestedStatus(form: FormData): SignupStatus | null | undefined {
	if (form.get('intent') === 'signups.remove') return null;
	return SIGNUP_STATUSES.find((status) => status === form.get('status'));
}
