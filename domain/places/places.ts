import { compareIds } from '../ids.ts';
import { HOUR_MS, MINUTE_MS } from '../limits.ts';
import { hasFact, type SignupStatus } from '../signups/statuses.ts';

/**
 * The places of an event with a capacity. Confirmed and late signups take one in the order in which they
 * asked; the others wait. Storytellers of the event need none. (decision 0067)
 */

export const PLACES = ['placed', 'waiting', 'offered'] as const;
export type Place = (typeof PLACES)[number];

/**
 * How a user lost a place: to a lower number of places, or to another user while their signup was deleted.
 * They wait before all others, in this order.
 */
export const LOSSES = ['places', 'undo'] as const;
export type Loss = (typeof LOSSES)[number];

/** How many players an event has room for: a number, as many as its storytellers can lead, or no limit. */
export type Capacity = number | 'storytellers' | null;

/** Returns the number of places; null without a limit. */
export function countPlaces(
	capacity: Capacity,
	{ storytellers, maxPlayersPerGroup }: { storytellers: number; maxPlayersPerGroup: number },
): number | null {
	return capacity === 'storytellers' ? storytellers * maxPlayersPerGroup : capacity;
}

/** More than this before the start, a freed place is given; then it is offered to one after the other. */
export const GIVEN_UNTIL_MS = 12 * HOUR_MS;
/** In this time before the start, a freed place is offered to all who wait. */
export const OFFERED_TO_ALL_MS = 2 * HOUR_MS;
/** How long an offer to one user is valid, and how long they are not asked again. */
export const OFFER_MS = 30 * MINUTE_MS;
export const ASKED_AGAIN_MS = HOUR_MS;

/** What is stored beside the status of a signup. */
export type PlaceState = {
	place: Place | null;
	/** When the user asked for the place that they have or wait for. */
	askedAt: Date | null;
	/** When the user passed a place on or let an offer end: they wait behind those who did not. */
	passedAt: Date | null;
	/** When a message last offered a place to the user. */
	offeredAt: Date | null;
	/** Until when a place is kept for the user; null for an offer that the first of several gets. */
	offerExpiresAt: Date | null;
	/** How and when a user who waits lost the place; null for one who gave it up or had none. */
	lostBy: Loss | null;
	lostAt: Date | null;
};

export type PlaceEntry = PlaceState & {
	id: string;
	status: SignupStatus;
	isStoryteller: boolean;
	/** Whether the user has left the server or lost the required role (decision 0022). */
	hasLeft: boolean;
	/** A user who has returned to the server signed up and asked when they came back. */
	createdAt: Date;
	updatedAt: Date;
	/** A tentative user who comes when more players are needed. */
	standby: boolean;
	/** Whether a message reaches the user now: they want messages, and it is not within their quiet hours. */
	canBeAsked: boolean;
};

export const NO_PLACE: PlaceState = {
	place: null,
	askedAt: null,
	passedAt: null,
	offeredAt: null,
	offerExpiresAt: null,
	lostBy: null,
	lostAt: null,
};

export type Settled<Entry> = {
	/** All entries, in the order of their signups' ids. */
	entries: Entry[];
	/** The users who get a message that they have a place now, or that they are offered one. */
	messages: { id: string; kind: 'placed' | 'offered' | 'standby' }[];
};

/** Whether a signup takes a place. */
export const takesPlace = (entry: Pick<PlaceEntry, 'status' | 'isStoryteller' | 'hasLeft'>): boolean =>
	!entry.isStoryteller && !entry.hasLeft && hasFact(entry.status, 'takesPlace');

/** Whether a signup is one that can be called when more players are needed. */
export const isStandby = ({ status, standby, isStoryteller, hasLeft }: PlaceEntry): boolean =>
	standby && hasFact(status, 'canStandBy') && !isStoryteller && !hasLeft;

type Waiting = Pick<PlaceEntry, 'id' | 'askedAt' | 'passedAt' | 'lostBy' | 'lostAt'>;

/**
 * Compares two who wait: first those who lost a place, oldest loss first, then those who passed on none, then
 * by the time of asking. The SQL function `waitlist_position` has the same order; one test holds both.
 */
export function compareWaiting(one: Waiting, other: Waiting): number {
	return (
		rankLoss(one) - rankLoss(other) ||
		byTime(one.lostAt, other.lostAt) ||
		byTime(one.passedAt, other.passedAt) ||
		compareAsking(one, other)
	);
}

const rankLoss = ({ lostBy }: Pick<PlaceEntry, 'lostBy'>): number =>
	lostBy === null ? LOSSES.length : LOSSES.indexOf(lostBy);

const compareAsking = (
	one: Pick<PlaceEntry, 'id' | 'askedAt'>,
	other: Pick<PlaceEntry, 'id' | 'askedAt'>,
): number => byTime(one.askedAt, other.askedAt) || compareIds(one.id, other.id);

export const byTime = (a: Date | null, b: Date | null): number => (a?.getTime() ?? 0) - (b?.getTime() ?? 0);

