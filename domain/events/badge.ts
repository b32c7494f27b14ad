import { formatCountdown, isHappeningNow } from './countdown.ts';
import type { EventStatus } from './status.ts';

export type EventBadge = { tone: 'now' | 'active' | 'cancelled' | 'other'; text: string };

/**
 * Returns the badge of an event for lists and its page: purple while an active event is happening, green with
 * the countdown text when active, red when cancelled, grey otherwise (spec, section 4).
 */
export function getEventBadge(event: { status: EventStatus; date: Date }, now: Date): EventBadge {
	if (event.status === 'cancelled') return { tone: 'cancelled', text: 'Cancelled' };
	if (event.status !== 'active') return { tone: 'other', text: 'Completed' };
	return { tone: isHappeningNow(event.date, now) ? 'now' : 'active', text: formatCountdown(event.date, now) };
}
