import { z } from 'zod';
import { type LivePosition, parsePosition } from '~/domain/live.ts';
import { Refusal } from '~/domain/refusal.ts';
import { getLiveHub, type LiveHub } from '../../live/hub.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

/** The maximum numbers of open streams of changes (GET /live), of one user and of one process. */
const LIVE_STREAMS = { perUser: 20, perProcess: 1_000 } as const;
/** The maximum number of events that one stream reports, unless it reports all. */
const LIVE_EVENTS = 100;

const input = z.object({
	/** Ids separated by commas; what is not an id is left out. */
	events: z.string().default(''),
	/** '1': all events. */
	list: z.string().default(''),
	/** The position that a page or an earlier stream got. Empty: now. */
	since: z.string().default(''),
});

/** What a stream reports: the changes of these events (null: of all) since a position (null: from now on). */
export type Watch = {
	hub: LiveHub;
	events: ReadonlySet<string> | null;
	since: LivePosition | null;
	userId: string;
};

/**
 * Returns what `openLiveStream` needs to report changes of events (GET /live). Throws Refusal 'tooMany' above a user's
 * number of streams, 'unavailable' above the process's and while it stops.
 */
export const watchEvents = defineOperation({
	allow: 'events.watch',
	input,
	async handle({ actor, input: { events, list, since } }): Promise<Watch> {
		const hub = getLiveHub();
		if (!hub || hub.size >= LIVE_STREAMS.perProcess) {
			throw new Refusal('unavailable', 'Too many pages are open. Please try again in a moment.', {
				retryAfter: 5,
			});
		}
		if (hub.countOf(actor.id) >= LIVE_STREAMS.perUser) {
			throw new Refusal('tooMany', 'You have too many pages open.', { retryAfter: 60 });
		}
		return {
			hub,
			events: list === '1' ? null : new Set(events.split(',').filter(isId).slice(0, LIVE_EVENTS)),
			since: parsePosition(since),
			userId: actor.id,
		};
	},
});
