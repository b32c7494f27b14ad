import type { SignupQuestion } from '~/domain/signups/question.ts';

/**
 * The event whose list item asks the viewer something after a signup without script, and where it was sent: in the hero, or
 * in a card (''). With script the response to the form says so.
 */
export type Asked = { eventId: string; place: string; asks: SignupQuestion };

const FIELD = 'asked';
const PATTERN = /^(hero|card)-(\d{1,19})-(arrival|note)$/;

/** Returns the event that the address of the list names, or null. */
export function readAsked(url: URL): Asked | null {
	const [, place, eventId, asks] = PATTERN.exec(url.searchParams.get(FIELD) ?? '') ?? [];
	if (eventId === undefined) return null;
	return { eventId, place: place === 'hero' ? 'hero' : '', asks: asks === 'arrival' ? 'arrival' : 'note' };
}

/** Returns the address of the same page of the list that asks about this event, or about none. */
export function toAskingAddress({ search }: URL, asked: Asked | null): string {
	const params = new URLSearchParams(search);
	params.delete(FIELD);
	if (asked) params.set(FIELD, `${asked.place || 'card'}-${asked.eventId}-${asked.asks}`);
	return params.size > 0 ? `/events?${params}` : '/events';
}
