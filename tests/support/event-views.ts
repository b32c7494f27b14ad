import { EVENT_FIELD_COLUMNS, type EventColumn } from '~/domain/events/fields.ts';
import type { EventDetail, EventListItem } from '~/domain/events/schema.ts';
import { getStanding } from '~/domain/signups/standing.ts';
import { mapStatusFields } from '~/domain/signups/statuses.ts';

/** Returns an active event in 2026 without signups, as lists show it, with `changes`. */
export const createEventListItem = (changes: Partial<EventListItem> = {}): EventListItem => ({
	id: '7',
	// An optional text of an event is empty.
	...(Object.fromEntries(EVENT_FIELD_COLUMNS.map((column) => [column, ''])) as Record<EventColumn, never>),
	title: 'Friday Blood on the Clocktower',
	date: '2026-10-17T00:30:00.000Z',
	duration: 180,
	timezone: 'America/New_York',
	status: 'active',
	discord_event_id: null,
	creator_name: 'marlowe',
	creator_username: null,
	image_url: null,
	...mapStatusFields('count', () => 0),
	signup_count: 0,
	capacity: null,
	places: null,
	places_taken: 0,
	waitlist_count: 0,
	own_place: null,
	decision: null,
	series: null,
	user_signup_status: null,
	own_group: null,
	...changes,
	own_standing: changes.own_standing ?? getOwn(changes),
});

type Viewed = Partial<Omit<EventDetail, 'own_group'>> & { ownStandby?: boolean };

/** Returns where the viewer stands with an event, from the viewer's signup, place and storytellers. */
export function getOwn(event: Viewed): EventListItem['own_standing'] {
	const { user_signup_status: status = null, own_place: own, status: eventStatus = 'active' } = event;
	const { kind, position, late } = getStanding({
		status,
		place: own?.state,
		position: own?.position,
		standby: event.ownStandby,
		runs: event.storytellers?.some(({ user_id }) => user_id === event.currentUserId) ?? false,
		eventStatus,
	});
	return { kind, position, late };
}

/** Returns the same event as its page shows it to user 1, a player. */
export const createEventDetail = (changes: Partial<EventDetail> = {}): EventDetail => ({
	...createEventListItem(),
	minimum_players: null,
	decide_minutes: 1440,
	on_too_few: 'ask',
	storytellers: [],
	signups: [],
	currentUserId: '1',
	currentUserRole: 'player',
	total_signups: 0,
	...mapStatusFields('signups', () => 0),
	discord_sync: { state: 'none', error: null },
	announcement: null,
	version: 1,
	...changes,
	own_standing: changes.own_standing ?? getOwn(changes),
});
