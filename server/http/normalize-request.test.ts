import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { normalizeAddress, normalizeRequest } from './normalize-request.ts';

test.each([
	['/', '/'],
	['/events?q=a', '/events?q=a'],
	['http://localhost:3000/?token=x', '/?token=x'],
	['https://elsewhere.example/api/auth/me', '/api/auth/me'],
	['//evil.example/x', '/evil.example/x'],
	['/events/%E0%A4%A', '/unreadable-address'],
	['/events?q=%E0%A4%A', '/events?q=%E0%A4%A'],
	['/calendar/x.ics%20', '/calendar/x.ics'],
	['/calendar/x.ics%0A%09?a=%20', '/calendar/x.ics?a=%20'],
	['/events%20/1', '/events%20/1'],
	['/%20%0d', '/'],
	['/api/scripts/%20', '/api/scripts/%20'],
	['/api/events/%20%09?a', '/api/events/%20%09?a'],
	['*', '/unreadable-address'],
	['', '/unreadable-address'],
])('%j becomes %j', (line, address) => {
	expect(normalizeAddress(line)).toBe(address);
});

const OWN = 'https://bell.example';
test.each([
	[{}, {}],
	[
		{ origin: OWN, 'sec-fetch-site': 'same-origin' },
		{ origin: OWN, 'sec-fetch-site': 'same-origin' },
	],
	[{ origin: 'null', 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'same-origin' }],
	[
		{ origin: 'https://www.bell.example', 'sec-fetch-site': 'same-origin' },
		{ 'sec-fetch-site': 'same-origin' },
	],
	[{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }],
	[{ origin: 'http://192.0.2.1' }, { 'sec-fetch-site': 'cross-site' }],
	[{ origin: 'not an address', 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site' }],
	[{ origin: 'https://evil.example', 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'cross-site' }],
])('the headers %j are judged as %j', (headers, judged) => {
	const request = { url: '/', headers: { host: 'bell.example', ...headers } };
	normalizeRequest(request as unknown as IncomingMessage, new URL(OWN));
	expect(request.headers).toEqual({ host: 'bell.example', ...judged });
});
