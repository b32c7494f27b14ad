import { isDatabaseDown } from '~/database/connection.ts';
import { summarizeForLog } from '../discord/errors.ts';
import { RateLimitBudget, type RateLimitPause } from '../discord/rate-limits.ts';
import { log } from '../log.ts';
import { hastenMirrors, mirrorEvent } from '../operations/mirror/index.ts';
import { type Run, work } from '../queue.ts';

export type MirrorTempo = {
	/** How long a new job may lie in the queue until somebody looks. */
	pollSeconds: number;
	/** The longest that a job waits for Discord's rate limits; beyond it the queue tries again later. */
	waitSeconds: number;
};
const MIRROR_TEMPO: MirrorTempo = { pollSeconds: 2, waitSeconds: 30 };

type Options = {
	/** The clock that every run is given. */
	now: () => Date;
	tempo?: MirrorTempo | undefined;
};

/**
 * Has this process mirror events on Discord, one job at a time. While Discord asks us to wait (429) none of them calls
 * it. Called again it replaces the handler, as a hot reload must.
 */
export function startMirroring({ now, tempo = MIRROR_TEMPO }: Options): Promise<void> {
	const pause: RateLimitPause = { until: 0 };
	const outage = new Outage();
	return work('events.mirror', tempo.pollSeconds, ({ eventId }, run) =>
		carryOut(eventId, run, { now, pause, outage, maxWaitSeconds: tempo.waitSeconds }),
	);
}

/** Tells Discord's absence, which several events meet in a row, from one event that it never answers. */
class Outage {
	readonly #waiting = new Set<string>();

	meet(eventId: string): void {
		this.#waiting.add(eventId);
	}

	/** Discord has answered: whether an outage is over by that. */
	end(): boolean {
		const { size } = this.#waiting;
		this.#waiting.clear();
		return size > 1;
	}
}

type Setting = { now: () => Date; pause: RateLimitPause; outage: Outage; maxWaitSeconds: number };

async function carryOut(eventId: string, { signal }: Run, setting: Setting): Promise<void> {
	try {
		const { now, pause, maxWaitSeconds } = setting;
		const budget = new RateLimitBudget({ pause, maxWaitSeconds, signal });
		await budget.run(() => mirrorEvent(eventId, now(), signal));
		if (setting.outage.end()) await hastenMirrors();
	} catch (error) {
		const trouble = summarizeForLog(error);
		if (trouble) setting.outage.meet(eventId);
		if (trouble) log().warn({ job: 'events.mirror', eventId, trouble }, 'job waits for Discord');
		else if (signal.aborted) log().warn({ job: 'events.mirror', eventId }, 'job cut off');
		else log()[isDatabaseDown(error) ? 'warn' : 'error']({ job: 'events.mirror', err: error }, 'job failed');
		// The queue keeps what is thrown: not the error itself, on which SQL and what people typed may hang.
		throw new Error('The mirror is tried again; the log says why.');
	}
}
