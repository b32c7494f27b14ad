import { expect, test } from 'vitest';
import { normalizeAddress } from './normalize-request.ts';

test.each([
	['/', '/'],
	['/events?q=a', '/events?q=a'],
	['http://localhost:3000/?token=x', '/?token=x'],
	['https://elsewhere.example/api/auth/me', '/api/auth/me'],
	['//evil.example/x', '/evil.example/x'],
	['/events/%E0%A4%A', '/unreadable-address'],
	['/events?q=%E0%A4%A', '/events?q=%E0%A4%A'],
	['*', '/unreadable-address'],
	['', '/unreadable-address'],
])('%j becomes %j', (line, address) => {
	expect(normalizeAddress(line)).toBe(address);
});
