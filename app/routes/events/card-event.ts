import type { EventOnList } from '~/domain/events/page.ts';
import { describeDecision, describePlaces } from '~/domain/places/texts.ts';
import { describePlace, getOwnStanding, type PlacesOfEvent } from '~/domain/signups/standing.ts';

/** An event of the list without the fields that its card does not show. */
export type CardEvent = Omit<
	EventOnList,
	| 'duration'
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
} & Partial<PlacesOfEvent>;

/** Returns what the list's page needs of an event: it is in the document twice, as HTML and as data. */
export function toCardEvent(item: EventOnList): CardEvent {
	const { duration, discord_event_id, creator_username, image_url, ...listed } = item;
	const { capacity, places, places_taken, waitlist_count, own_place: own, decision, ...shown } = listed;
	const taken = describePlaces(item);
	const place = taken !== null && own ? describePlace(getOwnStanding(item)) : null;
	const texts = [describeDecision(item), taken, place].filter(Boolean);
	const limits = places === null ? {} : { places, places_taken, waitlist_count };
	return texts.length > 0 ? { ...shown, ...limits, placesText: texts.join('. ') } : shown;
}
