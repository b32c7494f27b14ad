import { parentPort, workerData } from 'node:worker_threads';
// Relative, with extensions: in development Node runs this file as it is, without the aliases of the build.
import { type AutoSplitQuestion, autoSplit } from '../../domain/groups/auto-split/auto-split.ts';

/** The thread of one auto-split: answers its question and ends. */
const { question, deadlineMs } = workerData as { question: AutoSplitQuestion; deadlineMs: number };
parentPort?.postMessage(autoSplit(question, { deadlineMs, clock: () => performance.now() }));
