import type { EventListItem } from '~/domain/events/schema.ts';

/** An event of the list without the fields that its card does not show. */
export type CardEvent = Omit<
	EventListItem,
	'duration' | 'discord_event_id' | 'creator_username' | 'image_url'
>;

/** Returns what the list's page needs of an event: it is in the document twice, as HTML and as data. */
export function toCardEvent(item: EventListItem): CardEvent {
	const { duration, discord_event_id, creator_username, image_url, ...shown } = item;
	return shown;
}
