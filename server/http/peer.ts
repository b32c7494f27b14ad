import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { config } from '../config.ts';

const PEER_HEADER = 'x-townbell-peer';

/**
 * Writes the socket's address into a header of every request before the server beneath turns it into a web Request,
 * which has no socket. What a client sends under that name is overwritten (docs/decisions).
 */
export function rememberPeers(): void {
	subscribe('http.server.request.start', (message) => {
		const { request } = message as { request: IncomingMessage };
		request.headers[PEER_HEADER] = request.socket.remoteAddress ?? '';
	});
}

/** The address at the other end of the request's socket: a client, or the nearest proxy. */
export const socketAddress = (request: Request): string => request.headers.get(PEER_HEADER) ?? '';

/**
 * Returns the client's address: the socket's, or the one that the last trusted proxy saw (TRUST_PROXY_HOPS). Where that is
 * no IP address, the socket's.
 */
export function clientAddress(request: Request): string {
	const peer = socketAddress(request);
	const hops = config().TRUST_PROXY_HOPS;
	if (hops === 0) return peer;
	const seen = (request.headers.get('X-Forwarded-For') ?? '')
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
	const client = withoutPort(seen.at(-hops) ?? seen[0] ?? '');
	return isIP(client) ? client : peer;
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
	/^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
