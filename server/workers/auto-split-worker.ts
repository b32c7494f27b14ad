import { parentPort, workerData } from 'node:worker_threads';

// Relative paths with extensions: in development Node runs this file directly, without the aliases of the build.
import { type AutoSplitRequest, autoSplit } from '../../domain/groups/auto-split/auto-split.ts';

/** Runs one auto-split in a worker thread: sends the result to the parent and ends. */
const { request, deadlineMs } = workerData as { request: AutoSplitRequest; deadlineMs: number };
parentPort?.postMessage(autoSplit(request, { deadlineMs, clock: () => performance.now() }));
