import { Worker } from 'node:worker_threads';
import {
	type AutoSplitRequest,
	type AutoSplitResult,
	type autoSplit,
	splitWithoutPreferences,
} from '~/domain/groups/auto-split/auto-split.ts';
import { createConcurrencyLimit } from '../concurrency-limit.ts';
import { log } from '../log.ts';

/** Auto-split returns within the deadline; its thread is terminated when it exceeds that by the grace period. */
export const AUTO_SPLIT_DEADLINE_MS = 1_000;
const AUTO_SPLIT_GRACE_MS = 1_500;
/** The maximum number of auto-split threads in one process, and of requests that wait for one. */
export const AUTO_SPLIT_QUEUE = { atOnce: 2, waiting: 20, retryAfterSeconds: 5 } as const;

/**
 * In development and tests the source file is used; in production vite.config.ts puts the built worker next
 * to the built server.
 */
const WORKER = new URL(locateWorker(import.meta.url), import.meta.url);

function locateWorker(moduleUrl: string): string {
	if (moduleUrl.endsWith('.ts')) return './auto-split-worker.ts';
	return moduleUrl.includes('/assets/') ? '../auto-split-worker.js' : './auto-split-worker.js';
}

type Outcome = ReturnType<typeof autoSplit>;

const runLimited = createConcurrencyLimit({
	...AUTO_SPLIT_QUEUE,
	refusal: 'Many groups are being split right now. Please try again in a moment.',
});

/**
 * Runs auto-split in a worker thread, so that no request waits for it, and returns its result. At most
 * AUTO_SPLIT_QUEUE run at once; throws Refusal 'unavailable' (503) when too many wait. A thread that exceeds
 * deadline and grace is ended, and the result is then the simple one: balanced groups with every pin and
 * pair, but without preferences. The thread never keeps the process alive.
 */
export function runAutoSplit(
	request: AutoSplitRequest,
	{ deadlineMs = AUTO_SPLIT_DEADLINE_MS, graceMs = AUTO_SPLIT_GRACE_MS } = {},
): Promise<Outcome> {
	return runLimited(async () => {
		const outcome = await runInWorker(request, deadlineMs, deadlineMs + graceMs);
		return outcome ?? splitSimply(request, deadlineMs);
	});
}

/** Returns the thread's result, or null when it gave none within `limitMs` or failed. */
function runInWorker(
	request: AutoSplitRequest,
	deadlineMs: number,
	limitMs: number,
): Promise<Outcome | null> {
	return new Promise((resolve) => {
		const worker = new Worker(WORKER, { workerData: { request, deadlineMs } });
		worker.unref();
		const timer = setTimeout(() => finish(null), limitMs);
		const finish = (outcome: Outcome | null) => {
			clearTimeout(timer);
			void worker.terminate();
			resolve(outcome);
		};
		worker.once('message', (outcome: Outcome) => finish(outcome));
		worker.once('error', (error) => {
			log().error({ err: error }, 'auto-split failed');
			finish(null);
		});
		worker.once('exit', () => finish(null));
	});
}

function splitSimply(request: AutoSplitRequest, deadlineMs: number): Outcome {
	const result: AutoSplitResult | null = splitWithoutPreferences(request);
	return result ? { result: { ...result, milliseconds: deadlineMs } } : { result: null, conflict: null };
}
