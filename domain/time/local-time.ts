import { EASTERN } from '../limits.ts';
import { readOffset } from './wall-parts.ts';

/** The zone of a second time beside Eastern, and whether it is the viewer's own or (that one unknown) the event's. */
export type LocalZone = { zone: string; isViewers: boolean };

type Place = { date: Date; eventZone: string; viewerZone: string | null };

/**
 * Which time stands beside Eastern on a card: the viewer's, or the event's own while the viewer's zone is unknown.
 * None for an event in UTC (spec, section 2), and none that would repeat the Eastern time.
 */
export function chooseCardZone({ date, eventZone, viewerZone }: Place): LocalZone | null {
	if (eventZone === 'UTC') return null;
	const zone = viewerZone ?? eventZone;
	return showsEasternTime(date, zone) ? null : { zone, isViewers: viewerZone !== null };
}

/** The same on the event page, where the viewer's own time always stands (decisions, "Time"). */
export function choosePageZone({ date, eventZone, viewerZone }: Place): LocalZone | null {
	if (viewerZone !== null) return { zone: viewerZone, isViewers: true };
	return showsEasternTime(date, eventZone) ? null : { zone: eventZone, isViewers: false };
}

function showsEasternTime(date: Date, zone: string): boolean {
	return zone === EASTERN || readOffset(date, zone) === readOffset(date, EASTERN);
}
