import { subscribe } from 'node:diagnostics_channel';
import http, { type ServerResponse } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a connection may be idle. Longer than in proxies, so that none sends a request on a connection we
 * just closed.
 */
const KEEP_ALIVE_MS = 125_000;
/** How long a connection may be idle after the stop began, because a request may be on its way. */
const IDLE_MS = 1_000;
/** How long the listener stays open at most while new connections keep coming. */
const ACCEPT_MS = 1_000;
/** After this many turns of the event loop without a new connection, the kernel's queue counts as empty. */
const QUIET_TURNS = 3;

let server: http.Server | undefined;
let isStopping = false;
const openResponses = new Set<ServerResponse>();
/** Requests in progress; their clients may have disconnected. */
const requestsInProgress = new Set<Promise<unknown>>();

/**
 * Tracks the HTTP server and its open requests, so that `stopTraffic` can end them in order. Calls `onListen`
 * when the server listens.
 */
export function trackTraffic(onListen: () => void): void {
	subscribe('tracing:net.server.listen:asyncEnd', (message) => {
		const { server: listeningServer } = message as { server: net.Server };
		if (!(listeningServer instanceof http.Server)) return;
		server = listeningServer;
		server.keepAliveTimeout = KEEP_ALIVE_MS;
		server.once('listening', onListen);
	});
	subscribe('http.server.request.start', (message) => {
		const { response } = message as { response: ServerResponse };
		if (isStopping) closeAfter(response);
		openResponses.add(response);
		// 'close' is emitted exactly once, also when the client disconnects.
		response.once('close', () => openResponses.delete(response));
	});
}

/**
 * Runs the work of one request and returns its result; a stop waits for it even when the client disconnects.
 */
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
export async function stopTraffic(milliseconds: number): Promise<void> {
	if (!server) return;
	const stopped = server;
	await acceptPendingConnections(stopped);
	// The close() of http.Server ends idle connections at once, even one that has received a request it has not
	// read yet.
	const closed = new Promise<void>((resolve) => {
		net.Server.prototype.close.call(stopped, () => resolve());
	});
	// Not earlier, because a client that gets `Connection: close` connects again.
	isStopping = true;
	for (const response of openResponses) closeAfter(response);
	stopped.keepAliveTimeout = IDLE_MS;
	const idle = setTimeout(() => stopped.closeIdleConnections(), IDLE_MS);
	const ended = closed.then(() => Promise.allSettled(requestsInProgress));
	await Promise.race([ended, sleep(milliseconds, undefined, { ref: false })]);
	clearTimeout(idle);
}

/**
 * Waits until no connection seems to be left in the kernel's queue, because closing the listener resets
 * those.
 */
async function acceptPendingConnections(listeningServer: http.Server): Promise<void> {
	let quietTurns = 0;
	const restart = () => {
		quietTurns = 0;
	};
	listeningServer.on('connection', restart);
	const until = performance.now() + ACCEPT_MS;
	while (quietTurns < QUIET_TURNS && performance.now() < until) {
		quietTurns += 1;
		await nextTurn();
	}
	listeningServer.off('connection', restart);
}

function closeAfter(response: ServerResponse): void {
	if (!response.headersSent) response.setHeader('Connection', 'close');
}
