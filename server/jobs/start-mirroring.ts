import { isDatabaseDown } from '~/database/connection.ts';
import { summarizeForLog } from '../discord/errors.ts';
import { RateLimitBudget, type RateLimitPause } from '../discord/rate-limits.ts';
import { log } from '../log.ts';
import { hastenMirrors, mirrorEvent } from '../operations/mirror/index.ts';
import { type Run, work } from '../queue.ts';

export type MirrorTempo = {
	/** How often the queue is checked for new jobs, in seconds. */
	pollSeconds: number;
	/** How long a job waits at most for Discord's rate limits; after that the queue retries it later. */
	waitSeconds: number;
};
const MIRROR_TEMPO: MirrorTempo = { pollSeconds: 2, waitSeconds: 30 };

type Options = {
	/** The clock; each run gets its current time. */
	now: () => Date;
	tempo?: MirrorTempo | undefined;
};

/**
 * Starts mirroring events to Discord in this process, one job at a time. While Discord asks us to wait (429),
 * no job calls it. A second call replaces the handler, as a hot reload must.
 */
export function startMirroring({ now, tempo = MIRROR_TEMPO }: Options): Promise<void> {
	const pause: RateLimitPause = { until: 0 };
	const outage = new Outage();
	return work('events.mirror', tempo.pollSeconds, ({ eventId }, run) =>
		carryOut(eventId, run, { now, pause, outage, maxWaitSeconds: tempo.waitSeconds }),
	);
}

/**
 * Distinguishes an outage of Discord, where the jobs of several events fail in a row, from one event whose
 * calls always fail.
 */
class Outage {
	readonly #waiting = new Set<string>();

	meet(eventId: string): void {
		this.#waiting.add(eventId);
	}

	/** Call when Discord has responded; returns whether that ends an outage. */
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
		// The queue stores what is thrown, so the error itself, which may contain SQL and what users typed, is
		// not passed on.
		throw new Error('The mirror is tried again; the log says why.');
	}
}
