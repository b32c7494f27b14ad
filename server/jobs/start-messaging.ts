import { setTimeout as wait } from 'node:timers/promises';
import type { RateLimitPause } from '../discord/rate-limits.ts';
import { logFailure } from '../log.ts';
import { announceNext } from '../operations/announcements/index.ts';
import { planNotices, sendNextMessage } from '../operations/direct-messages/index.ts';
import { settleDueEvents } from '../operations/places/index.ts';

/** How often each loop looks for what is due, in milliseconds. */
const POLL_MS = 1_000;
/** How often events are looked for whose places have to be settled. */
const SETTLE_MS = 5_000;
let nextSettlement = 0;

type Context = { now: () => Date; pause: RateLimitPause; signal: AbortSignal };
/** Processes the message or event that is due next. Returns false when none is due. */
type DoNext = (context: Context) => Promise<boolean>;
const LOOPS: Record<string, DoNext> = {
	announcements: announceNext,
	'notices of events': async ({ now }) => (await planNotices(now())) > 0,
	'direct messages': sendNextMessage,
	// One run settles all that is due. Most changes are settled at once, by the request that made them.
	places: async ({ now }) => {
		if (performance.now() < nextSettlement) return false;
		nextSettlement = performance.now() + SETTLE_MS;
		await settleDueEvents(now());
		return false;
	},
};

type Messaging = { stop: AbortController; ended: Promise<unknown> };
const MESSAGING_KEY = Symbol.for('townbell.messaging');
/** Stored on globalThis so that a hot reload replaces the loops. */
const globalStore = globalThis as typeof globalThis & { [MESSAGING_KEY]?: Messaging };

type Options = {
	/** The clock; each run gets its current time. */
	now: () => Date;
	pollMs?: number | undefined;
};

/**
 * Starts four independent loops in this process: they write announcements to Discord, plan notices of changed events, send
 * direct messages, and settle the places of events. Each does one thing at a time. It looks for rows that are due instead of getting jobs, because
 * the database itself records what has changed. A second call replaces the first.
 */
export function startMessaging({ now, pollMs = POLL_MS }: Options): void {
	globalStore[MESSAGING_KEY]?.stop.abort();
	const stop = new AbortController();
	const loops = Object.entries(LOOPS).map(([name, doNext]) =>
		runLoop(name, doNext, now, pollMs, stop.signal),
	);
	globalStore[MESSAGING_KEY] = { stop, ended: Promise.all(loops) };
}

/** Stops writing messages and waits for the running ones, at most `milliseconds`; another process continues. */
export async function stopMessaging(milliseconds: number): Promise<void> {
	const running = globalStore[MESSAGING_KEY];
	if (!running) return;
	delete globalStore[MESSAGING_KEY];
	running.stop.abort();
	await Promise.race([running.ended, wait(milliseconds, undefined, { ref: false })]);
}

async function runLoop(
	name: string,
	doNext: DoNext,
	now: () => Date,
	pollMs: number,
	signal: AbortSignal,
): Promise<void> {
	const pause: RateLimitPause = { until: 0 };
	while (!signal.aborted) {
		try {
			while (!signal.aborted && (await doNext({ now, pause, signal })));
		} catch (error) {
			logFailure(error, 'messaging failed', { loop: name });
		}
		await wait(pollMs, undefined, { signal }).catch(() => {});
	}
}
