import type { EventDetail, EventListItem } from '~/domain/events/schema.ts';

/** An active event in 2026 without signups, as lists show it, with `changes`. */
export const makeEventListItem = (changes: Partial<EventListItem> = {}): EventListItem => ({
	id: '7',
	title: 'Friday Blood on the Clocktower',
	description: '',
	date: '2026-10-17T00:30:00.000Z',
	duration: 180,
	location: '',
	timezone: 'America/New_York',
	status: 'active',
	discord_event_id: null,
	creator_name: 'marlowe',
	creator_username: null,
	image_url: null,
	confirmed_count: 0,
	late_count: 0,
	tentative_count: 0,
	declined_count: 0,
	signup_count: 0,
	user_signup_status: null,
	...changes,
});

/** The same event as its page shows it to user 1, a player. */
export const makeEventDetail = (changes: Partial<EventDetail> = {}): EventDetail => ({
	...makeEventListItem(),
	storytellers: [],
	signups: [],
	currentUserId: '1',
	currentUserRole: 'player',
	total_signups: 0,
	confirmed_signups: 0,
	tentative_signups: 0,
	late_signups: 0,
	declined_signups: 0,
	discord_sync: { state: 'none', error: null },
	version: 1,
	...changes,
});
