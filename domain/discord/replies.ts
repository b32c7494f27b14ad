import type { EventOnList } from '../events/page.ts';
import { isRegularStatus, type RegularStatus } from '../events/series.ts';
import { formatCount, inflect } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import { describeDecision, describePlaces } from '../places/texts.ts';
import { listArrivalChoices } from '../signups/question.ts';
import {
	describePlace,
	describeStanding,
	getOwnStanding,
	labelStanding,
	type Standing,
} from '../signups/standing.ts';
import { SIGNUP_STATUSES, type SignupStatus, STATUS_LABELS } from '../signups/statuses.ts';
import { shorten } from '../text.ts';
import { formatDateTimeShort } from '../time/format.ts';
import {
	type ButtonRow,
	escapeWithin,
	joinWithin,
	toButton,
	toLinkButton,
	toTimestamp,
} from './announcement.ts';
import { escapeMarkdown } from './escape.ts';
import { mentionChannel } from './voice-channel.ts';

/** The replies of `/botc`. All text that users entered is escaped: it appears as typed and mentions no one. */

/** The room for a title or a location, so that the longest reply fits into Discord's 2,000 characters. */
const TEXT_MAX_LENGTH = 200;

/** Returns the reply to `/botc next`, with the member's seat if any; `address` is the event's URL. */
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

/** Returns the reply to `/botc cancel`. */
export const formatCancelReply = (
	{ title, reason }: { title: string; reason: string },
	address: string,
): string =>
	[
		`**${isolate(escapeMarkdown(title))}** is cancelled. Everyone who is signed up is told.`,
		...(reason ? [`Reason: ${escapeWithin(reason, TEXT_MAX_LENGTH)}`] : []),
		...linkTo(address),
	].join('\n');

/** Returns who came lately and has not signed up for an event. */
export function formatMissingReply(
	{ title, names, total }: { title: string; names: readonly string[]; total: number },
	address: string,
): string {
	const event = `**${escapeWithin(title, TEXT_MAX_LENGTH)}**`;
	const text =
		total === 0
			? `Everyone who came to the last events has answered for ${event}.`
			: `${formatCount(total, 'member')} who came to the last events ${inflect(total, 'has', 'have')} not signed up for ${event}: ${joinWithin(names, ', ', 1_400)}`;
	return [text, ...linkTo(address)].join('\n');
}

/** Returns the button that asks those who have not signed up. */
export const toNudgeButtons = (eventId: string): ButtonRow => ({
	type: 1,
	components: [toButton('Ask them', { kind: 'nudge', eventId })],
});

/** Returns the reply after they were asked. */
export const formatNudgedReply = (recipients: number): string =>
	recipients === 0
		? 'Nobody was asked: all were asked within the last day, or get no messages.'
		: `${formatCount(recipients, 'member')} ${inflect(recipients, 'gets', 'get')} a direct message.`;

/** How many dates `/botc series` lists. */
const LISTED_DATES = 10;

/** Returns the reply to `/botc series`: the next events of the series, by date. */
export function formatSeriesReply(
	{
		title,
		isSeries,
		coming,
	}: {
		title: string;
		isSeries: boolean;
		coming: readonly { id: string; date: string; isCancelled: boolean }[];
	},
	getAddress: (eventId: string) => string,
): string {
	const name = `**${escapeWithin(title, TEXT_MAX_LENGTH)}**`;
	if (!isSeries) return `${name} does not repeat.`;
	if (coming.length === 0) return `${name} has no more dates.`;
	const lines = coming
		.slice(0, LISTED_DATES)
		.map(
			({ id, date, isCancelled }) =>
				`${toTimestamp(new Date(date), 'F')}${isCancelled ? ' (cancelled)' : ''} <${getAddress(id)}>`,
		);
	const more = coming.length - lines.length;
	return [name, ...lines, ...(more > 0 ? [`And ${formatCount(more, 'more date')}.`] : [])].join('\n');
}

