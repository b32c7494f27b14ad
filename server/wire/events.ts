import { buildDiscordMessageUrl } from '~/domain/discord/scheduled-event.ts';
import { EVENT_FIELD_COLUMNS, type WrittenFields } from '~/domain/events/fields.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import type {
	AnnouncementView,
	EventDetail,
	EventListItem,
	EventStoryteller,
	MirrorState,
} from '~/domain/events/schema.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import type { minimumShape } from '~/domain/places/schema.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { orderSignups } from '~/domain/signups/order.ts';
import {
	type FieldsByStatus,
	hasFact,
	mapStatusFields,
	type SignupStatus,
} from '~/domain/signups/statuses.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import type { Role } from '~/domain/users/roles.ts';
import { config } from '../config.ts';
import { type OwnEventRow, toOwnFields, toOwnGroup, toOwnGroupOnPage } from './own-event.ts';
import { type PlacesRow, toPlacesView } from './places.ts';
import { type EventSignupRow, toEventSignupView, toReader } from './signups.ts';

/** The columns of `WrittenFields`, for the event `e`. */
export const WRITTEN_COLUMNS = EVENT_FIELD_COLUMNS.map((column) => `e.${column}`).join(', ');

/** What all viewers see of an event. */
type SharedEventRow = Omit<WrittenFields, 'date'> & {
	id: string;
	date: Date;
	status: EventStatus;
	discord_event_id: string | null;
	version: number;
	creator_username: string | null;
	creator_preferred_username: string | null;
	image_hash: string | null;
	mirror_state: MirrorState | null;
	mirror_error: string | null;
	signup_count: number;
	/** As the database has it: 0 stands for as many as the storytellers can lead. */
	capacity: number | null;
	places: PlacesRow | null;
	decision: EventListItem['decision'];
	series: EventListItem['series'];
} & FieldsByStatus<'count'>;

export type EventRow = SharedEventRow & OwnEventRow;

export type UserRow = {
	user_id: string;
	username: string;
	preferred_username: string | null;
	role: Role;
	avatar: string | null;
	discord_id: string | null;
};

/** A message on Discord about an event. */
export type AnnouncementRow = {
	state: 'pending' | 'posted' | 'failed' | 'deleted';
	error: string | null;
	channel_id: string | null;
	message_id: string | null;
	/** The thread of the message. */
	thread_id: string | null;
};

/** An event with its announcement and its storytellers, in the order in which they were chosen. */
export type EventWithStorytellers = EventRow &
	Pick<EventDetail, keyof typeof minimumShape> & {
		storytellers: UserRow[];
		announcement: AnnouncementRow | null;
	};

/** Returns an event as lists show it, from a row that was selected for the viewer. */
export function toEventListItem(row: EventRow): EventListItem {
	return {
		id: row.id,
		...toWrittenFields(row),
		status: row.status,
		discord_event_id: row.discord_event_id,
		creator_name: formatDisplayName(
			{ username: row.creator_username, preferredUsername: row.creator_preferred_username },
			'creator',
		),
		creator_username: row.creator_username,
		image_url: row.image_hash ? `/images/${row.image_hash}` : null,
		...mapStatusFields('count', (status) => row[`${status}_count`]),
		signup_count: row.signup_count,
		...toOwnFields(row, row),
		own_group: row.own_group && toOwnGroup(row.own_group),
		...toPlacesView(row),
		series: row.series,
	};
}

/**
 * Returns the row with the numbers that people read: where places are limited, only players with a place count as
 * confirmed or late. The numbers of `/api` are those of the statuses.
 */
export function withShownCounts<Row extends EventRow>(row: Row): Row {
	const { capacity, places } = row;
	if (capacity === null || !places) return row;
	const count = (status: SignupStatus) =>
		hasFact(status, 'takesPlace') ? (places.placed?.[status] ?? 0) : row[`${status}_count`];
	return Object.assign({}, row, mapStatusFields('count', count));
}

/** Returns an event as pages and messages list it. The row must be selected for the viewer. */
export const toEventOnList = (row: EventRow): EventOnList => ({
	...toEventListItem(withShownCounts(row)),
	own_group: toOwnGroupOnPage(row),
});

function toWrittenFields(row: EventRow): WrittenFields {
	const fields = Object.fromEntries(EVENT_FIELD_COLUMNS.map((column) => [column, row[column]]));
	return { ...(fields as Omit<WrittenFields, 'date'>), date: row.date.toISOString() };
}

/** Returns an event as `actor` may see it, with its signups in the order of the signups card (spec, section 2). */
export function toEventDetail(
	event: EventWithStorytellers,
	signups: EventSignupRow[],
	actor: Actor,
): EventDetail {
	const reader = toReader(actor, event.storytellers);
	return {
		...toEventWithStorytellers(event, actor),
		signups: orderSignups(
			signups.map((signup) => toEventSignupView(signup, reader)),
			actor.id,
		),
	};
}

/** Returns an event with its storytellers and without its signups, as `actor` may see it. */
export function toEventWithStorytellers(
	row: EventWithStorytellers,
	actor: Actor,
): Omit<EventDetail, 'signups'> {
	return {
		...toEventListItem(row),
		minimum_players: row.minimum_players,
		decide_minutes: row.decide_minutes,
		on_too_few: row.on_too_few,
		storytellers: row.storytellers.map(toStoryteller),
		currentUserId: actor.id,
		currentUserRole: actor.role,
		total_signups: row.signup_count,
		...mapStatusFields('signups', (status) => row[`${status}_count`]),
		discord_sync: {
			state: row.mirror_state ?? 'none',
			// Only users who can retry the mirror see its error.
			error: can(actor, 'events.retryMirror') ? row.mirror_error : null,
		},
		announcement:
			row.announcement && can(actor, 'events.postAnnouncement') ? toAnnouncementView(row.announcement) : null,
		version: row.version,
	};
}

/** Returns the state of a message on Discord, with its address. A message that was deleted there has failed. */
export function toAnnouncementView({
	state,
	error,
	channel_id,
	message_id,
}: AnnouncementRow): AnnouncementView {
	return {
		state: state === 'deleted' ? 'failed' : state,
		error,
		url:
			channel_id && message_id && buildDiscordMessageUrl(config().DISCORD_GUILD_ID, channel_id, message_id),
	};
}

/** Returns a storyteller of an event, with the display name. */
export function toStoryteller(row: UserRow): EventStoryteller {
	return {
		user_id: row.user_id,
		username: formatDisplayName(
			{ username: row.username, preferredUsername: row.preferred_username },
			'storyteller',
		),
		role: row.role,
		avatar: row.avatar,
		discord_id: row.discord_id,
	};
}