/**
 * Returns the places of an event's signups at `now`. Users who gave up have none, offers end, users who ask
 * get a place or wait, and free places go to those who wait. Running it again changes nothing. An event that
 * is not active or has begun gives no place to those who wait. Without a capacity (`places` null) only
 * standbys have offers, and those who waited are told that they can come.
 */
export function settlePlaces<Entry extends PlaceEntry>(
	signups: readonly Entry[],
	event: { places: number | null; startsAt: Date; isActive: boolean },
	now: Date,
): Settled<Entry> {
	const { places, isActive } = event;
	const keep = { isFirst: signups.every(({ place }) => place === null), isActive, now };
	const entries = signups.map((entry) => ({
		...entry,
		...(places === null && !isStandby(entry)
			? { ...NO_PLACE, offeredAt: entry.offeredAt }
			: keepPlace(entry, keep)),
	}));
	if (places === null) {
		const isOpen = isActive && event.startsAt > now;
		const waits = ({ place }: Entry) => place === 'waiting' || place === 'offered';
		const waited = isOpen ? signups.filter((entry) => takesPlace(entry) && waits(entry)) : [];
		return { entries, messages: waited.map(({ id }) => ({ id, kind: 'placed' })) };
	}
	entries.sort((one, other) => compareIds(one.id, other.id));
	const line = () => entries.filter(({ place }) => place === 'waiting').sort(compareWaiting);
	let free = places - entries.filter(isTaken).length;
	let isLineEmpty = entries.every(({ place, passedAt }) => place !== 'waiting' || passedAt !== null);

	const asking = entries.filter((entry) => entry.askedAt && entry.place === null).sort(compareWaiting);
	for (const entry of asking) {
		entry.place = isLineEmpty && free > 0 ? 'placed' : 'waiting';
		if (entry.place === 'placed') free -= 1;
		else isLineEmpty = false;
	}

	const messages: Settled<Entry>['messages'] = [];
	const leftMs = event.startsAt.getTime() - now.getTime();
	if (!event.isActive || leftMs <= 0) return { entries, messages };
	for (const entry of line()) {
		if (free <= 0 || leftMs <= OFFERED_TO_ALL_MS) break;
		if (entry.passedAt) continue;
		if (leftMs > GIVEN_UNTIL_MS) {
			Object.assign(entry, takeOffer(entry));
			free -= 1;
			messages.push({ id: entry.id, kind: 'placed' });
		} else if (canBeAskedAgain(entry, now)) {
			const expiresAt = new Date(Math.min(now.getTime() + OFFER_MS, event.startsAt.getTime()));
			Object.assign(entry, { place: 'offered', offeredAt: now, offerExpiresAt: expiresAt });
			free -= 1;
			messages.push({ id: entry.id, kind: 'offered' });
		}
	}
	if (free <= 0) return { entries, messages };
	// All who wait can take the remaining places. Shortly before the start they also get a message.
	for (const entry of line()) {
		entry.place = 'offered';
		if (leftMs > OFFERED_TO_ALL_MS || !canBeAskedAgain(entry, now)) continue;
		entry.offeredAt = now;
		messages.push({ id: entry.id, kind: 'offered' });
	}
	return { entries, messages };
}

/** Returns the place of one signup that asks alone; null when all signups have to be looked at. */
export function placeNewcomer({
	places,
	placed,
	waiting,
}: {
	places: number;
	placed: number;
	waiting: number;
}): 'placed' | 'waiting' | null {
	// At the first settlement the order is that of the signups; a free place goes to a player who waits.
	if (placed + waiting === 0 || (waiting > 0 && placed < places)) return null;
	return placed < places ? 'placed' : 'waiting';
}

/** Whether a place is taken, or kept for one user. */
export const isTaken = ({ place, offerExpiresAt }: PlaceState): boolean =>
	place === 'placed' || (place === 'offered' && offerExpiresAt !== null);

export const canBeAskedAgain = ({ canBeAsked, offeredAt }: PlaceEntry, now: Date): boolean =>
	canBeAsked && (offeredAt === null || now.getTime() - offeredAt.getTime() >= ASKED_AGAIN_MS);

type Keep = { isFirst: boolean; isActive: boolean; now: Date };

/** Returns what changes of an entry's place before free ones are given. Who asks has no place, and a time. */
function keepPlace(entry: PlaceEntry, { isFirst, isActive, now }: Keep): Partial<PlaceState> {
	const { place, offerExpiresAt, createdAt, updatedAt, askedAt, passedAt, offeredAt } = entry;
	const hasEnded = offerExpiresAt !== null && offerExpiresAt <= now;
	const isCalled = place === 'offered' && askedAt?.getTime() === offeredAt?.getTime();
	if (isStandby(entry) && isCalled && isActive && !hasEnded) return {};
	if (isStandby(entry)) return { ...NO_PLACE, offeredAt, passedAt: hasEnded ? offerExpiresAt : passedAt };
	// Who comes back within the hour is not asked again.
	if (!takesPlace(entry)) return { ...NO_PLACE, offeredAt };
	if (place === null) return { ...NO_PLACE, offeredAt, askedAt: isFirst ? createdAt : updatedAt };
	if (place !== 'offered') return {};
	const isOpen = offerExpiresAt === null;
	// A called standby who saves a status after the offer takes the place; a waiting player's signup is older.
	if (isCalled && offeredAt && updatedAt > offeredAt && !isOpen && updatedAt < offerExpiresAt)
		return takeOffer(entry);
	if (hasEnded) return passPlace(entry, offerExpiresAt);
	return isOpen ? { place: 'waiting' } : {};
}

