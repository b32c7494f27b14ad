import { EVENT_FIELD_COLUMNS, type EventColumn } from '~/domain/events/fields.ts';
import type { EventDetail, EventListItem } from '~/domain/events/schema.ts';
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
});

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
});
