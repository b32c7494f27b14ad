import type { EventOnList } from '~/domain/events/page.ts';
import { describeOwnPlace, describePlaces } from '~/domain/places/texts.ts';

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
> & {
	/** The places of an event with a capacity, and the viewer's, in words. */
	placesText?: string;
};

/** Returns what the list's page needs of an event: it is in the document twice, as HTML and as data. */
export function toCardEvent(item: EventOnList): CardEvent {
	const { duration, discord_event_id, creator_username, image_url, ...listed } = item;
	const { capacity, places, places_taken, waitlist_count, own_place: own, ...shown } = listed;
	const taken = describePlaces(item);
	if (taken === null) return shown;
	const place = own && describeOwnPlace({ place: own.state, position: own.position });
	return { ...shown, placesText: place ? `${taken}. ${place}` : taken };
}
