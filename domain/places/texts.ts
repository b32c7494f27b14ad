import type { EventStatus } from '../events/status.ts';
import { formatCount, inflect, joinNames } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import { type PlacesOfEvent, predictStanding, type Standing } from '../signups/standing.ts';
import { listStatusesWith, STATUS_LABELS } from '../signups/statuses.ts';
import type { Decision } from './decision.ts';
import type { Place } from './places.ts';

/** Returns the places of an event in words: '12 of 15 places taken, 3 waiting'; null without a capacity. */
export function describePlaces(event: {
	places: number | null;
	places_taken: number;
	waitlist_count: number;
}): string | null {
	if (event.places === null) return null;
	const taken = `${event.places_taken} of ${formatCount(event.places, 'place')} taken`;
	return event.waitlist_count === 0 ? taken : `${taken}, ${event.waitlist_count} waiting`;
}

/** Returns that one more place goes over the limit; null while a place is free or there is no limit. */
export const describePlaceBeyond = (event: { places: number | null; places_taken: number }): string | null =>
	event.places !== null && event.places_taken >= event.places
		? `This goes over the limit of ${formatCount(event.places, 'place')}: ${formatCount(event.places_taken + 1, 'player')} will have one. No one loses a place.`
		: null;

/** Returns what one more storyteller would do at an event whose storytellers decide about its places. */
export function describeNextStoryteller(event: {
	places: number | null;
	storytellers: readonly unknown[];
}): string {
	const count = event.storytellers.length;
	if (count === 0) return 'Places open when a storyteller joins.';
	return `One more storyteller opens ${formatCount((event.places ?? 0) / count, 'place')}.`;
}

/** Returns what a user with a place reads about another event at that time; `title` as it is shown. */
export const describeOtherEvent = (title: string): string => `You also come to ${title} at the same time.`;

/** Returns why an event without enough players was cancelled. */
export const describeTooFew = (players: number, minimum: number): string =>
	`Too few players: ${players} of ${minimum}`;

/** Returns whether an event with a smallest number of players takes place, in words; null before the decision. */
export function describeDecision(event: { decision: Decision | null; status: EventStatus }): string | null {
	if (event.status === 'cancelled') return null;
	if (event.decision === 'on') return 'On: enough players';
	return event.decision === 'pending' ? 'Too few players so far' : null;
}

/** Returns what an event with a smallest number of players needs; `decidedAt` is the formatted time of the decision. */
export function describeMinimum(
	event: { minimum_players: number; on_too_few: 'ask' | 'cancel'; decision: Decision | null },
	decidedAt: string,
): string {
	const needed = `At least ${formatCount(event.minimum_players, 'player')}`;
	if (event.decision !== null) return needed;
	const result = event.on_too_few === 'cancel' ? 'the event is cancelled' : 'its creator decides what to do';
	return `${needed} by ${decidedAt}, or ${result}`;
}

/** Returns that an event has fewer places than the players it needs; null when it has enough, or has no such limit. */
export const describeUnreachableMinimum = (places: number | null, minimum: number | null): string | null =>
	places !== null && minimum !== null && places < minimum
		? `${formatCount(minimum, 'player')} needed, but only ${formatCount(places, 'place')}: this event can't get enough players.`
		: null;

export const TOO_FEW_LABELS = { ask: 'Ask me what to do', cancel: 'Cancel the event' } as const;

/** Returns how long before the start it is decided whether an event takes place; `minutes` is that time. */
export function formatDecideTime(minutes: number): string {
	if (minutes % 1440 === 0 && minutes > 1440) return `${minutes / 1440} days before the start`;
	return minutes % 60 === 0
		? `${formatCount(minutes / 60, 'hour')} before the start`
		: `${formatCount(minutes, 'minute')} before the start`;
}

export const COUNTED_PLAYERS = 'At this time the confirmed and late players are counted.';

