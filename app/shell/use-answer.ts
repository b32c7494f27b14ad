import { useFetcher } from 'react-router';
import type { EventListItem } from '~/domain/events/schema.ts';
import { withAnswer } from '~/domain/signups/answer.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';

/** What the actions of /events and /events/{id} say of an answer: its event where the address does not, and why not. */
export type AnswerResult = { eventId?: string; error: string | null };

/**
 * The viewer's answer to one event, as it will be once the running form has been taken. Every component that shows the
 * event shares the one fetcher, so tile, counts and button change together. `said` is what a page that was rendered
 * for a refused form (no script) knows of the refusal.
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
		/** The refusal's own text. */
		failure: isPending ? null : (result?.error ?? null),
	};
}

function readWanted(form: FormData | undefined) {
	if (!form) return undefined;
	if (form.get('intent') === 'signups.remove') return null;
	return SIGNUP_STATUSES.find((status) => status === form.get('status'));
}
