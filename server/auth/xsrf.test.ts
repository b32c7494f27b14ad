import { expect, test } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createXsrfCookie, createXsrfToken, verifyXsrf } from './xsrf.ts';

useTestEnvironment({ APP_URL: 'https://bell.example' });

const send = (cookie: string, header: string) =>
	new Request('https://bell.example/api/events', {
		headers: { Cookie: `XSRF-TOKEN=${cookie}`, ...(header ? { 'X-XSRF-TOKEN': header } : {}) },
	});

test('requires that header and cookie match and belong to this session', () => {
	const [own, other] = [createXsrfToken('7'), createXsrfToken('8')];
	expect(verifyXsrf(send(own, own), '7')).toBe(true);
	expect(verifyXsrf(send(own, ''), '7')).toBe(false);
	expect(verifyXsrf(send('', own), '7')).toBe(false);
	expect(verifyXsrf(send('', ''), '7')).toBe(false);
	expect(verifyXsrf(send(other, other), '7')).toBe(false);
	expect(verifyXsrf(send(own, other), '7')).toBe(false);
	expect(verifyXsrf(send('forged', 'forged'), '7')).toBe(false);
});

test('scripts may read the cookie, and over https it is Secure', () => {
	const now = new Date('2026-10-15T12:00:00Z');
	const cookie = createXsrfCookie('7', new Date('2026-10-16T12:00:00Z'), now);
	expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; Max-Age=86400; SameSite=Lax; Secure$/);
});
