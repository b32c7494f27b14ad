import type { EventOnList } from '../events/page.ts';
import { formatCount, inflect } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import { describeDecision, describePlaces } from '../places/texts.ts';
import {
	describePlace,
	describeStanding,
	getOwnStanding,
	labelStanding,
	type Standing,
} from '../signups/standing.ts';
import { SIGNUP_STATUSES } from '../signups/statuses.ts';
import { escapeWithin, joinWithin, toTimestamp } from './announcement.ts';
import { escapeMarkdown } from './escape.ts';

/** The replies of `/botc`. All text that users entered is escaped: it appears as typed and mentions no one. */

/** The room for a title or a location, so that the longest reply fits into Discord's 2,000 characters. */
const TEXT_MAX_LENGTH = 200;

/**
 * Returns the reply to `/botc next`, with the member's seat if they have one; `address` is the event's URL.
 */
export function formatNextEventReply(
	event: EventOnList,
	{ address, place }: { address: string; place: OwnPlace },
): string {
	const counts = SIGNUP_STATUSES.map((status) => ({ status, count: event[`${status}_count`] }))
		.filter(({ count }) => count > 0)
		.map(({ status, count }) => `${count} ${status}`);
	return [
		`**${escapeWithin(event.title, TEXT_MAX_LENGTH)}**`,
		formatEventTime(new Date(event.date)),
		...(event.location ? [`Where: ${escapeWithin(event.location, TEXT_MAX_LENGTH)}`] : []),
		counts.length > 0 ? `Signups: ${counts.join(', ')}` : 'No signups yet.',
		...listPlaces(event),
		describeOwnSignup(event, "You haven't signed up yet: `/botc signup`."),
		...listOwnPlace(getOwnStanding(event)),
		...(place.seat ? [formatSeatReply(place, address)] : []),
		...linkTo(address),
	].join('\n');
}

function listPlaces(event: EventOnList): string[] {
	const places = describePlaces(event);
	const decision = describeDecision(event);
	return [...(decision === null ? [] : [decision]), ...(places === null ? [] : [`Places: ${places}`])];
}

/** Returns the line about the member's own signup; `without` for a member who has none. */
function describeOwnSignup(event: EventOnList, without: string): string {
	const standing = getOwnStanding(event);
	return standing.kind === 'none' ? without : `Your signup: ${labelStanding(standing)}`;
}

function listOwnPlace(standing: Standing): string[] {
	const text = describePlace(standing);
	return text ? [text] : [];
}

/** Titles are shortened, so that the longest list of `/botc events` fits into Discord's 2,000 characters. */
const LISTED_TITLE = 150;

/** Returns the reply to `/botc events`, in the order of `events`; `getAddress` returns the URL of an event's page. */
export function formatEventsReply(
	events: readonly EventOnList[],
	getAddress: (eventId: string) => string,
): string {
	const paragraphs = events.map((event) =>
		[
			`**${escapeWithin(event.title, LISTED_TITLE)}**`,
			formatEventTime(new Date(event.date)),
			describeOwnSignup(event, "You haven't signed up yet."),
			...linkTo(getAddress(event.id)),
		].join('\n'),
	);
	return paragraphs.join('\n\n');
}

/** Returns the reply to `/botc signup`; the event must be read after the signup and its places were saved. */
export function formatSignupReply(event: EventOnList, address: string): string {
	const standing = getOwnStanding(event);
	const first = `Your signup for **${isolate(escapeMarkdown(event.title))}**: ${labelStanding(standing)}.`;
	const when = toTimestamp(new Date(event.date), 'F');
	return [first, ...listOwnPlace(standing), when, ...linkTo(address)].join('\n');
}

/** Returns the reply to a button that takes a place or passes it on: the place, or where a user stands who needs none. */
export function formatPlaceReply(event: EventOnList, address: string): string {
	const standing = getOwnStanding(event);
	const place = describePlace(standing) ?? describeStanding(standing);
	return [`**${isolate(escapeMarkdown(event.title))}**: ${place}`, ...linkTo(address)].join('\n');
}

