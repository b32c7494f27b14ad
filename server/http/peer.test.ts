import { expect, test } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { getClientAddress, toCountedNetwork } from './peer.ts';

useTestEnvironment({ TRUST_PROXY_HOPS: '1' });
const getAddress = (forwarded: string) =>
	getClientAddress(
		new Request('http://localhost:3000/', { headers: { 'X-Forwarded-For': forwarded } }),
		'198.51.100.9',
	);

test.each([
	['203.0.113.7', '203.0.113.7'],
	['10.0.0.1, 203.0.113.7', '203.0.113.7'],
	['2001:db8::7', '2001:db8::7'],
	['203.0.113.7:4711', '203.0.113.7'],
	['[2001:db8::7]:4711', '2001:db8::7'],
	['[2001:db8::7]', '2001:db8::7'],
])('X-Forwarded-For: %s is the client %s', (forwarded, client) => expect(getAddress(forwarded)).toBe(client));

test.each(['', 'unknown', '203.0.113.700', 'x'.repeat(9_000), `203.0.113.7${'7'.repeat(9_000)}`])(
	'uses the address of the proxy when the header has no valid address',
	(forwarded) => expect(getAddress(forwarded)).toBe('198.51.100.9'),
);

test.each([
	['203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7', '203.0.113.7'],
	['::FFFF:cb00:7107', '203.0.113.7'],
	['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7%eth0', '203.0.113.7'],
	['64:ff9b::203.0.113.7', '203.0.113.7'],
	['64:ff9b::1', '0.0.0.1'],
	['64:ff9b:1::203.0.113.7', '64:ff9b:1:0::/64'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
	['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
	['2001:db8::7', '2001:db8:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['::1', '0:0:0:0::/64'],
	['2001:db8:1:3::1', '2001:db8:1:3::/64'],
])('%s is counted with %s', (address, network) => expect(toCountedNetwork(address)).toBe(network));