/** Returns how Discord offers an event while its name is typed: at most 100 characters. */
export const formatChoice = (event: { title: string; date: string; timezone: string }): string =>
	`${shorten(event.title, 60)} · ${formatDateTimeShort(event.date, event.timezone)}`;

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
	/** The voice channel in which it plays, if Discord still has it. */
	voiceChannelId: string | null;
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
	const {
		groupName,
		storyteller,
		isStoryteller,
		number,
		players,
		playersUrl,
		script,
		voiceChannelId,
		session,
	} = seat;
	const group = `You are ${isStoryteller ? 'running' : 'in'} **${escapeWithin(groupName, 200)}**`;
	const chair = number === null ? '' : `, seat ${number}`;
	const others =
		players.length > 0 ? `${chair && ','} with ${joinWithin(players, ', ', SEAT_PLAYERS_MAX_LENGTH)}` : '';
	const leader =
		isStoryteller || storyteller === null ? '' : ` · Storyteller: ${escapeWithin(storyteller, 100)}`;
	const plays = script === null ? '' : ` · Script: ${escapeWithin(script, 100)}`;
	const place = voiceChannelId === null ? '' : `\nVoice channel: ${mentionChannel(voiceChannelId)}`;
	const link =
		playersUrl === null ? '' : `\n${isStoryteller ? 'Link for your players' : 'Your table'}: <${playersUrl}>`;
	const setup = session === null ? '' : `\nSession name: \`${session}\``;
	const files = isStoryteller ? `\nScript file and game state: <${address}/tables>` : '';
	return group + chair + others + leader + plays + place + link + setup + files;
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

/** What a member sees after pressing a button of an announcement, beside the replies of `/botc`. */

export const UNKNOWN_BUTTON = 'This button no longer works. Please open the event in Townbell.';
export const EVENT_DELETED = 'This event was deleted.';
export const NO_EVENT_MESSAGE = 'This works only on the message of an event.';
/** Follows the reply to a member who comes late. */
export const HOW_LATE = 'How late will you be?';
export const NOT_LATE = "You're not signed up as Late any more, so no time was saved.";
export const SIGNUP_CHANGED = 'Your signup has changed since then, so nothing was undone.';
export const formatNoSignup = (title: string): string => `You aren't signed up for “${isolate(title)}”.`;
/** A modal must open within three seconds, so it cannot wait for the database. */
export const MODAL_TOO_SLOW = "We couldn't open this in time. Nothing was changed. Please try again.";

/** Returns the reply to a member who now comes to all events of a series. */
export const formatRegularReply = (title: string, status: RegularStatus): string =>
	`You're a regular now: ${STATUS_LABELS[status]} for “${isolate(title)}” and all later events. You get a message about each one.`;

/** Returns the line that follows the signup after its notes were saved or cleared. */
export const formatNotesLine = (notes: string | null): string =>
	notes === null ? 'Your notes were removed.' : 'Your notes were saved.';

/** Returns the buttons that say how late a member comes; `duration` is in minutes. */
export const toArrivalButtons = (
	{ id: eventId, duration }: { id: string; duration: number },
	address: string,
): ButtonRow => ({
	type: 1,
	components: [
		...listArrivalChoices(duration).map((minutes) =>
			toButton(`${minutes} minutes`, { kind: 'arrival', eventId, minutes }),
		),
		toLinkButton(`${address}/signup`, 'Other time'),
	],
});

/** Returns the line that follows the signup after a late member said when they arrive. Discord shows it in their zone. */
export const formatArrivalLine = (arrival: Date): string => `You arrive at ${toTimestamp(arrival, 't')}.`;

/** Returns the buttons below a recorded signup. `previous` is the status before it, or null. */
export function toReplyButtons(
	eventId: string,
	{
		previous,
		recorded,
		isRepeating = false,
	}: { previous: SignupStatus | null; recorded: SignupStatus; isRepeating?: boolean },
): ButtonRow[] {
	const components = [
		toButton('Add notes', { kind: 'notes', eventId }),
		...(previous === recorded ? [] : [toButton('Undo', { kind: 'undo', eventId, previous, recorded })]),
		...(isRepeating && isRegularStatus(recorded)
			? [toButton('Come every time', { kind: 'regular', eventId, status: recorded })]
			: []),
	];
	return [{ type: 1, components }];
}
