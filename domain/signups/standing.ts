import type { EventStatus } from '../events/status.ts';
import type { Place } from '../places/places.ts';
import {
	type FieldsByStatus,
	hasFact,
	mapStatuses,
	SIGNUP_STATUSES,
	type SignupStatus,
	STATUS_FACTS,
	STATUS_LABELS,
} from './statuses.ts';

/**
 * Where a user stands with an event: all pages, messages, calendars and files take words, looks and counts
 * from here. `STANDING_KIND` of server/wire/signups.ts is the same rule in SQL. (decision 0010)
 */

export const STANDING_KINDS = [
	'none',
	'runs',
	'placed',
	'offered',
	'waiting',
	'standby',
	...SIGNUP_STATUSES,
] as const;
export type StandingKind = (typeof STANDING_KINDS)[number];

export type StandingView = {
	kind: StandingKind;
	/** The number in the line of a user who waits, from 1; null for all others. */
	position: number | null;
	/** Whether the user comes late, beside any place. */
	late: boolean;
};

/** `status` is that of the signup; null without one. */
export type Standing = StandingView & { status: SignupStatus | null };

export type StandingFacts = {
	status: SignupStatus | null;
	place?: Place | null | undefined;
	position?: number | null | undefined;
	standby?: boolean | null | undefined;
	/** Whether the user is a storyteller of the event. */
	runs: boolean;
	hasLeft?: boolean | undefined;
	eventStatus: EventStatus;
};

/**
 * Returns where a user stands. The first that holds wins: left, runs it, offered, placed, waiting, standby,
 * status. An offer ends with the event: then the user waits.
 */
export function getStanding(facts: StandingFacts): Standing {
	const { status, runs, hasLeft = false } = facts;
	const kind = hasLeft ? 'none' : runs ? 'runs' : chooseKind(facts);
	return {
		kind,
		position: kind === 'waiting' ? (facts.position ?? null) : null,
		late: kind !== 'none' && hasFact(status, 'arrivesLater'),
		status,
	};
}

function chooseKind({ status, place, standby, eventStatus }: StandingFacts): StandingKind {
	if (status === null) return 'none';
	const canStandBy = hasFact(status, 'canStandBy');
	if (place === 'offered' && eventStatus === 'active') return 'offered';
	if (place === 'placed') return 'placed';
	if (place && !canStandBy) return 'waiting';
	return standby && canStandBy ? 'standby' : status;
}

/** A signup with the names of its fields in responses and rows. */
export type StandingSignup = {
	user_id: string;
	status: SignupStatus;
	place?: Place | null | undefined;
	waitlist_position?: number | null | undefined;
	standby?: boolean | undefined;
	has_left?: boolean | undefined;
};

/** Returns where the user of a listed signup stands. */
export const getListedStanding = (
	signup: StandingSignup,
	event: { status: EventStatus; storytellers: readonly { user_id: string }[] },
): Standing =>
	getStanding({
		status: signup.status,
		place: signup.place,
		position: signup.waitlist_position,
		standby: signup.standby,
		hasLeft: signup.has_left,
		runs: event.storytellers.some(({ user_id }) => user_id === signup.user_id),
		eventStatus: event.status,
	});

export type OwnEvent = {
	user_signup_status: SignupStatus | null;
	own_standing: StandingView;
};

/** Returns where the viewer stands with an event. */
export const getOwnStanding = ({ user_signup_status: status, own_standing }: OwnEvent): Standing => ({
	...own_standing,
	status,
});

type Words = {
	/** Where the user stands, short: in badges, rows, cells and messages. */
	label: (standing: Standing) => string;
	/** The place of the user in a sentence to them; null for one who needs none. */
	place: (standing: Standing) => string | null;
	/** Whether the user comes, so that their calendar shows them as busy and reminds them. */
	comes: boolean;
};

