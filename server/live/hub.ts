import { AsyncLocalStorage } from 'node:async_hooks';
import { onCommit, withDatabaseBudget } from '~/database/connection.ts';
import { ANY_EVENT } from '~/domain/live.ts';
import { logFailure } from '../log.ts';
import {
	countChanges,
	type FoundChanges,
	findEndedSessions,
	type LogReading,
	readChanges,
} from './event-changes.ts';
import { type Listener, listen } from './listener.ts';

/** A notification may be lost, so the log is also read without one. */
const CHECK_MS = 500;
const DATABASE_BUDGET_MS = 4_000;
/** After so many commits of this process, the log of changes is counted and emptied. */
const COMMITS_PER_COUNT = 500;

/** Runs work without the trace, the budget and the replica of the request that happens to start it. */
const outsideRequests = AsyncLocalStorage.snapshot();

/** An open stream. */
export type LiveStream = {
	/** The events that it reports; null: all events. */
	events: ReadonlySet<string> | null;
	userId: string;
	sessionId: string;
	/**
	 * Receives changes, and the `position` from which a later stream can continue. `isIncomplete`: there may be more
	 * changes.
	 */
	report(found: FoundChanges): void;
	/** Called once; `hasSessionEnded` is false when the process stops. */
	end(hasSessionEnded: boolean): void;
};

/**
 * Tells the open streams of this process which events have changed. It reads the log after each notification, and twice
 * a second, so that a lost notification only costs time; without streams it reads nothing.
 */
export class LiveHub {
	readonly #streams = new Set<LiveStream>();
	readonly #checkMs: number;
	#last: LogReading | null = null;
	#reading: Promise<void> | null = null;
	#isReadingDue = false;
	#timer: NodeJS.Timeout | undefined;
	#failure: { error: unknown } | null = null;

	/** `checkMs`: how often sessions are checked and the log is read without a notification. */
	constructor({ checkMs = CHECK_MS } = {}) {
		this.#checkMs = checkMs;
	}

	get size(): number {
		return this.#streams.size;
	}

	countOf(userId: string): number {
		return [...this.#streams].filter((stream) => stream.userId === userId).length;
	}

	/**
	 * Adds a stream. Changes that commit after this has resolved are reported to it. Throws the database's error when the
	 * log cannot be read.
	 */
	async add(stream: LiveStream): Promise<void> {
		this.#streams.add(stream);
		this.#timer ??= outsideRequests(() => setInterval(() => void this.#check(), this.#checkMs));
		if (this.#last === null) await this.read();
		if (this.#last === null && this.#failure) throw this.#failure.error;
	}

	remove(stream: LiveStream): void {
		this.#streams.delete(stream);
		if (this.#streams.size > 0) return;
		clearInterval(this.#timer);
		this.#timer = undefined;
		this.#last = null;
	}

	endAll(): void {
		for (const stream of [...this.#streams]) this.#end(stream, false);
	}

	/** Reads the log and reports what is new. A call during a reading leads to one more reading after it. */
	read(): Promise<void> {
		this.#isReadingDue = true;
		this.#reading ??= this.#readUntilDone().finally(() => {
			this.#reading = null;
		});
		return this.#reading;
	}

	async #readUntilDone(): Promise<void> {
		while (this.#isReadingDue && this.#streams.size > 0) {
			this.#isReadingDue = false;
			await this.#try(() => this.#readOnce());
		}
	}

	async #readOnce(): Promise<void> {
		const { reading, ...found } = await readChanges(this.#last);
		this.#last = reading;
		if (found.changes.length === 0 && !found.isIncomplete) return;
		for (const stream of this.#streams) {
			const changes = found.changes.filter(
				({ event }) => !stream.events || event === ANY_EVENT || stream.events.has(event),
			);
			if (changes.length > 0 || found.isIncomplete) stream.report({ ...found, changes });
		}
	}

	async #check(): Promise<void> {
		await this.read();
		await this.#try(async () => {
			const sessions = [...new Set([...this.#streams].map(({ sessionId }) => sessionId))];
			const ended = new Set(await findEndedSessions(sessions, new Date()));
			for (const stream of [...this.#streams]) if (ended.has(stream.sessionId)) this.#end(stream, true);
		});
	}

	#end(stream: LiveStream, hasSessionEnded: boolean): void {
		this.remove(stream);
		stream.end(hasSessionEnded);
	}

	/** Runs `work` with a time budget; the next check tries again what has failed. */
	async #try(work: () => Promise<void>): Promise<void> {
		try {
			await withDatabaseBudget(DATABASE_BUDGET_MS, work);
			this.#failure = null;
		} catch (error) {
			if (!this.#failure) {
				logFailure(error, 'changes of events could not be read');
			}
			this.#failure = { error };
		}
	}
}

type Live = { hub: LiveHub; listener: Listener | null; watchers: Set<() => void>; isStopping: boolean };
const LIVE_KEY = Symbol.for('townbell.live');
/** Stored on globalThis so that open streams survive a hot reload. */
const globalStore = globalThis as typeof globalThis & { [LIVE_KEY]?: Live };

function getLive(): Live {
	globalStore[LIVE_KEY] ??= { hub: new LiveHub(), listener: null, watchers: new Set(), isStopping: false };
	return globalStore[LIVE_KEY];
}

/** Returns the hub of this process; null while the process stops. */
export function getLiveHub(): LiveHub | null {
	const { hub, isStopping } = getLive();
	return isStopping ? null : hub;
}

/** Returns how many streams are open, and whether commits of other processes are noticed at once. */
export const getLiveState = () => ({
	streams: getLive().hub.size,
	isListening: getLive().listener?.isListening() ?? false,
});

/**
 * Calls `watcher` soon after the commits of all processes, and returns how to stop that. A notification may be lost, and
 * none comes while the connection is down (`getLiveState`).
 */
export function watchCommits(watcher: () => void): () => void {
	const { watchers } = getLive();
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

function countInBackground(): void {
	outsideRequests(countChanges).catch((error: unknown) => {
		logFailure(error, 'changes of events could not be counted');
	});
}

/**
 * Starts notifying all processes of this process's commits, and listening for the commits of all processes. A second
 * call does nothing.
 */
export function startLive(url: string): void {
	const live = getLive();
	live.isStopping = false;
	// The connection was lost when the database crashed, which ends its epoch.
	const onNotification = () => {
		void live.hub.read();
		for (const watcher of live.watchers) watcher();
	};
	live.listener ??= listen(url, onNotification, countInBackground);
	const { listener } = live;
	let commits = 0;
	onCommit(() => {
		listener.notify();
		commits += 1;
		// Readers count the rows of the log, so it stays short.
		if (commits % COMMITS_PER_COUNT === 0) countInBackground();
	});
}

/** Ends all streams, so that their pages connect to another process, and closes the connection. */
export async function stopLive(): Promise<void> {
	const live = getLive();
	live.isStopping = true;
	live.hub.endAll();
	onCommit(() => undefined);
	await live.listener?.stop();
	live.listener = null;
}
