import { useFetcher } from 'react-router';
import type { EventListItem } from '~/domain/events/schema.ts';
import { withAnswer } from '~/domain/signups/answer.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';

/**
 * The response to a signup on /events and /events/{id}: the error, and `eventId` where the address has none.
 */
export type AnswerResult = { eventId?: string; error: string | null };

/**
 * Returns the event with the viewer's signup as it will be after the running request. All components that
 * show the event share one fetcher, so tile, counts and button change together. `said` is the refusal of a
 * page that was rendered for a refused form (without script).
 */
export function useAnswer<T extends EventListItem>(event: T, said?: AnswerResult | null) {
	const fetcher = useFetcher<AnswerResult>({ key: `answer-${event.id}` });
	const wanted = readWanted(fetcher.formData);
	const isPending = fetcher.state !== 'idle';
	const result = fetcher.data ?? (said && (said.eventId ?? event.id) === event.id ? said : null);
	return {
		Form: fetcher.Form,
		event: wanted === undefined ? event : withAnswer(event, wanted),
		isPending,
		/** The refusal's text. */
		failure: isPending ? null : (result?.error ?? null),
	};
}

function readWanted(form: FormData | undefined) {
	if (!form) return undefined;
	if (form.get('intent') === 'signups.remove') return null;
	return SIGNUP_STATUSES.find((status) => status === form.get('status'));
}