const isCalled = ({ status }: Standing) => hasFact(status, 'canStandBy');
const labelStatus = ({ status }: Standing) => (status ? STATUS_LABELS[status] : 'Not signed up');
const addLate = (label: string, { late }: Standing) => (late ? `${label} · ${STATUS_LABELS.late}` : label);
const NO_PLACE = () => null;

const toStatusWords = (status: SignupStatus): Words => ({
	label: labelStatus,
	place: NO_PLACE,
	comes: STATUS_FACTS[status].comes,
});

const STANDING_WORDS: Record<StandingKind, Words> = {
	none: {
		label: ({ status }) => (status === null ? 'Not signed up' : 'No longer a member'),
		place: NO_PLACE,
		comes: false,
	},
	runs: {
		label: (standing) => (standing.status ? `Storyteller · ${labelStatus(standing)}` : 'Storyteller'),
		place: NO_PLACE,
		comes: true,
	},
	placed: { label: labelStatus, place: () => 'You have a place.', comes: true },
	offered: {
		label: (standing) => (isCalled(standing) ? 'Asked to come' : addLate('Place offered', standing)),
		place: (standing) =>
			isCalled(standing) ? 'More players are needed. Can you come?' : 'A place is free for you.',
		comes: false,
	},
	waiting: {
		label: (standing) =>
			addLate(standing.position === null ? 'Waitlist' : `Waitlist · ${standing.position}`, standing),
		place: ({ position }) =>
			position === null ? "You're on the waitlist." : `You're number ${position} on the waitlist.`,
		comes: false,
	},
	standby: {
		label: (standing) => `${labelStatus(standing)} · Standby`,
		place: () => "You'll be asked if more players are needed.",
		comes: false,
	},
	...mapStatuses(toStatusWords),
};

/** Returns where a user stands in few words, such as “Waitlist · 3”. */
export const labelStanding = (standing: Standing): string => STANDING_WORDS[standing.kind].label(standing);

/** Returns the place of a user in a sentence to them; null for one who needs none. */
export const describePlace = (standing: Standing): string | null =>
	STANDING_WORDS[standing.kind].place(standing);

/** Returns where a user stands in sentences to them. */
export function describeStanding(standing: Standing): string {
	const { kind, status, late } = standing;
	const ownStatus = status && STATUS_FACTS[status].sentence;
	if (kind === 'none') return "You haven't signed up.";
	if (kind === 'runs') return ["You're a storyteller.", ownStatus].filter(Boolean).join(' ');
	const isSettled = kind === 'waiting' || (kind === 'offered' && !isCalled(standing));
	const place = describePlace(standing);
	return [isSettled && !late ? null : ownStatus, place].filter(Boolean).join(' ');
}

/** Returns what a user reads after they saved their signup. */
export function describeSavedSignup(standing: Standing): string {
	if (standing.status === null || !hasFact(standing.status, 'mayCome')) return describeStanding(standing);
	if (standing.kind === 'waiting' || standing.kind === 'offered')
		return `You're signed up. ${describePlace(standing)}`;
	return `You're signed up as ${STATUS_LABELS[standing.status]}.`;
}

/** Returns whether a user comes. A storyteller comes unless their own signup says otherwise. */
export const isComing = ({ kind, status }: Standing): boolean =>
	STANDING_WORDS[kind].comes && (status === null || hasFact(status, 'comes'));

export type StandingSection = SignupStatus | 'waitlist';

/**
 * Returns the heading under which lists and counts have a user, or null. With `hasPlaces`, confirmed and late
 * are those with a place, without storytellers and users who have left; otherwise the statuses decide (spec,
 * section 2).
 */
export function getSection({ kind, status }: Standing, hasPlaces: boolean): StandingSection | null {
	if (status === null) return null;
	if (kind === 'waiting' || (kind === 'offered' && !hasFact(status, 'canStandBy'))) return 'waitlist';
	return hasPlaces && kind !== 'placed' && hasFact(status, 'takesPlace') ? null : status;
}

