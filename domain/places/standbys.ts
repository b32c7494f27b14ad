import { compareIds } from '../ids.ts';
import {
	byTime,
	canBeAskedAgain,
	isStandby,
	NO_PLACE,
	OFFER_MS,
	type PlaceEntry,
	type PlaceState,
	type Settled,
} from './places.ts';

/** Whether a standby has been asked and may still answer, or can still be asked. */
export const canBeCalled = (entry: PlaceEntry): boolean =>
	isStandby(entry) && entry.passedAt === null && (entry.place === 'offered' || entry.offeredAt === null);

/**
 * Returns the entries with offers to standbys, by signup, so that `wanted` are asked at a time. A standby who
 * passes, or lets an offer end, is not asked again for this event.
 */
export function callStandbys<Entry extends PlaceEntry>(
	signups: readonly Entry[],
	{ wanted, startsAt, isActive }: { wanted: number; startsAt: Date; isActive: boolean },
	now: Date,
): Settled<Entry> {
	const entries = signups.map((entry) => ({ ...entry }));
	const messages: Settled<Entry>['messages'] = [];
	if (!isActive || startsAt <= now) return { entries, messages };
	const callable = entries
		.filter((entry) => canBeCalled(entry))
		.sort((one, other) => byTime(one.createdAt, other.createdAt) || compareIds(one.id, other.id));
	let missing = wanted - callable.filter(({ place }) => place === 'offered').length;
	for (const entry of callable) {
		if (missing <= 0) break;
		if (entry.place === 'offered' || !canBeAskedAgain(entry, now)) continue;
		const expiresAt = new Date(Math.min(now.getTime() + OFFER_MS, startsAt.getTime()));
		Object.assign(entry, { place: 'offered', askedAt: now, offeredAt: now, offerExpiresAt: expiresAt });
		messages.push({ id: entry.id, kind: 'standby' });
		missing -= 1;
	}
	return { entries, messages };
}

/** Returns the state of a standby who passes. */
export const passCall = (entry: PlaceState, now: Date): PlaceState => ({
	...NO_PLACE,
	offeredAt: entry.offeredAt,
	passedAt: now,
});
