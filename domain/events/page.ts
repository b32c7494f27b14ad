import type { OwnGroupOnPage } from '../groups/own-group.ts';
import type { ListedSignup } from '../signups/schema.ts';
import type { EventDetail, EventListItem } from './schema.ts';

/** Which signups the event page shows, when the event has more than `SIGNUPS_PER_PAGE`. */
export type SignupsPage = { number: number; hasNext: boolean };

/**
 * An event as its page shows it: with all signups, or with those of one page. The viewer's own signup is first
 * on the first page. `signupsPage` is null when `signups` are all.
 */
export type EventOnPage = Omit<EventDetail, 'signups' | 'own_group'> & {
	signups: ListedSignup[];
	own_group: OwnGroupOnPage | null;
	signupsPage: SignupsPage | null;
	/** The notes of the viewer's own signup. */
	ownNotes: string | null;
	/** When the mirror last had to change (ISO 8601); null without a mirror. */
	mirrorChangedAt: string | null;
};

/** An event as the events page lists it. */
export type EventOnList = Omit<EventListItem, 'own_group'> & { own_group: OwnGroupOnPage | null };
