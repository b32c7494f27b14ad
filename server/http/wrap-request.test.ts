import { RouterContextProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { DatabaseTimeout } from '~/database/budget.ts';
import { denied, Refusal } from '~/domain/refusal.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { log } from '../log.ts';
import { createEmptyResponse } from './assets.ts';
import { asErrorPage, createJsonErrorResponse } from './responses.ts';
import { redirectFailedSignIn } from './sign-in-failure.ts';
import { wrapRequest } from './wrap-request.ts';

useTestEnvironment();

const lines: Record<string, unknown>[] = [];
beforeEach(() => {
	lines.length = 0;
	for (const level of ['info', 'error'] as const)
		vi.spyOn(log(), level).mockImplementation((line: unknown) => void lines.push({ ...(line as object) }));
});

const request = new Request('http://localhost/events?token=secret');
/** Returns the line of the log of a request that `next` answers. */
async function readLine(next: () => Promise<Response>) {
	const args = { request, url: new URL(request.url), pattern: '/events', params: {} };
	await wrapRequest({ ...args, context: new RouterContextProvider() } as never, next);
	return lines.find(({ status }) => status !== undefined);
}

const busy = new Refusal('unavailable', 'Too many images are being read.');
const down = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

test.each<[string, unknown, object]>([
	['a refusal', busy, { reason: 'Refusal: Too many images are being read.' }],
	[
		'a wait that was too long',
		new DatabaseTimeout(false),
		{ reason: expect.stringContaining('DatabaseTimeout') },
	],
	[
		'the cause of a refusal',
		new Refusal('unavailable', 'Discord does not respond.', { cause: down }),
		{ reason: 'Error: canceling statement due to statement timeout', code: '57014' },
	],
])('the log of a 503 has the reason: %s', async (_, error, expected) => {
	expect(await readLine(async () => createJsonErrorResponse(error, 'id'))).toMatchObject({
		status: 503,
		...expected,
	});
	lines.length = 0;
	// As the router does with the error page of a loader or an action.
	const page = async () =>
		createEmptyResponse((asErrorPage(error) as { init: { status: number } }).init.status);
	expect(await readLine(page)).toMatchObject({ status: 503, ...expected });
});

test('the log of a sign-in that failed because something was unavailable has the reason', async () => {
	expect(await readLine(async () => redirectFailedSignIn(request, busy))).toMatchObject({
		status: 302,
		reason: 'Refusal: Too many images are being read.',
	});
});

test('other responses have no reason', async () => {
	const line = await readLine(async () => createJsonErrorResponse(denied(), 'id'));
	expect(line).toMatchObject({ status: 403 });
	expect(line).not.toHaveProperty('reason');
});
