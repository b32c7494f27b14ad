import { getDecisionTime, type Minimum, STANDBYS_ASKED_MS, WAITS_UNTIL_MS } from './decision.ts';
import { ASKED_AGAIN_MS, GIVEN_UNTIL_MS, OFFERED_TO_ALL_MS, type PlaceEntry } from './places.ts';

export type DueEntry = PlaceEntry & {
	/** When the user's current quiet hours end; null when none are on, or no message reaches the user at all. */
	quietEnd: Date | null;
};

/**
 * Returns when the settled places of an event have to be settled next although nothing changes until then: at the end of
 * an offer or of quiet hours, when a user can be asked again, and at the limits of time before the start. Null when nothing
 * is due by time. A time at which nothing happens costs one settlement, so this asks only who is concerned, not how.
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
