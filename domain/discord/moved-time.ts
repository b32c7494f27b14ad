import { MINUTE_MS } from '../limits.ts';
import { isUnfinished, type RemoteStatus } from './mirror-plan.ts';
import { DISCORD_STATUS } from './scheduled-event.ts';

/** When an event begins and ends. */
export type EventTime = { start: Date; end: Date };

/**
 * Returns the time that a moderator has given a Discord event, or null when it has none but ours. `sent` is the time that
 * Discord had after our last change (null: unknown, so any other time is an old one of ours), `own` the time of our event.
 * The start of a running event and the end of one in a Discord channel are not compared: Discord itself changes them. A
 * repeating event is only read. (decision 0017)
 */
export function findMovedTime(
	remote: RemoteStatus,
	{ sent, own }: { sent: EventTime | null; own: EventTime },
): EventTime | null {
	if (sent === null || remote.seriesStart !== null || !isUnfinished(remote.status)) return null;
	const isScheduled = remote.status === DISCORD_STATUS.scheduled;
	const start = isScheduled ? new Date(remote.scheduled_start_time) : sent.start;
	const lengthMs = sent.end.getTime() - sent.start.getTime();
	const end = remote.isExternal ? new Date(remote.scheduled_end_time) : new Date(start.getTime() + lengthMs);
	const shown = { start, end };
	return isSameTime(shown, sent) || isSameTime(shown, own) ? null : shown;
}

/** Returns whether two times are the same. */
export const isSameTime = (one: EventTime, other: EventTime): boolean =>
	one.start.getTime() === other.start.getTime() && one.end.getTime() === other.end.getTime();

/** Returns the length of a time in minutes, rounded up so that our event never ends before Discord's. */
export const toMinutes = ({ start, end }: EventTime): number =>
	Math.max(1, Math.ceil((end.getTime() - start.getTime()) / MINUTE_MS));
