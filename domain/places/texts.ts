import { formatCount } from '../format-count.ts';
import type { Place } from './places.ts';

/** Returns where a user stands at an event with a capacity; null for one who needs no place. */
export function describeOwnPlace({
	place,
	position,
}: {
	place: Place | null;
	position: number | null;
}): string | null {
	if (place === 'placed') return 'You have a place.';
	if (place === 'offered') return 'A place is free for you.';
	if (place === 'waiting') return `You're number ${position ?? 1} on the waitlist.`;
	return null;
}

/** Returns the places of an event in words: '12 of 15 places taken, 3 waiting'; null without a capacity. */
export function describePlaces(event: {
	places: number | null;
	places_taken: number;
	waitlist_count: number;
}): string | null {
	if (event.places === null) return null;
	const taken = `${event.places_taken} of ${formatCount(event.places, 'place')} taken`;
	return event.waitlist_count === 0 ? taken : `${taken}, ${event.waitlist_count} waiting`;
}

/** Returns what one more storyteller would do at an event whose storytellers decide about its places. */
export function describeNextStoryteller(event: {
	places: number | null;
	storytellers: readonly unknown[];
}): string {
	const count = event.storytellers.length;
	if (count === 0) return 'A storyteller opens the first places.';
	return `One more storyteller opens ${formatCount((event.places ?? 0) / count, 'place')}.`;
}
