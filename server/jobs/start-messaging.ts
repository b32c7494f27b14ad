import { setTimeout as wait } from 'node:timers/promises';
import type { RateLimitPause } from '../discord/rate-limits.ts';
import { getLiveState, watchCommits } from '../live/hub.ts';
import { logFailure } from '../log.ts';
import { announceNext } from '../operations/announcements/index.ts';
import { planNotices, sendNextMessage } from '../operations/direct-messages/index.ts';
import { changeNextRole } from '../operations/event-roles/index.ts';
import { settleDueEvents } from '../operations/places/index.ts';
import { SCHEDULE_QUEUE } from '../queue/backlog.ts';
import { retryLostJobs, wakeWorkers } from '../queue.ts';
import { type LoopName, readDelays } from './read-delays.ts';

/** What is due is read at most this often, and as often while no notifications come, in milliseconds. */
const POLL_MS = 1_000;
/**
 * How long a lost notification may delay a message; scheduled jobs come without one. An idle connection of the pool is
 * used again before it is closed.
 */
const UNNOTIFIED_MS = 20_000;
/** The pause between two settlements. */
const SETTLE_MS = 5_000;
/** The pause between two runs that change roles, so that a failing Discord is not called all the time. */
const ROLES_MS = 2_000;

type Context = { now: () => Date; pause: RateLimitPause; signal: AbortSignal };
type Loop = {
	/** Processes the message or event that is due next. Returns false when none is due. */
	doNext: (context: Context) => Promise<boolean>;
	/** The pause between two runs, in milliseconds. */
	pauseMs?: number;
};
const LOOPS: Record<LoopName, Loop> = {
	announcements: { doNext: announceNext },
	'notices of events': { doNext: async ({ now }) => (await planNotices(now())) > 0 },
	'direct messages': { doNext: sendNextMessage },
	// One run settles all that is due. Most changes are settled at once, by the request that made them.
	places: {
		doNext: async ({ now }) => {
			await settleDueEvents(now());
			return false;
		},
		pauseMs: SETTLE_MS,
	},
	'event roles': { doNext: changeNextRole, pauseMs: ROLES_MS },
};

type Messaging = { stop: AbortController; ended: Promise<unknown> };
const MESSAGING_KEY = Symbol.for('townbell.messaging');
/** Stored on globalThis so that a hot reload replaces the loops. */
const globalStore = globalThis as typeof globalThis & { [MESSAGING_KEY]?: Messaging };

type Options = {
	/** The clock; each run gets its current time. */
	now: () => Date;
	pollMs?: number | undefined;
	unnotifiedMs?: number | undefined;
};

/**
 * Starts five independent loops in this process: they write announcements to Discord, plan notices of changed events, send
 * direct messages, settle the places of events, and give and take the roles of events. Each does one thing at a time. It looks for rows that are due instead of
 * getting jobs, because the database itself records what has changed. One statement reads when the loops and the workers of
 * the queue have something to do: after a commit of any process, when something is due, and every 20 seconds. A second
 * call replaces the first.
 */
export function startMessaging({ now, pollMs = POLL_MS, unnotifiedMs = UNNOTIFIED_MS }: Options): void {
	globalStore[MESSAGING_KEY]?.stop.abort();
	const stop = new AbortController();
	const ended = runWhenDue({ now, pollMs, unnotifiedMs }, stop.signal);
	globalStore[MESSAGING_KEY] = { stop, ended };
}

/** Stops writing messages and waits for the running ones, at most `milliseconds`; another process continues. */
export async function stopMessaging(milliseconds: number): Promise<void> {
	const running = globalStore[MESSAGING_KEY];
	if (!running) return;
	delete globalStore[MESSAGING_KEY];
	running.stop.abort();
	await Promise.race([running.ended, wait(milliseconds, undefined, { ref: false })]);
}

type Timings = { now: () => Date; pollMs: number; unnotifiedMs: number };

