import type { EventStoryteller } from '../events/schema.ts';
import type { ListedSignup } from '../signups/schema.ts';
import type { PreferencesByUser } from './mutual-preferences.ts';
import type { GroupsView } from './schema.ts';

/** A group without its players, as the closed panel shows it. */
export type GroupSummary = {
	id: string;
	name: string;
	playerCount: number;
	storyteller: EventStoryteller | null;
	/** Whether the viewer plays in it or leads it. */
	isOwn: boolean;
};

/** The whole board, as the open panel shows it. */
export type OpenGroups = Omit<GroupsView, 'confirmedSignups' | 'userPreferences'> & {
	isOpen: true;
	/** The preferences of users who have any. */
	userPreferences: PreferencesByUser;
	/** The users whom the panel may name; null when they are the event's own list. */
	signups: ListedSignup[] | null;
};

/** The groups on the event page. They are closed at first when the event has many signups. */
export type GroupsOnPage = OpenGroups | { isOpen: false; groups: GroupSummary[] };