const toState = (entry: PlaceState): PlaceState => {
	const { place, askedAt, passedAt, offeredAt, offerExpiresAt, lostBy, lostAt } = entry;
	return { place, askedAt, passedAt, offeredAt, offerExpiresAt, lostBy, lostAt };
};

/** Neither passed on, nor offered, nor lost. */
const NO_CHANGE = { passedAt: null, offerExpiresAt: null, lostBy: null, lostAt: null };

/** Returns the state of a user who takes the place that is offered. */
export const takeOffer = (entry: PlaceState): PlaceState => ({
	...toState(entry),
	...NO_CHANGE,
	place: 'placed',
});

/** Returns the state of a user who passes an offer or gives a place up, and waits behind the others. */
export const passPlace = (entry: PlaceState, now: Date): PlaceState => ({
	...toState(entry),
	...NO_CHANGE,
	place: 'waiting',
	passedAt: now,
});

/** Returns those with a place beyond the number of places: who signed up last. An offer is not counted. */
export function listOverCapacity<Entry extends PlaceEntry>(
	entries: readonly Entry[],
	places: number,
): Entry[] {
	const placed = entries.filter((entry) => entry.place === 'placed' && takesPlace(entry));
	return placed.sort(compareAsking).slice(places);
}

/** Returns the state of a user who loses the place at `now`, and waits before those who lost none. */
export const losePlace = (entry: PlaceState, lostBy: Loss, now: Date): PlaceState => ({
	...toState(entry),
	...NO_CHANGE,
	place: 'waiting',
	lostBy,
	lostAt: now,
});

/** Returns the signups of an event that gets its first number of places: all who come have a place, also beyond it. */
export const placeAll = <Entry extends PlaceEntry>(signups: readonly Entry[]): Entry[] =>
	signups.map((entry) =>
		takesPlace(entry) && entry.place === null
			? { ...entry, place: 'placed', askedAt: entry.createdAt }
			: entry,
	);

/** The place of a signup before the action that an undo takes back; `isBack`: the signup was deleted. */
export type KeptPlace = PlaceState & { isBack: boolean };

/**
 * Returns an event's signups after an undo put rows back at `now`. Users who had a place get it again while
 * places are free, by the time of asking; the others have lost it. Those who waited have their position
 * again. With `hadNoLimit`, all who come have a place.
 */
export function bringBack<Entry extends PlaceEntry>(
	signups: readonly Entry[],
	kept: ReadonlyMap<string, KeptPlace>,
	event: { places: number | null; isActive: boolean; hadNoLimit: boolean },
	now: Date,
): Entry[] {
	const { places, isActive, hadNoLimit } = event;
	if (places === null) return [...signups];
	const entries = signups.map((entry) => ({
		...entry,
		...keepPlace(entry, { isFirst: false, isActive, now }),
	}));
	const isReturning = (entry: Entry) => {
		const before = kept.get(entry.id);
		if (!before || !takesPlace(entry) || !isTaken(before)) return false;
		if (before.place === 'offered') return before.isBack && isTaken(entry);
		return before.isBack || entry.place === null || (entry.place === 'waiting' && entry.lostBy === 'places');
	};
	const others = entries.filter((entry) => isTaken(entry) && !isReturning(entry)).length;
	const free = hadNoLimit ? Number.POSITIVE_INFINITY : Math.max(0, places - others);
	const askedAt = (entry: Entry) => ({ id: entry.id, askedAt: kept.get(entry.id)?.askedAt ?? null });
	const again = new Set(
		entries
			.filter(isReturning)
			.sort((one, other) => compareAsking(askedAt(one), askedAt(other)))
			.slice(0, free),
	);
	const returned = entries.map((entry) => {
		const before = kept.get(entry.id);
		if (!before) return entry;
		const hadPlace = before.place === 'placed';
		if (again.has(entry)) return hadPlace ? { ...entry, ...takeOffer(before) } : entry;
		if (isReturning(entry) && hadPlace)
			return entry.lostBy === null ? { ...entry, ...losePlace(before, 'undo', now) } : entry;
		const isInLine = before.place !== null && !hadPlace && takesPlace(entry);
		return isReturning(entry) || (isInLine && entry.place === null)
			? { ...entry, ...toState(before), place: 'waiting' as const, offerExpiresAt: null }
			: entry;
	});
	return hadNoLimit ? placeAll(returned) : returned;
}