/** Returns the reply to a storyteller who has marked everyone without a mark as present. */
export const formatAttendanceReply = (title: string, players: number): string =>
	`**${isolate(escapeMarkdown(title))}**: ${
		players === 0
			? 'The roll call is already complete.'
			: `${formatCount(players, 'player')} ${inflect(players, 'was', 'were')} there. You can change each mark on the event page.`
	}`;

/** Returns the reply to `/botc leave`. */
export function formatLeaveReply(event: EventOnList, address: string): string {
	return [
		`You're no longer signed up for **${isolate(escapeMarkdown(event.title))}**.`,
		...linkTo(address),
	].join('\n');
}

/** A user's seat in the saved groups of an event. */
export type OwnSeat = {
	groupName: string;
	/** The storyteller's display name; null without one. */
	storyteller: string | null;
	isStoryteller: boolean;
	/** Which seat it is, from 1 and clockwise; null for a storyteller. */
	number: number | null;
	/** The display names of the other players. */
	players: readonly string[];
	/** The name of what the group plays; null without a script. */
	script: string | null;
	/** The link of the group's online table; null for none, or while the user may not see it. */
	playersUrl: string | null;
	/** The name of the online table's session; null for a player, and without an online table. */
	session: string | null;
};

/** The user's seat (null: none) in the groups of an event, and whether the event has groups. */
export type OwnPlace = { title: string; hasGroups: boolean; seat: OwnSeat | null };

/** The room for the names of the other players, so that a reply has room for more than the seat. */
const SEAT_PLAYERS_MAX_LENGTH = 650;

/**
 * Returns where the member sits, or why nowhere, in at most 1,400 characters beside `address`, the event's
 * URL. A storyteller also gets what sets the online table up.
 */
export function formatSeatReply({ title, hasGroups, seat }: OwnPlace, address: string): string {
	const event = `**${escapeWithin(title, 250)}**`;
	if (!hasGroups) return `No groups are saved for ${event} yet.`;
	if (!seat) return `You have no seat in the groups for ${event}.`;
	const { groupName, storyteller, isStoryteller, number, players, playersUrl, script, session } = seat;
	const group = `You are ${isStoryteller ? 'running' : 'in'} **${escapeWithin(groupName, 200)}**`;
	const chair = number === null ? '' : `, seat ${number}`;
	const others =
		players.length > 0 ? `${chair && ','} with ${joinWithin(players, ', ', SEAT_PLAYERS_MAX_LENGTH)}` : '';
	const leader =
		isStoryteller || storyteller === null ? '' : ` · Storyteller: ${escapeWithin(storyteller, 100)}`;
	const plays = script === null ? '' : ` · Script: ${escapeWithin(script, 100)}`;
	const link =
		playersUrl === null ? '' : `\n${isStoryteller ? 'Link for your players' : 'Your table'}: <${playersUrl}>`;
	const setup = session === null ? '' : `\nSession name: \`${session}\``;
	const files = isStoryteller ? `\nScript file and game state: <${address}/tables>` : '';
	return group + chair + others + leader + plays + link + setup + files;
}

/** Returns the reply to `/botc groups`: the event and the member's seat, or why they have none. */
export function formatGroupsReply(place: OwnPlace & { date: Date }, address: string): string {
	const event = `**${escapeWithin(place.title, TEXT_MAX_LENGTH)}**`;
	const header = place.seat ? [event, formatEventTime(place.date)] : [];
	return [...header, formatSeatReply(place, address), ...linkTo(address)].join('\n');
}

/** Returns the reply to a Discord user who is not a member: how to join. */
export function formatJoinReply({ community, joinUrl }: { community: string; joinUrl?: string }): string {
	const joinText = joinUrl ? `To join: <${joinUrl}>` : 'Please ask an organizer how to join.';
	return `Game nights are for the members of ${isolate(escapeMarkdown(community))}. ${joinText}`;
}

/** Returns the reply to a user who deleted their account: only signing in creates it again. */
export const formatErasedReply = (appUrl: string): string =>
	`Your account was deleted. To use this command again, sign in once at <${appUrl}>.`;

export const NO_NEXT_GAME = 'No games are planned yet.';

// Angle brackets keep Discord from adding a link preview.
const linkTo = (address: string) => [`<${address}>`];

const formatEventTime = (date: Date) => `${toTimestamp(date, 'F')} (${toTimestamp(date, 'R')})`;
