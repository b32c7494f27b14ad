import { useFetcher } from 'react-router';
import type { EventListItem } from '~/domain/events/schema.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { withSignupStatus } from '~/domain/signups/with-signup-status.ts';

/**
 * The response to a signup on /events and /events/{id}: the error, and `eventId` where the address has none.
 */
export type SignupResult = { eventId?: string; error: string | null };

/**
 * Returns the event with the viewer's signup as it will be after the running request. All components that
 * show the event share one fetcher, so tile, counts and button change together. `refusal` is the refusal of a
 * page that was rendered for a refused form (without script).
 */
export function useSignup<T extends EventListItem>(event: T, refusal?: SignupResult | null) {
	const fetcher = useFetcher<SignupResult>({ key: `signup-${event.id}` });
	const requestedStatus = readRequestedStatus(fetcher.formData);
	const isPending = fetcher.state !== 'idle';
	const result = fetcher.data ?? (refusal && (refusal.eventId ?? event.id) === event.id ? refusal : null);
	return {
		Form: fetcher.Form,
		event: requestedStatus === undefined ? event : withSignupStatus(event, requestedStatus),
		isPending,
		/** The refusal's text. */
		failure: isPending ? null : (result?.error ?? null),
	};
}

function readRequestedStatus(form: FormData | undefined) {
	if (!form) return undefined;
	if (form.get('intent') === 'signups.remove') return null;
	return SIGNUP_STATUSES.find((status) => status === form.get('status'));
}
