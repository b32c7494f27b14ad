import { afterAll, expect, test, vi } from 'vitest';
import { startSignIn } from '~/server/auth/sign-in.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { loader } from './discord.ts';

useTestEnvironment();
vi.mock('~/server/auth/sign-in.ts', { spy: true });
afterAll(() => vi.doUnmock('~/server/auth/sign-in.ts'));

const open = (accept: string) => {
	const request = new Request('http://localhost:3000/api/auth/discord', { headers: { Accept: accept } });
	return loader({ request } as Parameters<typeof loader>[0]);
};
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

test('a program gets the address and the cookies', async () => {
	const answer = await open('application/json, text/plain, */*');
	expect(answer.status).toBe(200);
	const { authUrl } = (await answer.json()) as { authUrl: string };
	expect(authUrl).toMatch(/^https:\/\/discord\.example\/oauth2\/authorize\?/);
	expect(answer.headers.getSetCookie().map((line) => line.split(/[:=]/)[0])).toEqual([
		'discord-state',
		'sign-in',
	]);
	for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/HttpOnly/);
});

test('a browser is sent straight there', async () => {
	const answer = await open(HTML);
	expect(answer.status).toBe(302);
	expect(answer.headers.get('Location')).toContain('/oauth2/authorize?');
	expect(answer.headers.getSetCookie()).toHaveLength(2);
});

test('a failed start says so', async () => {
	vi.mocked(startSignIn).mockRejectedValue(new Error('no'));
	const answer = await open('application/json');
	expect([answer.status, await answer.json()]).toEqual([500, { error: 'Failed to initiate login' }]);
	expect((await open(HTML)).headers.get('Location')).toBe('/?error=start');
});
