import type { EventOnList } from '~/domain/events/page.ts';

/** An event of the list without the fields that its card does not show. */
export type CardEvent = Omit<EventOnList, 'duration' | 'discord_event_id' | 'creator_username' | 'image_url'>;

/** Returns what the list's page needs of an event: it is in the document twice, as HTML and as data. */
export function toCardEvent(item: EventOnList): CardEvent {
	const { duration, discord_event_id, creator_username, image_url, ...shown } = item;
	return shown;
}
