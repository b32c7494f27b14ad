import { LIVE_HEARTBEAT_SECONDS, LIVE_LOAD } from '~/domain/limits.ts';
import { ANY_EVENT, type LivePosition } from '~/domain/live.ts';
import { type FoundChanges, type ReportedChange, readMissed } from './event-changes.ts';
import type { LiveHub, LiveStream } from './hub.ts';

/** A client that reads so slowly that this many messages wait is disconnected. */
const MAX_WAITING = 20;
/** The version of a change that may not have happened. It is above all real versions, so every page loads again. */
const ANY_VERSION = Number.MAX_SAFE_INTEGER;

type Options = Pick<LiveStream, 'events' | 'userId' | 'sessionId'> & {
	hub: LiveHub;
	/** The position after which changes are reported; null: from now on. */
	since: LivePosition | null;
	/** Aborted when the client disconnects. */
	signal: AbortSignal;
};

/**
 * Returns a stream of server-sent events (GET /live). Throws the database's error when the log cannot be read. The id
 * of each message is a position for `since`:
 * - `changed`: an event has changed; the version differs for each change. Event 0: any event may have changed. With
 *   read replicas, `lsn` is the value of the cookie `change` with which the next request reads no older state.
 * - `alive`: at the start and every 20 seconds, with the time that a page should wait between two loads.
 * - `ended`: the session has ended.
 */
export async function openLiveStream({ hub, since, signal, ...watched }: Options): Promise<ReadableStream> {
	// An abort is reported only once, so a client that has already left would stay in the hub.
	if (signal.aborted) return new ReadableStream({ start: (controller) => controller.close() });
	const encoder = new TextEncoder();
	const { events } = watched;
	let position = '';
	let controller!: ReadableStreamDefaultController<Uint8Array>;
	let isOpen = true;
	const leave = () => {
		isOpen = false;
		clearInterval(heartbeat);
		signal.removeEventListener('abort', leave);
		hub.remove(stream);
	};
	const send = (text: string) => {
		if (!isOpen) return;
		if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(encoder.encode(text));
		leave();
		controller.error(new Error('The client does not read its stream.'));
	};
	const sendHeartbeat = () => send(formatHeartbeat(position, hub.size));
	const stream: LiveStream = {
		...watched,
		report({ changes, isIncomplete, ...found }) {
			position = found.position;
			const possible = [...(events ?? [ANY_EVENT])].map((event) => ({ event, version: ANY_VERSION }));
			const reported = isIncomplete ? possible : changes;
			if (reported.length > 0) send(reported.map((change) => formatChange(found, change)).join(''));
		},
		end(hasSessionEnded) {
			if (hasSessionEnded) send(formatMessage('ended', position, {}));
			if (isOpen) controller.close();
			leave();
		},
	};
	const body = new ReadableStream<Uint8Array>(
		{
			start: (started) => {
				controller = started;
			},
			cancel: leave,
		},
		{ highWaterMark: MAX_WAITING },
	);
	const heartbeat = setInterval(sendHeartbeat, LIVE_HEARTBEAT_SECONDS * 1_000);
	signal.addEventListener('abort', leave);
	try {
		await hub.add(stream);
		const { changes, ...found } = await readMissed(since);
		stream.report({ ...found, changes: changes.flatMap((change) => nameEvents(change, events)) });
	} catch (error) {
		leave();
		throw error;
	}
	sendHeartbeat();
	return body;
}

/** A position of all events does not say which have changed, so each that the stream reports may have. */
const nameEvents = (change: ReportedChange, events: LiveStream['events']): ReportedChange[] =>
	events && change.event === ANY_EVENT ? [...events].map((event) => ({ ...change, event })) : [change];

const formatChange = (
	{ position, lsn }: Pick<FoundChanges, 'position' | 'lsn'>,
	{ event, version }: ReportedChange,
): string => formatMessage('changed', position, { event, version, lsn });

/**
 * Returns a heartbeat as a comment and as an event: browsers do not show comments to pages, other clients expect them.
 */
const formatHeartbeat = (position: string, streams: number): string =>
	`: alive\n${formatMessage('alive', position, {
		waitMs: Math.max(LIVE_LOAD.minMs, streams * LIVE_LOAD.msPerStream),
	})}`;

const formatMessage = (name: string, position: string, data: object): string =>
	`event: ${name}\nid: ${position}\ndata: ${JSON.stringify(data)}\n\n`;
