import { subscribe } from 'node:diagnostics_channel';
import http, { type ServerResponse } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** How long a connection may stay idle. Longer than proxies keep theirs, so that none sends a request on a closed one. */
const KEEP_ALIVE_MS = 125_000;
/** How long a connection may stay idle once the server stops: a request may be on its way. */
const IDLE_MS = 1_000;
/** The longest that the listener stays open while new connections keep coming. */
const ACCEPT_MS = 1_000;
/** So many turns of the event loop without a new connection: none waits in the kernel's queue. */
const QUIET_TURNS = 3;

let server: http.Server | undefined;
let isStopping = false;
const open = new Set<ServerResponse>();
/** Requests that are being worked on; the client may have hung up meanwhile. */
const working = new Set<Promise<unknown>>();

/**
 * Follows the HTTP server and its open requests, so that `stopTraffic` can end them in order. `onListen` runs when the
 * server listens.
 */
export function followTraffic(onListen: () => void): void {
	subscribe('tracing:net.server.listen:asyncEnd', (message) => {
		const { server: listening } = message as { server: net.Server };
		if (!(listening instanceof http.Server)) return;
		server = listening;
		server.keepAliveTimeout = KEEP_ALIVE_MS;
		server.once('listening', onListen);
	});
	subscribe('http.server.request.start', (message) => {
		const { response } = message as { response: ServerResponse };
		if (isStopping) closeAfter(response);
		open.add(response);
		// 'close' comes once in every case, also when the client hangs up.
		response.once('close', () => open.delete(response));
	});
}

/** Does the work of one request; a stop waits for it also when the client hangs up. */
export async function workOnRequest<T>(work: () => Promise<T>): Promise<T> {
	const done = work();
	working.add(done);
	try {
		return await done;
	} finally {
		working.delete(done);
	}
}

/**
 * Closes the listener and resolves when every connection and the work of every request has ended, or after
 * `milliseconds`. Every request that was sent on an accepted connection is answered, with `Connection: close`; idle
 * connections are closed after a second.
 */
export async function stopTraffic(milliseconds: number): Promise<void> {
	if (!server) return;
	const stopped = server;
	await acceptWaiting(stopped);
	// http.Server's own close() ends idle connections at once, also one whose request has come and was not yet read.
	const closed = new Promise<void>((resolve) => {
		net.Server.prototype.close.call(stopped, () => resolve());
	});
	// Not earlier: a client that is told to close connects again.
	isStopping = true;
	for (const response of open) closeAfter(response);
	stopped.keepAliveTimeout = IDLE_MS;
	const idle = setTimeout(() => stopped.closeIdleConnections(), IDLE_MS);
	const ended = closed.then(() => Promise.allSettled(working));
	await Promise.race([ended, sleep(milliseconds, undefined, { ref: false })]);
	clearTimeout(idle);
}

/** Waits until no connection is left in the kernel's queue, as far as can be seen: closing the listener resets those. */
async function acceptWaiting(listening: http.Server): Promise<void> {
	let quietTurns = 0;
	const restart = () => {
		quietTurns = 0;
	};
	listening.on('connection', restart);
	const until = performance.now() + ACCEPT_MS;
	while (quietTurns < QUIET_TURNS && performance.now() < until) {
		quietTurns += 1;
		await nextTurn();
	}
	listening.off('connection', restart);
}

function closeAfter(response: ServerResponse): void {
	if (!response.headersSent) response.setHeader('Connection', 'close');
}
