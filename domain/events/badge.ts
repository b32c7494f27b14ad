import { formatCountdown, formatUntilStart, isHappeningNow } from './countdown.ts';
import type { EventStatus } from './status.ts';

/** `note` stands beside the badge; null without one. */
export type EventBadge = {
	tone: 'now' | 'active' | 'cancelled' | 'other';
	text: string;
	note: string | null;
};

/**
 * Returns the badge of an event for lists and its page: purple while an active event is happening, green with
 * the countdown text when active, red when cancelled, grey otherwise (spec, section 4).
 */
export function getEventBadge(event: { status: EventStatus; date: Date }, now: Date): EventBadge {
	if (event.status === 'cancelled') return { tone: 'cancelled', text: 'Cancelled', note: null };
	if (event.status !== 'active') return { tone: 'other', text: 'Completed', note: null };
	return {
		tone: isHappeningNow(event.date, now) ? 'now' : 'active',
		text: formatCountdown(event.date, now),
		note: formatUntilStart(event.date, now),
	};
}
