import { HOUR_MS, MINUTE_MS } from '../limits.ts';
import { ASKED_AGAIN_MS, GIVEN_UNTIL_MS, OFFERED_TO_ALL_MS, type PlaceEntry } from './places.ts';

/**
 * Whether an event with a minimum takes place: at the time of the decision it is on, its creator is asked, or
 * it is cancelled. (decision 0067)
 */

export const DECISIONS = ['on', 'pending', 'off'] as const;
export type Decision = (typeof DECISIONS)[number];

export const TOO_FEW = ['ask', 'cancel'] as const;

/** Creators can wait for more players until two hours before the start. */
export const WAITS_UNTIL_MINUTES = 120;
const WAITS_UNTIL_MS = WAITS_UNTIL_MINUTES * MINUTE_MS;
/** Free places go to standbys in this time before the start. */
const STANDBYS_ASKED_MS = 24 * HOUR_MS;

/** Returns whether there is still time to wait for more players. */
export const canWaitForPlayers = (startsAt: Date, now: Date): boolean =>
	startsAt.getTime() - now.getTime() > WAITS_UNTIL_MS;

export type Minimum = {
	/** How many players the event needs; null for one that takes place with any number. */
	minimumPlayers: number | null;
	/** How long before the start it is decided. */
	decideMinutes: number;
	onTooFew: (typeof TOO_FEW)[number];
	startsAt: Date;
	isActive: boolean;
	decision: Decision | null;
};

export type DecisionStep = {
	decision: Decision | null;
	/** What follows: creators are asked, or the event is cancelled. */
	step: 'ask' | 'cancel' | null;
};

/** Returns when it is decided whether an event takes place. */
export const getDecisionTime = (event: Pick<Minimum, 'startsAt' | 'decideMinutes'>): Date =>
	new Date(event.startsAt.getTime() - event.decideMinutes * MINUTE_MS);

/**
 * Returns the decision about an event at `now`. `players` have a place or have signed up; `standbys` were
 * asked, or can be. An event that is on, or was reinstated, stays on. One that moves to a later start is
 * decided again.
 */
export function decide(
	event: Minimum,
	{ players, standbys }: { players: number; standbys: number },
	now: Date,
): DecisionStep {
	const { minimumPlayers, isActive, startsAt, decision } = event;
	const leftMs = startsAt.getTime() - now.getTime();
	const keep = { decision, step: null };
	if (minimumPlayers === null) return { decision: null, step: null };
	if (!isActive || leftMs <= 0) return keep;
	if (decision === 'off') return { decision: 'on', step: null };
	if (now < getDecisionTime(event)) return { decision: null, step: null };
	if (decision === 'on') return keep;
	if (players >= minimumPlayers) return { decision: 'on', step: null };
	const isCancelled = event.onTooFew === 'cancel' && !(canWaitForPlayers(startsAt, now) && standbys > 0);
	if (isCancelled) return { decision: 'off', step: 'cancel' };
	const isAsked = event.onTooFew === 'ask' && decision === null;
	return { decision: 'pending', step: isAsked ? 'ask' : null };
}

/** Returns a reinstated event's decision: once it was decided it is on, so that it is not cancelled again. */
export const getDecisionAfterReinstating = (
	event: Pick<Minimum, 'minimumPlayers' | 'startsAt' | 'decideMinutes' | 'decision'>,
	now: Date,
): Decision | null =>
	event.minimumPlayers !== null && now >= getDecisionTime(event) ? 'on' : event.decision;

/** Returns whether a pending event waits after an edit: its decision is later, but not its start. */
export const isWaitingAfterEdit = (
	event: Pick<Minimum, 'minimumPlayers' | 'startsAt' | 'decideMinutes' | 'decision'>,
	{ isMoved, now }: { isMoved: boolean; now: Date },
): boolean =>
	event.minimumPlayers !== null && event.decision === 'pending' && !isMoved && now < getDecisionTime(event);

/**
 * Returns how many standbys are to have an offer: those that a pending event lacks, or all that a creator
 * calls without a minimum, at most the free places.
 */
export function countWantedStandbys(event: {
	minimumPlayers: number | null;
	decision: Decision | null;
	/** A creator has called the standbys. */
	isCalled: boolean;
	players: number;
	/** Free places, or 0 while players wait for one; null without a capacity. */
	free: number | null;
	/** How long it is until the start. */
	leftMs: number;
}): number {
	const { minimumPlayers, free, isCalled } = event;
	const lacking =
		minimumPlayers !== null && (event.decision === 'pending' || isCalled)
			? Math.max(0, minimumPlayers - event.players)
			: 0;
	if (free !== null) return isCalled || event.leftMs <= STANDBYS_ASKED_MS ? free : Math.min(free, lacking);
	return isCalled && minimumPlayers === null ? Number.POSITIVE_INFINITY : lacking;
}

export type DueEntry = PlaceEntry & {
	/** When the user's current quiet hours end; null when none are on, or no message reaches the user at all. */
	quietEnd: Date | null;
};

/**
 * Returns when an event has to be settled next although nothing changes; null for never. That is at the end
 * of an offer or of quiet hours, when a user can be asked again, and at the limits before the start. A
 * useless time costs one settlement, so this asks only who is concerned.
 */
export function findNextSettlement(
	entries: readonly DueEntry[],
	event: Pick<Minimum, 'minimumPlayers' | 'decideMinutes' | 'startsAt' | 'isActive'>,
	now: Date,
): Date | null {
	const { startsAt, isActive, minimumPlayers } = event;
	if (!isActive || startsAt <= now) return null;
	const concerned = entries.filter(({ place, standby }) => standby || (place !== null && place !== 'placed'));
	if (concerned.length === 0 && minimumPlayers === null) return null;
	const limits = [0, OFFERED_TO_ALL_MS, GIVEN_UNTIL_MS, WAITS_UNTIL_MS, STANDBYS_ASKED_MS];
	const times = [
		...limits.map((ms) => startsAt.getTime() - ms),
		...(minimumPlayers === null ? [] : [getDecisionTime(event).getTime()]),
		...concerned.flatMap(({ offerExpiresAt, quietEnd, offeredAt }) => [
			offerExpiresAt?.getTime() ?? 0,
			quietEnd?.getTime() ?? 0,
			(offeredAt?.getTime() ?? 0) + ASKED_AGAIN_MS,
		]),
	].filter((time) => time > now.getTime());
	return new Date(Math.min(...times));
}
