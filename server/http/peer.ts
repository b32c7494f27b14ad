import { isIP } from 'node:net';
import { createContext } from 'react-router';
import { config } from '../config.ts';

/** The address at the other end of the request's socket: the client's or the nearest proxy's. */
export const socketAddressContext = createContext('');

/**
 * Returns the client's address: the socket's, or the one that the last trusted proxy saw (TRUST_PROXY_HOPS).
 * Returns the socket's when the other one is not an IP address.
 */
export function getClientAddress(request: Request, socketAddress: string): string {
	const hops = config().TRUST_PROXY_HOPS;
	if (hops === 0) return socketAddress;
	const forwarded = (request.headers.get('X-Forwarded-For') ?? '')
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
	const client = withoutPort(forwarded.at(-hops) ?? forwarded[0] ?? '');
	return isIP(client) ? client : socketAddress;
}

/** Removes the port, because some proxies send `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
	/^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
