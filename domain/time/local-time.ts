import { EASTERN } from '../limits.ts';
import { readOffset } from './wall-parts.ts';

/**
 * The zone of a second time next to Eastern. `isViewers` is false when it is the event's zone, because the
 * viewer's is unknown.
 */
export type LocalZone = { zone: string; isViewers: boolean };

type ZoneInput = { date: Date; eventZone: string; viewerZone: string | null };

/**
 * Returns the zone of the second time on an event card: the viewer's, or the event's own while the viewer's
 * is unknown. Returns null for an event in UTC (spec, section 2), and when the time would be the same as in
 * Eastern.
 */
export function chooseCardZone({ date, eventZone, viewerZone }: ZoneInput): LocalZone | null {
	if (eventZone === 'UTC') return null;
	const zone = viewerZone ?? eventZone;
	return showsEasternTime(date, zone) ? null : { zone, isViewers: viewerZone !== null };
}

/**
 * Returns the zone of the second time on the event page, where the viewer's time is always shown (spec, section 2).
 * While the viewer's zone is unknown, returns the event's, or null when its time is the same as in Eastern.
 */
export function choosePageZone({ date, eventZone, viewerZone }: ZoneInput): LocalZone | null {
	if (viewerZone !== null) return { zone: viewerZone, isViewers: true };
	return showsEasternTime(date, eventZone) ? null : { zone: eventZone, isViewers: false };
}

function showsEasternTime(date: Date, zone: string): boolean {
	return zone === EASTERN || readOffset(date, zone) === readOffset(date, EASTERN);
}
