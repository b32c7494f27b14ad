import { expect, test } from 'vitest';
import { accessOf } from './access.ts';

test.each([
	['/', 'page', true],
	['/login', 'page', true],
	['/login/', 'page', true],
	['/theme', 'page', true],
	['/logout', 'page', false],
	['/events', 'page', false],
	['/events/4/signup', 'page', false],
	['/loginx', 'page', false],
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
	['/apix', 'page', false],
	['/scenery/hero-0-dark.1.svg', 'asset', true],
	['/healthz', 'probe', true],
	['/readyz', 'probe', true],
])('%s is %s, public: %s', (path, kind, isPublic) => {
	expect(accessOf(path)).toMatchObject({ kind, public: isPublic });
});

test('only the start of a sign-in counts as one', () => {
	expect(accessOf('/api/auth/discord').signInStart).toBe(true);
	expect(accessOf('/api/auth/discord/callback').signInStart).toBe(false);
});
