import { LIVE_HEARTBEAT_SECONDS } from '~/domain/limits.ts';
import { isLaterLsn } from '~/domain/live/position.ts';
import { getRetryDelay } from '~/domain/live/retry-delay.ts';

/** Without a message for this long, the connection is dead. */
const SILENCE_MS = (2 * LIVE_HEARTBEAT_SECONDS + 5) * 1_000;

/** Longer than a replica that is read may lag (domain/read-replicas.ts). */
const CHANGE_COOKIE_SECONDS = 60;

/**
 * Stores the position of a change in the database's log, so that this browser's next requests read no older state.
 * Keeps a later position that another page has stored.
 */
function setChangeCookie(lsn: string): void {
	const earlier = /(?:^|; )change=([^;]*)/.exec(document.cookie)?.[1];
	if (earlier && isLaterLsn(earlier, lsn)) return;
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
	document.cookie = `change=${lsn}; Path=/; SameSite=Lax; Max-Age=${CHANGE_COOKIE_SECONDS}`;
}

type Listeners = {
	/** Returns the address of the stream, with the position of the shown data. */
	getAddress: () => string;
	onChange: (version: number) => void;
	/** Called with the time that the page should wait between two loads, in milliseconds. */
	onWait: (waitMs: number) => void;
	/** Called once, when the session has ended. */
	onEnd: () => void;
};

/**
 * Keeps a stream of changes open while the page is visible, and opens it again after each failure. A new stream begins
 * with the changes that the last one missed. Returns the function that ends it.
 */
export function connect({ getAddress, onChange, onWait, onEnd }: Listeners): () => void {
	let source: EventSource | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let failures = 0;
	const close = () => {
		clearTimeout(timer);
		source?.close();
		source = null;
	};
	const retry = () => {
		close();
		failures += 1;
		timer = setTimeout(open, getRetryDelay(failures, Math.random()));
	};
	const expectMessage = () => {
		clearTimeout(timer);
		timer = setTimeout(retry, SILENCE_MS);
	};
	const open = () => {
		close();
		// A browser opens only a few connections to a site, so a hidden page closes its own.
		if (document.hidden) return;
		const opened = new EventSource(getAddress());
		source = opened;
		expectMessage();
		opened.addEventListener('error', () => {
			const isRefused = opened.readyState === EventSource.CLOSED;
			retry();
			if (isRefused) void endIfSignedOut();
		});
		opened.addEventListener('alive', ({ data }) => {
			failures = 0;
			expectMessage();
			onWait(JSON.parse(data).waitMs);
		});
		opened.addEventListener('changed', ({ data }) => {
			expectMessage();
			const { version, lsn } = JSON.parse(data);
			if (lsn) setChangeCookie(lsn);
			onChange(version);
		});
		opened.addEventListener('ended', end);
	};
	/** EventSource does not expose the status of a refused stream, so a HEAD request reads it. */
	const endIfSignedOut = async () => {
		const response = await fetch(getAddress(), { method: 'HEAD' }).catch(() => null);
		if (response?.status === 401) end();
	};
	const end = () => {
		stop();
		onEnd();
	};
	const stop = () => {
		document.removeEventListener('visibilitychange', open);
		window.removeEventListener('online', open);
		close();
	};
	document.addEventListener('visibilitychange', open);
	window.addEventListener('online', open);
	open();
	return stop;
}