/** Starts each loop, and wakes each worker, when it has something to do. Ends when `signal` is aborted and all loops have ended. */
async function runWhenDue({ now, pollMs, unnotifiedMs }: Timings, signal: AbortSignal): Promise<void> {
	let woken = new AbortController();
	const wake = () => woken.abort();
	const unwatch = watchCommits(wake);
	const runners = Object.entries(LOOPS).map(
		([name, loop]) => new Runner(name as LoopName, loop, { now, pause: { until: 0 }, signal }),
	);
	while (!signal.aborted) {
		woken = new AbortController();
		const readAt = performance.now();
		const nextMs = await startWhatIsDue(runners, { now: now(), unnotifiedMs, wake });
		const mayMissCommits = nextMs === null || !getLiveState().isListening;
		// A timer may fire a millisecond early.
		const waitMs = mayMissCommits ? pollMs : Math.min(nextMs + 2, unnotifiedMs);
		await pause(Math.max(waitMs, pollMs), AbortSignal.any([signal, woken.signal]));
		// A request may commit a signup and then its place; both are read together.
		const restMs = Math.max(pollMs / 2, readAt + pollMs - performance.now());
		if (woken.signal.aborted) await pause(restMs, signal);
	}
	unwatch();
	await Promise.all(runners.map(({ run }) => run));
}

/** Returns the milliseconds until something else is due, infinity when nothing is planned, null when that could not be read. */
async function startWhatIsDue(
	runners: Runner[],
	{ now, unnotifiedMs, wake }: { now: Date; unnotifiedMs: number; wake: () => void },
): Promise<number | null> {
	try {
		const { loops, queues, hasLostJobs } = await readDelays(now);
		if (hasLostJobs) await retryLostJobs();
		const jobs = Object.entries(queues);
		wakeWorkers(jobs.filter(([, delayMs]) => delayMs <= 0).map(([name]) => name));
		return Math.min(
			...runners.map((runner) => runner.start(loops[runner.name], wake)),
			...jobs.flatMap(([, delayMs]) => (delayMs > 0 ? [delayMs] : [])),
			...(hasLostJobs ? [0] : []),
			...(SCHEDULE_QUEUE in queues ? [unnotifiedMs / 4] : []),
		);
	} catch (error) {
		logFailure(error, 'messaging failed', { loop: 'all' });
		return null;
	}
}

/** One of the loops. */
class Runner {
	readonly name: LoopName;
	readonly #loop: Loop;
	readonly #context: Context;
	#pausedUntil = 0;
	/** The current run. */
	run: Promise<void> | null = null;

	constructor(name: LoopName, loop: Loop, context: Context) {
		this.name = name;
		this.#loop = loop;
		this.#context = context;
	}

	/**
	 * Runs the loop until nothing is due, then calls `onEnd`. When something is only due after `delayMs` (null: never), it
	 * returns the milliseconds until then; infinity when it runs or nothing is planned.
	 */
	start(delayMs: number | null, onEnd: () => void): number {
		if (this.run || delayMs === null) return Number.POSITIVE_INFINITY;
		const waitMs = Math.max(delayMs, this.#pausedUntil - performance.now());
		if (waitMs > 0) return waitMs;
		this.run = this.#runUntilDone().finally(() => {
			this.run = null;
			onEnd();
		});
		return Number.POSITIVE_INFINITY;
	}

	async #runUntilDone(): Promise<void> {
		const { doNext, pauseMs = 0 } = this.#loop;
		try {
			while (!this.#context.signal.aborted && (await doNext(this.#context)));
		} catch (error) {
			logFailure(error, 'messaging failed', { loop: this.name });
		}
		this.#pausedUntil = performance.now() + pauseMs;
	}
}

const pause = (milliseconds: number, signal: AbortSignal) =>
	wait(milliseconds, undefined, { signal }).catch(() => undefined);
