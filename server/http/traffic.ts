import type { Server, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** How long a connection may be idle after the stop began, because a request may be on its way. */
const IDLE_MS = 1_000;
/** How long the listener stays open at most while new connections keep coming. */
const ACCEPT_MS = 1_000;
/** After this many turns of the event loop without a new connection, the kernel's queue counts as empty. */
const QUIET_TURNS = 3;

let isStopping = false;
const openResponses = new Set<ServerResponse>();
/** Requests in progress; their clients may have disconnected. */
const requestsInProgress = new Set<Promise<unknown>>();

/**
 * Tracks the response to a request until it is closed, so that `stopTraffic` can end its connection. Closes a connection
 * that moves no byte for the server's `timeout` while the client should read the response, or send its request.
 */
export function trackResponse(response: ServerResponse): void {
	if (isStopping) closeAfter(response);
	openResponses.add(response);
	response.on('timeout', (socket: Socket) => {
		const isClientsTurn = socket.writableLength > 0 || !response.req.complete;
		if (isClientsTurn) socket.destroy();
	});
	// 'close' is emitted exactly once, also when the client disconnects.
	response.once('close', () => openResponses.delete(response));
}

/** Runs the work of one request and returns its result; a stop waits for it even when the client disconnects. */
export async function trackRequest<T>(work: () => Promise<T>): Promise<T> {
	const done = work();
	requestsInProgress.add(done);
	try {
		return await done;
	} finally {
		requestsInProgress.delete(done);
	}
}

/**
 * Closes the listener, and resolves when every connection and the work of every request has ended, or after
 * `milliseconds`. Every request on an accepted connection gets its response, with `Connection: close`; idle
 * connections are closed after a second.
 */
export async function stopTraffic(server: Server, milliseconds: number): Promise<void> {
	await acceptPendingConnections(server);
	// The close() of http.Server ends idle connections at once, even one that has received a request it has not read yet.
	const closed = new Promise<void>((resolve) => {
		net.Server.prototype.close.call(server, () => resolve());
	});
	// Not earlier, because a client that gets `Connection: close` connects again.
	isStopping = true;
	for (const response of openResponses) closeAfter(response);
	server.keepAliveTimeout = IDLE_MS;
	const idle = setTimeout(() => server.closeIdleConnections(), IDLE_MS);
	const ended = closed.then(() => Promise.allSettled(requestsInProgress));
	await Promise.race([ended, sleep(milliseconds, undefined, { ref: false })]);
	clearTimeout(idle);
}

/** Waits until no connection seems to be left in the kernel's queue, because closing the listener resets those. */
async function acceptPendingConnections(server: Server): Promise<void> {
	let quietTurns = 0;
	const restart = () => {
		quietTurns = 0;
	};
	server.on('connection', restart);
	const until = performance.now() + ACCEPT_MS;
	while (quietTurns < QUIET_TURNS && performance.now() < until) {
		quietTurns += 1;
		await nextTurn();
	}
	server.off('connection', restart);
}

function closeAfter(response: ServerResponse): void {
	if (!response.headersSent) response.setHeader('Connection', 'close');
}
