import type { Attendance } from '../groups/attendance.ts';
import type { OwnGroupOnPage } from '../groups/own-group.ts';
import type { ListedSignup } from '../signups/schema.ts';
import type { AnnouncementView, EventDetail, EventListItem, EventStoryteller } from './schema.ts';
import type { RegularStatus, SeriesProgress } from './series.ts';
import type { Pause } from './series-rule.ts';

/** Which signups the event page shows, when the event has more than `SIGNUPS_PER_PAGE`. */
export type SignupsPage = { number: number; hasNext: boolean };

export type Neighbour = Pick<EventDetail, 'id' | 'date'>;

/**
 * What the page alone shows, and is read for each viewer: it depends on the viewer or on other events.
 * `server/operations/event-page/queries.ts` has its SQL.
 */
export type OwnOnPage = {
	/** Whether the viewer was there, by the roll call; null without an entry. */
	ownAttendance: Attendance | null;
	/** The events before and after it in its series; null for an event that does not repeat. */
	neighbours: { previous: Neighbour | null; next: Neighbour | null } | null;
	/** How its series goes on after it; null for an event that does not repeat. */
	seriesProgress: SeriesProgress | null;
	/** Why a creator decided about the viewer's place; null without a reason. */
	ownPlaceReason: string | null;
	/** The title of another event at the same time that the viewer with a place, or an offer of one, comes to; or null. */
	otherEvent: string | null;
	/** The status with which the viewer is a regular of the series; null for none. */
	ownRegular: RegularStatus | null;
	/** How many standbys can still be asked; 0 for viewers who may not ask them. */
	standbys: number;
	ownNotes: string | null;
	/** When the viewer arrives if late, as a time of day in the event's zone; null for no time. */
	ownArrivesAt: string | null;
	/** Whether the event has moved since the viewer signed up, and the viewer has not confirmed it. */
	ownAwaitsReply: boolean;
};

/**
 * An event as its page shows it. The viewer's own signup is first on the first page; `signupsPage` is null
 * when `signups` are all. With limited places, the counts of confirmed and late are those with a place.
 */
export type EventOnPage = Omit<EventDetail & OwnOnPage, 'signups' | 'own_group'> & {
	signups: ListedSignup[];
	own_group: OwnGroupOnPage | null;
	/** The online table of the viewer's group; null without one. `url` is null until 30 minutes before the start. */
	ownTable: { url: string | null } | null;
	canTakeRollCall: boolean;
	/** Whether its groups can have results now. */
	hasResults: boolean;
	/** Whether a creator asks which script the players would like. */
	scriptQuestion: 'open' | 'answered' | null;
	/** The current round of its groups, from 1. */
	round: number;
	/** Whether there are earlier rounds, or the viewer may begin the next one. */
	hasRounds: boolean;
	/** Whether the viewer may hand the groups over to their tables. */
	canReadTables: boolean;
	signupsPage: SignupsPage | null;
	cancelReason: string | null;
	/** The dates that its series leaves out, until they are over. */
	seriesPause: Pause | null;
	/** Whether it is announced on Discord when it is near. */
	isAnnouncedLater: boolean;
	/** Whether the viewer, who is tentative, comes when more players are needed. */
	ownStandby: boolean;
	/** When the mirror last had to change (ISO 8601); null without a mirror. */
	mirrorChangedAt: string | null;
	/** Whether its Discord event repeats, so that changes here do not reach it. */
	isSeriesOnDiscord: boolean;
	/** The time (ISO 8601) that a moderator set on Discord, until a creator decides; null for others. */
	movedOnDiscord: { start: string; end: string } | null;
	/** Whether the viewer may post a message on Discord, and a channel for it is set. */
	canAnnounce: boolean;
	/** The message with the groups on Discord; null for viewers who may not post it. */
	groupPost: GroupPostOnPage | null;
};

/** The state of the message with the groups, and where on Discord it is posted; null without a channel for it. */
export type GroupPostOnPage = { message: AnnouncementView | null; place: 'thread' | 'channel' | null };

/** An event as pages and messages list it. Where places are limited, its counts of confirmed and late are those with a place. */
export type EventOnList = Omit<EventListItem, 'own_group'> & { own_group: OwnGroupOnPage | null };

/** Returns whether a user is a storyteller of the event, who need not sign up. */
export const isRunBy = (
	{ storytellers }: { storytellers: readonly Pick<EventStoryteller, 'user_id'>[] },
	userId: string,
): boolean => storytellers.some(({ user_id }) => user_id === userId);
