import { parentPort, workerData } from 'node:worker_threads';
// Relative paths with extensions: in development Node runs this file directly, without the aliases of the
// build.
import { type AutoSplitRequest, autoSplit } from '../../domain/groups/auto-split/auto-split.ts';

/** Runs one auto-split in a worker thread: sends the result to the parent and ends. */
const { question, deadlineMs } = workerData as { question: AutoSplitRequest; deadlineMs: number };
parentPort?.postMessage(autoSplit(question, { deadlineMs, clock: () => performance.now() }));
