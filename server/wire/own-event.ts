import type { KnownChannel } from '~/domain/discord/voice-channel.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import type { EventListItem, OwnGroup } from '~/domain/events/schema.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import type { OwnGroupOnPage } from '~/domain/groups/own-group.ts';
import { getStanding } from '~/domain/signups/standing.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { OWN_PLACE, type OwnPlaceRow, type PlacesRow, toOwnPlace } from './places.ts';
import {
	buildObjectSql,
	IS_OWN_GROUP,
	OWN_SEAT,
	RUNS_EVENT,
	RUNS_GROUP,
	SEAT_COUNTS,
	VOICE_CHANNEL,
} from './seat-sql.ts';
import { buildShownNameSql } from './user-sql.ts';
import { toVoiceChannel } from './voice-channels.ts';

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

/** SQL for each field of `OwnGroupRow`, for the group `g` and its storyteller `st`. */
const OWN_GROUP_FIELDS: Record<keyof OwnGroupRow, string> = {
	name: 'g.name',
	storyteller_id: 'g.storyteller_id::text',
	is_storyteller: RUNS_GROUP,
	username: 'st.username',
	preferred_username: buildShownNameSql('st'),
	voice_channel: VOICE_CHANNEL,
	players: `(SELECT count(*) FROM group_players gp WHERE gp.group_id = g.id AND ${SEAT_COUNTS})`,
	seat: OWN_SEAT,
};

/** The group of the event `e` in which `:viewer` plays or that `:viewer` runs, as JSON of `OwnGroupRow`, or null. */
export const OWN_GROUP = `(SELECT ${buildObjectSql(OWN_GROUP_FIELDS)}
	FROM groups g LEFT JOIN users st ON st.id = g.storyteller_id
	WHERE g.event_id = e.id AND ${IS_OWN_GROUP} LIMIT 1)`;

/** Joins the signup `mine` of `:viewer` for the event `e`. */
export const OWN_SIGNUP = 'LEFT JOIN signups mine ON mine.event_id = e.id AND mine.user_id = :viewer';

const defineOwn = <Value>(sql: string, nothing: Value) => ({ sql, nothing });

/** What depends on the viewer, with its SQL for the event `e` and `OWN_SIGNUP`, and its value when there is nothing. */
const OWN_FACTS = {
	user_signup_status: defineOwn<SignupStatus | null>('mine.status', null),
	/** Whether the viewer comes when more players are needed; null without a signup. */
	own_standby: defineOwn<boolean | null>('mine.standby', null),
	own_place: defineOwn<OwnPlaceRow | null>(OWN_PLACE, null),
	own_group: defineOwn<OwnGroupRow | null>(OWN_GROUP, null),
	/** Whether the viewer is a storyteller of the event. */
	runs: defineOwn<boolean>(RUNS_EVENT, false),
};

/** What depends on the viewer. */
export type OwnEventRow = { [Name in keyof typeof OWN_FACTS]: (typeof OWN_FACTS)[Name]['nothing'] };

const OWN_NAMES = Object.keys(OWN_FACTS) as (keyof OwnEventRow)[];

/** The columns of `OwnEventRow`, for the event `e` and `OWN_SIGNUP`. */
export const OWN_COLUMNS = OWN_NAMES.map((name) => `${OWN_FACTS[name].sql} AS ${name}`).join(', ');

/** The part of viewers who have nothing to do with an event. */
export const NOTHING_OWN = Object.fromEntries(
	OWN_NAMES.map((name) => [name, OWN_FACTS[name].nothing]),
) as OwnEventRow;

/** What of an event decides where a viewer stands. */
type Event = { status: EventStatus; places: PlacesRow | null };

/** Returns what depends on the viewer, but the group, which pages show with more than responses of the API. */
export const toOwnFields = (own: OwnEventRow, event: Event) => ({
	user_signup_status: own.user_signup_status,
	own_standing: toOwnStanding(own, event),
	own_place: event.places && toOwnPlace(own.own_place),
});

/**
 * Returns an event of the list, which was made from `row` for a viewer with `NOTHING_OWN`, for another viewer. Most viewers
 * have nothing to do with most events, and get the same object.
 */
export const withOwn = (item: EventOnList, row: Event, own: OwnEventRow): EventOnList =>
	OWN_NAMES.every((name) => own[name] === NOTHING_OWN[name])
		? item
		: { ...item, ...toOwnFields(own, row), own_group: toOwnGroupOnPage(own) };

/** Returns where the viewer stands with an event, as responses show it. */
function toOwnStanding(own: OwnEventRow, event: Event): EventListItem['own_standing'] {
	const place = event.places && own.own_place;
	const { kind, position, late } = getStanding({
		status: own.user_signup_status,
		place: place?.place,
		position: place?.position,
		standby: own.own_standby,
		runs: own.runs,
		eventStatus: event.status,
	});
	return kind === 'none' ? NO_STANDING : { kind, position, late };
}

/** One object for all events that a viewer has nothing to do with, because a page's data name an object only once. */
const NO_STANDING = { kind: 'none', position: null, late: false } as const;

/** Returns the viewer's group as responses of the API show it. */
export function toOwnGroup({ name, players, storyteller_id, ...storyteller }: OwnGroupRow): OwnGroup {
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
export const toOwnGroupOnPage = ({ own_group }: Pick<OwnEventRow, 'own_group'>): OwnGroupOnPage | null =>
	own_group && {
		...toOwnGroup(own_group),
		isStoryteller: own_group.is_storyteller,
		seat: own_group.seat,
		voiceChannel: toVoiceChannel(own_group.voice_channel),
	};