/** Returns where a user stands as a player of an active event, whether or not they are also a storyteller of it. */
export const getPlayerStanding = (signup: StandingSignup): Standing =>
	getListedStanding(signup, { status: 'active', storytellers: [] });

/** Returns whether the user of a signup waits for a place, and so has no seat yet. */
export const isWaiting = (signup: StandingSignup): boolean =>
	getSection(getPlayerStanding(signup), false) === 'waitlist';

/** Returns whether Auto-Split gives the user of a signup a seat, if they run no group. */
export const isSplittable = (signup: StandingSignup): boolean =>
	hasFact(signup.status, 'isSplit') && isComing(getPlayerStanding(signup));

export type PlacesOfEvent = { places: number | null; places_taken: number; waitlist_count: number };

/** Returns where a user will most likely stand who saves `status` (null: removes the signup), until the server says it. */
export function predictStanding(
	before: Standing,
	status: SignupStatus | null,
	{ places = null, places_taken = 0, waitlist_count = 0 }: Partial<PlacesOfEvent>,
): Standing {
	const runs = before.kind === 'runs';
	if (places === null || !hasFact(status, 'takesPlace'))
		return getStanding({ status, runs, eventStatus: 'active' });
	const { kind } = before;
	const isFree = places_taken < places && waitlist_count === 0;
	return getStanding({
		status,
		runs,
		place:
			kind === 'placed' || kind === 'waiting' || kind === 'offered' ? kind : isFree ? 'placed' : 'waiting',
		position: before.position ?? waitlist_count + 1,
		eventStatus: 'active',
	});
}

/** Returns what a creator reads who has moved the user of a signup, whose name is `name`, to the waitlist or given a place. */
export function describeMovedPlace(name: string, { kind, position, status }: Standing): string {
	if (kind === 'placed') return `${name} has a place.`;
	if (kind !== 'waiting') return `${name} is signed up as ${status ? STATUS_LABELS[status] : 'a player'}.`;
	return position === null ? `${name} is on the waitlist.` : `${name} is number ${position} on the waitlist.`;
}

/** Returns what a creator reads who has signed a user up, whose name is `name`, or changed the signup from `before`. */
export function describeAddedSignup(name: string, before: Standing | null, after: Standing): string {
	const [was, is] = [before && labelStanding(before), labelStanding(after)];
	if (was !== null && was !== is) return `${name}'s signup was changed from ${was} to ${is}.`;
	return `${name}'s signup was saved: ${is}${was === null ? '' : ', as before'}.`;
}

/** An event as pages show it: where places are limited, its counts of confirmed and late are those with a place. */
export type EventWithStatus = OwnEvent &
	Partial<PlacesOfEvent> &
	FieldsByStatus<'count'> & { signup_count: number };

/**
 * Returns the event with standing and counts as they will be with the viewer's `status` (null: removed), for
 * the optimistic update until the server responds.
 */
export function withSignupStatus<T extends EventWithStatus>(event: T, status: SignupStatus | null): T {
	const before = getOwnStanding(event);
	if (before.status === status) return event;
	const after = predictStanding(before, status, event);
	const { kind, position, late } = after;
	const changed = { ...event, user_signup_status: status, own_standing: { kind, position, late } };
	countStanding(changed, before, -1);
	countStanding(changed, after, 1);
	return changed;
}

/** Adds `difference` to the numbers of the event in which a standing counts. */
function countStanding(event: EventWithStatus, standing: Standing, difference: 1 | -1): void {
	const section = getSection(standing, (event.places ?? null) !== null);
	if (section === 'waitlist') event.waitlist_count = (event.waitlist_count ?? 0) + difference;
	else if (section !== null) event[`${section}_count`] += difference;
	if (standing.kind === 'placed') event.places_taken = (event.places_taken ?? 0) + difference;
	if (standing.status !== null) event.signup_count += difference;
}
