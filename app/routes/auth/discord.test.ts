import { afterAll, expect, test, vi } from 'vitest';
import { Refusal } from '~/domain/refusal.ts';
import { startSignIn } from '~/server/auth/sign-in.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { loader } from './discord.ts';

useTestEnvironment();
vi.mock('~/server/auth/sign-in.ts', { spy: true });
afterAll(() => vi.doUnmock('~/server/auth/sign-in.ts'));

const requestSignIn = (accept: string) => {
	const request = new Request('http://localhost:3000/api/auth/discord', { headers: { Accept: accept } });
	return loader({ request } as Parameters<typeof loader>[0]);
};
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

test('returns the address and the cookies to a program', async () => {
	const response = await requestSignIn('application/json, text/plain, */*');
	expect(response.status).toBe(200);
	const { authUrl } = (await response.json()) as { authUrl: string };
	expect(authUrl).toMatch(/^https:\/\/discord\.example\/oauth2\/authorize\?/);
	expect(response.headers.getSetCookie().map((line) => line.split(/[:=]/)[0])).toEqual([
		'discord-state',
		'sign-in',
	]);
	for (const line of response.headers.getSetCookie()) expect(line).toMatch(/HttpOnly/);
});

test('redirects a browser to Discord', async () => {
	const response = await requestSignIn(HTML);
	expect(response.status).toBe(302);
	expect(response.headers.get('Location')).toContain('/oauth2/authorize?');
	expect(response.headers.getSetCookie()).toHaveLength(2);
});

test('reports a failed start', async () => {
	vi.mocked(startSignIn).mockRejectedValue(new Error('no'));
	const response = await requestSignIn('application/json');
	expect([response.status, await response.json()]).toEqual([500, { error: 'Failed to initiate login' }]);
	expect((await requestSignIn(HTML)).headers.get('Location')).toBe('/?error=start_failed');
	vi.mocked(startSignIn).mockRejectedValue(new Refusal('unavailable', 'Asleep.', { retryAfter: 5 }));
	const refused = await requestSignIn('application/json');
	expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
	expect(await refused.json()).toEqual({ error: 'Failed to initiate login' });
});
