import { expect, test } from 'vitest';
import { getAccessRule } from './access.ts';

test.each([
	['/', 'page', true],
	['/login', 'page', true],
	['/login/', 'page', true],
	['/theme', 'page', true],
	['/logout', 'page', false],
	['/events', 'page', false],
	['/events/4/signup', 'page', false],
	['/loginx', 'page', false],
	['/profile', 'page', false],
	['/profile/delete', 'page', false],
	['/profile/export', 'page', false],
	['/profile/deleted', 'page', true],
	['/API/events', 'api', false],
	['/%61pi/events', 'api', false],
	['/Api/Auth/Discord', 'api', true],
	['/Login', 'page', true],
	['/%6cogin', 'page', true],
	['/%E0%A4%A', 'page', false],
	['/api', 'api', false],
	['/api/events', 'api', false],
	['/api/auth/me', 'api', false],
	['/api/auth/discord', 'api', true],
	['/api/auth/discord/callback', 'api', true],
	['/api/openapi.json', 'api', true],
	['/api/nothing', 'api', false],
	['/api/docs', 'page', false],
	['/API/docs/', 'page', false],
	['/api/docs/x', 'api', false],
	['/apix', 'page', false],
	['/scenery/hero-0-dark.1.svg', 'asset', true],
	['/previews/3-1.png', 'asset', true],
	['/images/0123', 'asset', false],
	['/Images/0123', 'asset', false],
	['/%69mages/0123', 'asset', false],
	['/images/0123/', 'asset', false],
	['/calendar/1-x.ics', 'asset', true],
	['/%43alendar/1-x.ics', 'asset', true],
	['/calendar', 'page', false],
	['/events/4.ics', 'page', false],
	['/images', 'page', false],
	['/imagesx/0123', 'page', false],
	['/healthz', 'probe', true],
	['/readyz', 'probe', true],
])('%s is %s, public: %s', (path, kind, isPublic) => {
	expect(getAccessRule(path)).toMatchObject({ kind, public: isPublic });
});

test('counts each step of a sign-in by address against its own limit', () => {
	expect(getAccessRule('/api/auth/discord').addressLimit).toBe('signInStartsPerMinute');
	expect(getAccessRule('/API/auth/discord/callback/').addressLimit).toBe('signInCallbacksPerMinute');
	expect(getAccessRule('/api/auth/me').addressLimit).toBeUndefined();
});
