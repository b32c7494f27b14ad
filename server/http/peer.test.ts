import { expect, test } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { getClientAddress } from './peer.ts';

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
