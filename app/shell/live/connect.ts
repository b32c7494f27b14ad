import { LIVE_HEARTBEAT_SECONDS } from '~/domain/limits.ts';
import { ANY_EVENT, getRetryDelay, isLaterLsn } from '~/domain/live.ts';

/** Without a message for this long, the connection is dead. */
const SILENCE_MS = (2 * LIVE_HEARTBEAT_SECONDS + 5) * 1_000;

/** Longer than a replica that is read may lag (domain/database-problems.ts). */
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

/** The page that holds the first lock keeps the browser's stream open; the second lets one page at a time catch up. */
const [LEADER_LOCK, CATCH_UP_LOCK] = ['townbell-live', 'townbell-live-catch-up'];

/** What the page with the stream tells the other pages of its browser. `opened`: it may have missed changes before. */
type Message = { type: 'alive' | 'changed' | 'opened'; data: string };

type Listeners = {
	/** The event whose changes the page shows; null: all events. */
	eventId: string | null;
	/** Returns where in the log of changes the shown data was read. */
	getPosition: () => string;
	onChange: (version: number) => void;
	/** Called with the time that the page should wait between two loads, in milliseconds. */
	onWait: (waitMs: number) => void;
	/** Called once, when the session has ended. */
	onEnd: () => void;
};

/**
 * Reports changes while the page is visible. One page of a browser keeps a stream open and tells the others, because a
 * browser opens only a few connections to a site. Each page reads its own stream until it knows what its data has
 * missed: at its start, when the leading page's stream is new, and when it hears nothing. Without the Web Locks API
 * each page keeps its own stream. Returns the function that ends it.
 */
export function connect({ eventId, getPosition, onChange, onWait, onEnd }: Listeners): () => void {
	let visible: AbortController | null = null;
	let turn: AbortController | null = null;
	let channel: BroadcastChannel | null = null;
	let source: EventSource | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let failures = 0;
	let isLeader = false;
	let isUpToDate = false;

	const start = () => {
		close();
		if (document.hidden) return;
		if (!navigator.locks) {
			isLeader = true;
			return open();
		}
		channel = new BroadcastChannel(LEADER_LOCK);
		channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
			if (data.type === 'opened') return catchUp();
			if (isUpToDate) expectMessage();
			hear(data);
		});
		visible = new AbortController();
		hold(LEADER_LOCK, visible.signal, () => {
			isLeader = true;
			if (!source) open();
		});
		catchUp();
	};
	const close = () => {
		visible?.abort();
		channel?.close();
		[visible, channel, isLeader] = [null, null, false];
		closeStream();
	};
	const closeStream = () => {
		clearTimeout(timer);
		endTurn();
		source?.close();
		source = null;
	};
	const endTurn = () => {
		turn?.abort();
		turn = null;
	};
	const catchUp = () => {
		if (turn || isLeader) return;
		isUpToDate = false;
		turn = new AbortController();
		hold(CATCH_UP_LOCK, turn.signal, () => {
			if (!source) open();
		});
	};
	const retry = () => {
		closeStream();
		isUpToDate = false;
		failures += 1;
		timer = setTimeout(isLeader ? open : catchUp, getRetryDelay(failures, Math.random()));
	};
	const expectMessage = () => {
		clearTimeout(timer);
		timer = setTimeout(retry, SILENCE_MS);
	};
	const getAddress = () => `/live?${new URLSearchParams({ list: '1', since: getPosition() })}`;
	const open = () => {
		const opened = new EventSource(getAddress());
		let isNew = true;
		source = opened;
		expectMessage();
		opened.addEventListener('error', () => {
			const isRefused = opened.readyState === EventSource.CLOSED;
			retry();
			if (isRefused) void endIfSignedOut();
		});
		opened.addEventListener('alive', ({ data }) => {
			[failures, isUpToDate] = [0, true];
			if (isLeader) endTurn();
			else closeStream();
			expectMessage();
			hear({ type: 'alive', data });
			tell({ type: isNew ? 'opened' : 'alive', data });
			isNew = false;
		});
		opened.addEventListener('changed', ({ data }) => {
			expectMessage();
			hear({ type: 'changed', data });
			tell({ type: 'changed', data });
		});
		opened.addEventListener('ended', end);
	};
	const tell = (message: Message) => {
		if (isLeader) channel?.postMessage(message);
	};
	const hear = ({ type, data }: Message) => {
		const { waitMs, event, version, lsn } = JSON.parse(data);
		if (type === 'alive') return onWait(waitMs);
		if (lsn) setChangeCookie(lsn);
		if (eventId === null || [eventId, ANY_EVENT].includes(event)) onChange(version);
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
		document.removeEventListener('visibilitychange', start);
		window.removeEventListener('online', start);
		close();
	};
	document.addEventListener('visibilitychange', start);
	window.addEventListener('online', start);
	start();
	return stop;
}

/** Waits for a lock, runs `work` and keeps the lock until `signal` is aborted. */
function hold(name: string, signal: AbortSignal, work: () => void): void {
	const isHeld = () =>
		new Promise<void>((resolve) => {
			if (signal.aborted) return resolve();
			signal.addEventListener('abort', () => resolve());
			work();
		});
	// It is rejected when it is aborted before the lock is free.
	navigator.locks.request(name, { signal }, isHeld).catch(() => undefined);
}
