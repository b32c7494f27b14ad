import type { EventOnList } from '~/domain/events/page.ts';
import { findRollCallProblem } from '~/domain/groups/attendance.ts';
import { describeDecision, describeNextInLine, describePlaces } from '~/domain/places/texts.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { describePlace, getOwnStanding, type PlacesOfEvent } from '~/domain/signups/standing.ts';

/** An event of the list without the fields that its card does not show. */
export type CardEvent = Omit<
	EventOnList,
	| 'discord_event_id'
	| 'creator_username'
	| 'image_url'
	| 'capacity'
	| 'places'
	| 'places_taken'
	| 'waitlist_count'
	| 'own_place'
	| 'decision'
> & {
	/** Whether the event takes place, its places, and the viewer's own, in words. */
	placesText?: string;
	/** Whether the viewer may take the roll call now. */
	canTakeRollCall?: true;
} & Partial<PlacesOfEvent>;

/** Returns the event of a card that leads to the roll call, when the viewer may take it at `now`. */
export function withRollCall(card: CardEvent, viewer: Actor | null, now: Date): CardEvent {
	const { date, status, own_group: group } = card;
	const isStoryteller = group?.isStoryteller === true && group.players > 0;
	if (!viewer || !can(viewer, 'attendance.save', { isStoryteller })) return card;
	if (findRollCallProblem({ date: new Date(date), status }, now) !== null) return card;
	return { ...card, canTakeRollCall: true };
}

/** The cards of events that are the same for many viewers; an event that has changed is another object. */
const cards = new WeakMap<EventOnList, CardEvent>();

/** Returns what the list's page needs of an event: it is in the document twice, as HTML and as data. */
export function toCardEvent(item: EventOnList): CardEvent {
	const card = cards.get(item) ?? createCardEvent(item);
	cards.set(item, card);
	return card;
}

function createCardEvent(item: EventOnList): CardEvent {
	const { discord_event_id, creator_username, image_url, ...listed } = item;
	const { capacity, places, places_taken, waitlist_count, own_place: own, decision, ...shown } = listed;
	const taken = describePlaces(item);
	const standing = getOwnStanding(item);
	const place = own ? describePlace(standing) : describeNextInLine(standing, item);
	const texts = [describeDecision(item), taken, taken !== null && place].filter(Boolean);
	const limits = places === null ? {} : { places, places_taken, waitlist_count };
	return texts.length > 0 ? { ...shown, ...limits, placesText: texts.join('. ') } : shown;
}
