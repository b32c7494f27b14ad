import { expect, test } from 'vitest';
import { clearFlash, readFlash, writeFlash } from '~/server/http/flash.ts';
import { writeThemeCookie } from '~/server/http/viewer-cookies.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { getCookieName, readCookie, serializeCookie } from './cookies.ts';
import { clearSessionCookie, createSessionCookie } from './sessions.ts';
import { startSignIn } from './sign-in.ts';
import { readSignInCookie } from './sign-in-state.ts';
import { createXsrfCookie } from './xsrf.ts';

useTestEnvironment({ APP_URL: 'https://bell.example' });
const now = new Date('2026-10-15T12:00:00Z');
const request = (cookie: string) => new Request('https://bell.example/', { headers: { Cookie: cookie } });
const getName = (cookie: string) => cookie.split(/[:=]/)[0];

test('over https every HttpOnly cookie has the prefix __Host- and the attributes that browsers require', async () => {
	const { headers } = await startSignIn(request(''));
	const cookies = [
		createSessionCookie('abc', now),
		clearSessionCookie(),
		...headers.getSetCookie(),
		writeFlash({ tone: 'info', title: 'Saved' }),
		clearFlash(),
	];
	expect(cookies.map(getName)).toEqual([
		'__Host-session',
		'__Host-session',
		'__Host-discord-state',
		'__Host-sign-in',
		'__Host-flash',
		'__Host-flash',
	]);
	for (const cookie of cookies) {
		expect(cookie).toMatch(/; Secure(;|$)/);
		expect(cookie).toMatch(/; Path=\/(;|$)/);
		expect(cookie).toMatch(/; HttpOnly(;|$)/);
		expect(cookie).not.toMatch(/domain/i);
	}
});

test('cookies that scripts read keep their names', () => {
	const cookies = [
		createXsrfCookie('7', now, now),
		writeThemeCookie('dark'),
		serializeCookie('zone', 'UTC', { maxAge: 9 }),
	];
	expect(cookies.map(getName)).toEqual(['XSRF-TOKEN', 'theme', 'zone']);
	for (const cookie of cookies) expect(cookie).not.toContain('HttpOnly');
});

test('over https a cookie without the prefix is not read', async () => {
	expect(readCookie(request('session=planted'), 'session')).toBeNull();
	expect(readCookie(request('session=planted; __Host-session=ours'), 'session')).toBe('ours');
	const flash = writeFlash({ tone: 'info', title: 'Saved' }).split(';')[0] ?? '';
	expect(readFlash(request(flash))?.title).toBe('Saved');
	expect(readFlash(request(flash.replace('__Host-', '')))).toBeNull();
	const { headers } = await startSignIn(request(''));
	const signIn =
		headers
			.getSetCookie()
			.find((cookie) => cookie.includes('sign-in'))
			?.split(';')[0] ?? '';
	expect(readSignInCookie(request(signIn))).not.toBeNull();
	expect(readSignInCookie(request(signIn.replace('__Host-', '')))).toBeNull();
});

test('over http the names have no prefix', () => {
	expect(getCookieName('session', 'http://localhost:3000')).toBe('session');
});
