import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '~/database/client.ts';
import { nameConnection } from '../process-name.ts';

const CHANNEL = 'event_changed';
/** How the application names of these connections start; each process has one. */
export const LIVE_APPLICATION = 'townbell-live';
/** A database that does not respond within this time counts as down. */
const DATABASE_TIMEOUT_MS = 4_000;
const RETRY_MS = 1_000;
/** Commits within this time share a notification. */
const COALESCE_MS = 10;

export type Listener = {
	/** Tells all processes soon that something was committed. Does nothing while the connection is down. */
	notify(): void;
	isListening(): boolean;
	stop(): Promise<void>;
};

/**
 * Keeps one connection to `url` that listens for commits of any process and calls `onNotification`. A lost connection
 * is opened again; what is notified in the meantime is lost. `onOpen` is called each time it was opened.
 */
export function listen(url: string, onNotification: () => void, onOpen: () => void = ignore): Listener {
	const stopped = new AbortController();
	let client: Client | null = null;
	let hasUnsent = false;
	let isSending = false;

	/** One notification after the other: they share the connection, and a slow database gets no queue of them. */
	const sendNotifications = async () => {
		isSending = true;
		while (hasUnsent) {
			await sleep(COALESCE_MS);
			hasUnsent = false;
			await client?.query(`NOTIFY ${CHANNEL}`).catch(ignore);
		}
		isSending = false;
	};

	const keepOpen = async () => {
		while (!stopped.signal.aborted) {
			const opened = new Client({
				connectionString: url,
				application_name: nameConnection(LIVE_APPLICATION),
				keepAlive: true,
				connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
				query_timeout: DATABASE_TIMEOUT_MS,
			});
			const closed = new Promise<void>((resolve) => {
				opened.once('end', resolve);
				opened.once('error', () => resolve());
				stopped.signal.addEventListener('abort', () => resolve(), { once: true });
			});
			opened.on('notification', onNotification);
			try {
				await opened.connect();
				await opened.query(`LISTEN ${CHANNEL}`);
				client = opened;
				// Other processes may have committed while nothing listened.
				onNotification();
				onOpen();
				await closed;
			} catch {
				// The loop opens a new connection.
			}
			client = null;
			const ending = opened.end().catch(ignore);
			await Promise.race([ending, sleep(DATABASE_TIMEOUT_MS, undefined, { ref: false })]);
			await sleep(RETRY_MS, undefined, { signal: stopped.signal }).catch(ignore);
		}
	};
	const ended = keepOpen();

	return {
		notify() {
			if (!client) return;
			hasUnsent = true;
			if (!isSending) void sendNotifications();
		},
		isListening: () => client !== null,
		stop() {
			stopped.abort();
			return ended;
		},
	};
}

const ignore = () => undefined;
