import { isIP, isIPv6 } from 'node:net';
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

/**
 * Returns the network that an address is counted with: an IPv4 address itself, also when it is written as an IPv6
 * address in any spelling. Of another IPv6 address it is the first 64 bits, because one client has all addresses of
 * such a network.
 */
export function toCountedNetwork(address: string): string {
	if (!isIPv6(address)) return address;
	// The URL writes every group in hexadecimal, without a zone, and leaves out one run of zeros.
	const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
	const [head = [], tail] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
	const groups = tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head;
	const prefix = groups.slice(0, 6).join(':');
	// Mapped by the operating system, or translated by a network's gateway: one IPv4 address, one client.
	if (prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0')
		return groups
			.slice(6)
			.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
			.join('.');
	return `${groups.slice(0, 4).join(':')}::/64`;
}
