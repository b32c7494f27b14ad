import { summarizeForLog } from '../discord/errors.ts';
import { RateLimitBudget, type RateLimitPause } from '../discord/rate-limits.ts';
import { log, logFailure } from '../log.ts';
import { mirrorEvent, runMirrorJobsNow } from '../operations/mirror/index.ts';
import { type JobRun, POLL_SECONDS, startWorker } from '../queue.ts';

export type MirrorTimings = {
	/** How often the worker looks for jobs by itself, in seconds. */
	pollSeconds: number;
	/** How long a job waits at most for Discord's rate limits; after that the queue retries it later. */
	waitSeconds: number;
};
const MIRROR_TIMINGS: MirrorTimings = { pollSeconds: POLL_SECONDS, waitSeconds: 30 };

type Options = {
	/** The clock; each run gets its current time. */
	now: () => Date;
	timings?: MirrorTimings | undefined;
};

/**
 * Starts mirroring events to Discord in this process, one job at a time. While Discord asks us to wait (429),
 * no job calls it. A second call replaces the handler, as a hot reload must.
 */
export function startMirroring({ now, timings = MIRROR_TIMINGS }: Options): Promise<void> {
	const pause: RateLimitPause = { until: 0 };
	const outage = new Outage();
	return startWorker('events.mirror', timings.pollSeconds, ({ eventId }, run) =>
		runMirrorJob(eventId, run, { now, pause, outage, maxWaitSeconds: timings.waitSeconds }),
	);
}

/** Tells an outage, where the jobs of several events fail in a row, from one event whose calls always fail. */
class Outage {
	readonly #failedEventIds = new Set<string>();

	addFailure(eventId: string): void {
		this.#failedEventIds.add(eventId);
	}

	/** Call when Discord has responded; returns whether that ends an outage. */
	end(): boolean {
		const { size } = this.#failedEventIds;
		this.#failedEventIds.clear();
		return size > 1;
	}
}

type MirrorContext = { now: () => Date; pause: RateLimitPause; outage: Outage; maxWaitSeconds: number };

async function runMirrorJob(eventId: string, { signal }: JobRun, context: MirrorContext): Promise<void> {
	try {
		const { now, pause, maxWaitSeconds } = context;
		const budget = new RateLimitBudget({ pause, maxWaitSeconds, signal });
		await budget.run(() => mirrorEvent(eventId, now(), signal));
		if (context.outage.end()) await runMirrorJobsNow();
	} catch (error) {
		const problem = summarizeForLog(error);
		if (problem) context.outage.addFailure(eventId);
		if (problem) log().warn({ job: 'events.mirror', eventId, problem }, 'job waits for Discord');
		else if (signal.aborted) log().warn({ job: 'events.mirror', eventId }, 'job aborted');
		else logFailure(error, 'job failed', { job: 'events.mirror' });
		// The queue stores what is thrown, so the error itself, which may contain SQL and what users typed, is
		// not passed on.
		throw new Error('The mirror job failed and will be retried; the log says why.');
	}
}