/** Returns what happens with too few players; `at` is like 'on Fri, Dec 4, 8:30 PM'. */
export function describeTooFewRule(rule: { minimum: string; at: string; isCancelled: boolean }): string {
	const minimum = Number(rule.minimum);
	const count = minimum > 0 ? `Fewer than ${formatCount(minimum, 'player')}` : 'Too few players';
	const result = rule.isCancelled
		? 'the event is cancelled, and its players are told'
		: 'you are asked what to do';
	return `${count} confirmed or late ${rule.at}: ${result}.`;
}

/** Returns how many places an event has now whose storytellers decide about its places. */
export function describePlacesByStorytellers(now: {
	storytellers: number;
	maxPlayersPerGroup: number;
}): string {
	if (now.storytellers === 0) return `${formatCount(now.maxPlayersPerGroup, 'place')} for each storyteller.`;
	const places = formatCount(now.storytellers * now.maxPlayersPerGroup, 'place');
	return `${places} now, with ${formatCount(now.storytellers, 'storyteller')}.`;
}

const MAX_NAMED = 5;

/** Returns names for a sentence, as many as it lists, and how many others there are. */
function listNames(names: readonly string[]): string[] {
	const others = names.length - MAX_NAMED;
	return [
		...names.slice(0, MAX_NAMED).map((name) => isolate(name)),
		...(others > 0 ? [`${others} more`] : []),
	];
}

type PlacesBefore = {
	places: number | null;
	signups: readonly { user_id: string; username: string; place: Place | null }[];
};

/** Returns how many places a change of an event opened, and who got or is offered one; or null. */
export function describeOpenedPlaces(before: PlacesBefore, after: PlacesBefore): string | null {
	const placeOf = new Map(before.signups.map(({ user_id, place }) => [user_id, place]));
	const listNew = (wanted: Place) =>
		after.signups
			.filter(({ user_id, place }) => place === wanted && placeOf.get(user_id) === 'waiting')
			.map(({ username }) => username);
	const [placed, offered] = [listNew('placed'), listNew('offered')];
	const hasChanged = after.places !== null && after.places !== before.places;
	const texts = [
		hasChanged &&
			`There ${inflect(after.places ?? 0, 'is', 'are')} ${formatCount(after.places ?? 0, 'place')} now instead of ${before.places ?? 0}.`,
		placed.length > 0 &&
			`${joinNames(listNames(placed))} moved up from the waitlist and ${inflect(placed.length, 'has', 'have')} a place.`,
		offered.length > 0 &&
			`${joinNames(listNames(offered))} ${inflect(offered.length, 'is', 'are')} offered a place.`,
	].filter(Boolean);
	return texts.length === 0 ? null : texts.join(' ');
}

/** Returns the question what happens with those who have a place beyond a lower number of places, with their names. */
export function describeOverCapacity(names: readonly string[], places: number): string {
	const text = listNames(names).join(', ');
	return `With ${formatCount(places, 'place')} there is no room for ${formatCount(names.length, 'player')} who signed up last: ${text}. Please choose below.`;
}

export const OVER_CAPACITY_LABELS = {
	keep: 'They keep their places',
	move: 'They move to the waitlist',
} as const;

/** The reason that a player reads who was moved to the waitlist because of a lower number of places. */
export const FEWER_PLACES = 'The event has fewer places now.';

/** The reason that a player reads whose signup was brought back by an undo when no place was free. */
export const GONE_WITH_UNDO =
	'Your place had gone to another player when your signup was brought back. You get the next free one.';

/** Returns what signing up without a free place means; null for one with a place, or who waits or runs it. */
export function describeNextInLine(
	before: Standing,
	{ status, ...places }: Partial<PlacesOfEvent> & { status: EventStatus },
): string | null {
	if (status !== 'active' || before.kind === 'waiting') return null;
	const { kind, position } = predictStanding(before, 'confirmed', places);
	if (kind !== 'waiting') return null;
	const labels = listStatusesWith('takesPlace').map((needsPlace) => STATUS_LABELS[needsPlace]);
	return `${labels.join(' or ')} puts you on the waitlist, as number ${position}.`;
}

/** Returns the same where the number of places does not stand beside it. */
export function describeFull(...args: Parameters<typeof describeNextInLine>): string | null {
	const text = describeNextInLine(...args);
	return text && `The event is full. ${text}`;
}
