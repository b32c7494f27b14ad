import { buildDiscordMessageUrl } from '~/domain/discord/scheduled-event.ts';
import type { KnownChannel } from '~/domain/discord/voice-channel.ts';
import { EVENT_FIELD_COLUMNS, type WrittenFields } from '~/domain/events/fields.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import type {
	AnnouncementView,
	EventDetail,
	EventListItem,
	EventStoryteller,
	MirrorState,
	OwnGroup,
} from '~/domain/events/schema.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import type { OwnGroupOnPage } from '~/domain/groups/own-group.ts';
import type { minimumShape } from '~/domain/places/schema.ts';
import { type Actor, can } from '~/domain/policy.ts';
import { orderSignups } from '~/domain/signups/order.ts';
import { getStanding } from '~/domain/signups/standing.ts';
import {
	type FieldsByStatus,
	hasFact,
	mapStatusFields,
	type SignupStatus,
} from '~/domain/signups/statuses.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import type { Role } from '~/domain/users/roles.ts';
import { config } from '../config.ts';
import { type OwnPlaceRow, type PlacesRow, toOwnPlace, toPlacesView } from './places.ts';
import { type EventSignupRow, toEventSignupView, toReader } from './signups.ts';
import { toVoiceChannel } from './voice-channels.ts';

/** The columns of `WrittenFields`, for the event `e`. */
export const WRITTEN_COLUMNS = EVENT_FIELD_COLUMNS.map((column) => `e.${column}`).join(', ');

/** What all viewers see of an event. */
export type SharedEventRow = Omit<WrittenFields, 'date'> & {
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

/** What depends on the viewer. */
export type OwnEventRow = {
	user_signup_status: SignupStatus | null;
	/** Whether the viewer comes when more players are needed; null without a signup. */
	own_standby: boolean | null;
	own_place: OwnPlaceRow | null;
	own_group: OwnGroupRow | null;
	/** Whether the viewer is a storyteller of the event. */
	runs: boolean;
};

/** The part of viewers who have nothing to do with an event. */
export const NOTHING_OWN: OwnEventRow = {
	user_signup_status: null,
	own_standby: null,
	own_place: null,
	own_group: null,
	runs: false,
};

const OWN_NAMES = Object.keys(NOTHING_OWN) as (keyof OwnEventRow)[];

export type EventRow = SharedEventRow & OwnEventRow;

/** The group in which the viewer plays or that the viewer runs, with its storyteller's names. */
type OwnGroupRow = {
	name: string;
	storyteller_id: string | null;
	/** Whether the viewer runs it, alone or with others. */
	is_storyteller: boolean;
	username: string | null;
	preferred_username: string | null;
	players: number;
	voice_channel: KnownChannel | null;
	/** The viewer's seat, from 1; null for one who does not play. */
	seat: number | null;
};

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
		...toOwnFields(row),
		own_group: row.own_group && toOwnGroup(row.own_group),
		...toPlacesView(row),
		series: row.series,
	};
}

type OwnSource = OwnEventRow & Pick<SharedEventRow, 'status' | 'places'>;

/** Returns what depends on the viewer, but the group, which pages show with more than responses of the API. */
const toOwnFields = (row: OwnSource) => ({
	user_signup_status: row.user_signup_status,
	own_standing: toOwnStanding(row),
	own_place: row.places && toOwnPlace(row.own_place),
});

/**
 * Returns an event of the list, which was made from `row` for a viewer with `NOTHING_OWN`, for another viewer. Most viewers
 * have nothing to do with most events, and get the same object.
 */
export const withOwn = (item: EventOnList, row: SharedEventRow, own: OwnEventRow): EventOnList =>
	OWN_NAMES.every((name) => own[name] === NOTHING_OWN[name])
		? item
		: {
				...item,
				...toOwnFields({ ...own, status: row.status, places: row.places }),
				own_group: toOwnGroupOnPage(own),
			};

/** Returns where the viewer stands with an event, as responses show it. */
function toOwnStanding(row: OwnSource): EventListItem['own_standing'] {
	const own = row.places && row.own_place;
	const { kind, position, late } = getStanding({
		status: row.user_signup_status,
		place: own?.place,
		position: own?.position,
		standby: row.own_standby,
		runs: row.runs,
		eventStatus: row.status,
	});
	return kind === 'none' ? NO_STANDING : { kind, position, late };
}

/** One object for all events that a viewer has nothing to do with, because a page's data name an object only once. */
const NO_STANDING = { kind: 'none', position: null, late: false } as const;

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

function toOwnGroup({ name, players, storyteller_id, ...storyteller }: OwnGroupRow): OwnGroup {
	return {
		name,
		storyteller:
			storyteller_id &&
			formatDisplayName(
				{ username: storyteller.username, preferredUsername: storyteller.preferred_username },
				'storyteller',
			),
		players,
	};
}

/** Returns the viewer's group as pages show it, or null without one. */
export const toOwnGroupOnPage = ({ own_group }: Pick<EventRow, 'own_group'>): OwnGroupOnPage | null =>
	own_group && {
		...toOwnGroup(own_group),
		isStoryteller: own_group.is_storyteller,
		seat: own_group.seat,
		voiceChannel: toVoiceChannel(own_group.voice_channel),
	};

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
