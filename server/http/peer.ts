import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { config } from '../config.ts';

const PEER_HEADER = 'x-townbell-peer';

/**
 * Writes the socket's address into a header of every request before react-router-serve turns it into a web
 * Request, which has no socket. Overwrites whatever a client sends in that header (docs/decisions).
 */
export function recordPeerAddresses(): void {
	subscribe('http.server.request.start', (message) => {
		const { request } = message as { request: IncomingMessage };
		request.headers[PEER_HEADER] = request.socket.remoteAddress ?? '';
	});
}

/** Returns the address at the other end of the request's socket: the client's or the nearest proxy's. */
export const socketAddress = (request: Request): string => request.headers.get(PEER_HEADER) ?? '';

/**
 * Returns the client's address: the socket's, or the one that the last trusted proxy saw (TRUST_PROXY_HOPS).
 * Returns the socket's when the other one is not an IP address.
 */
export function clientAddress(request: Request): string {
	const peer = socketAddress(request);
	const hops = config().TRUST_PROXY_HOPS;
	if (hops === 0) return peer;
	const forwarded = (request.headers.get('X-Forwarded-For') ?? '')
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
	const client = withoutPort(forwarded.at(-hops) ?? forwarded[0] ?? '');
	return isIP(client) ? client : peer;
}

/** Removes the port, because some proxies send `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
	/^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
