import { RouterContextProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '~/database/models/index.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { admitRequest } from '~/server/http/admit-request.ts';
import { factsContext, type RequestFacts } from '~/server/http/context.ts';
import { setMigrated } from '~/server/http/health.ts';
import { resetLimiters } from '~/server/http/rate-limit.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { createApiToken } from '~/server/operations/users/create-api-token.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';

/**
 * One hundredth of every limit: 12 requests and 3 writes per user, 1 sign-in callback and 3 failures per
 * address.
 */
useTestEnvironment({ RATE_LIMIT_FACTOR: '0.01' });
useDatabase();

const now = new Date();
let user: User;
beforeEach(async () => {
	setMigrated(true);
	await clearTables('users', 'rate_limits');
	resetLimiters();
	user = await createUserRow({ membershipCheckedAt: now });
});

type RequestOptions = { method?: string; headers?: Record<string, string>; address?: string };

/** Returns the status of the middleware's response, or 200 when the request may continue. */
async function send(
	path: string,
	{ method = 'GET', headers = {}, address = '203.0.113.7' }: RequestOptions = {},
) {
	const url = new URL(path, TEST_APP_URL);
	const request = new Request(url, { method, headers });
	const facts: RequestFacts = {
		id: 'test',
		request,
		now,
		clientAddress: address,
		nonce: '',
		authenticated: null,
		flash: null,
		setCookies: [],
	};
	const context = new RouterContextProvider();
	context.set(factsContext, facts);
	const args = { request, url, context, params: {}, pattern: path } as never;
	const admit = async () => admitRequest(args, async () => new Response());
	const response = await admit().catch(
		(thrown) => new Response(null, { status: thrown.init?.status ?? 500 }),
	);
	return {
		status: response?.status,
		location: response?.headers.get('Location'),
		retryAfter: response?.headers.get('Retry-After'),
		text: (await response?.text()) ?? '',
		cookies: facts.setCookies,
	};
}
const listStatuses = async (count: number, path: string, makeOptions?: () => RequestOptions) => {
	const found: (number | undefined)[] = [];
	for (let index = 0; index < count; index += 1) found.push((await send(path, makeOptions?.())).status);
	return found;
};
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

test('writes count per user, over all their sessions and API tokens', async () => {
	const context = { actor: { id: user.id, role: user.role }, now };
	const { secret } = await perform(createApiToken, context, { read: () => ({ name: 'script' }) });
	const tokens = [await startSession(user.id, now), await startSession(user.id, now), secret];
	let next = 0;
	const write = () => ({ method: 'POST', ...bearer(tokens[next++ % tokens.length] ?? '') });
	expect(await listStatuses(5, '/api/events', write)).toEqual([200, 200, 200, 429, 429]);
	const other = await createUserRow({ membershipCheckedAt: now });
	const otherBearer = bearer(await startSession(other.id, now));
	expect(await listStatuses(1, '/api/events', () => ({ method: 'POST', ...otherBearer }))).toEqual([200]);
});

test('a write above the limit says when the minute is over, and writes nothing', async () => {
	const token = await startSession(user.id, now);
	const write = () => ({ method: 'POST', ...bearer(token) });
	await listStatuses(4, '/api/events', write);
	const [counter] = await rowsOf('rate_limits').list();
	expect(counter).toMatchObject({ key: `userWritesPerMinute:${user.id}`, points: 4 });
	const { status, retryAfter } = await send('/api/events', write());
	expect([status, retryAfter]).toEqual([429, '60']);
	expect((await rowsOf('rate_limits').list()).map(({ points }) => points)).toEqual([4]);
});

test('a new minute starts a new count of writes', async () => {
	const token = await startSession(user.id, now);
	const write = () => ({ method: 'POST', ...bearer(token) });
	await listStatuses(4, '/api/events', write);
	await rowsOf('rate_limits').update({ expire: String(now.getTime() - 1) });
	expect(await listStatuses(4, '/api/events', write)).toEqual([200, 200, 200, 429]);
});

test('writes count for the whole deployment, requests for this process', async () => {
	const token = await startSession(user.id, now);
	const write = () => ({ method: 'POST', ...bearer(token) });
	expect(await listStatuses(3, '/api/events', write)).toEqual([200, 200, 200]);
	expect((await rowsOf('rate_limits').list()).map(({ key }) => key)).toEqual([
		`userWritesPerMinute:${user.id}`,
	]);
	// Another process has its own limiters.
	resetLimiters();
	expect(await listStatuses(1, '/api/events', write)).toEqual([429]);
	expect(await listStatuses(10, '/api/events', () => bearer(token))).not.toContain(429);
});

test('requests count per user too', async () => {
	const tokens = [await startSession(user.id, now), await startSession(user.id, now)];
	let next = 0;
	const found = await listStatuses(14, '/api/events', () => bearer(tokens[next++ % 2] ?? ''));
	expect(found.filter((status) => status === 429)).toHaveLength(2);
});

test.each([
	['an invented session cookie', () => ({ headers: { Cookie: `session=${crypto.randomUUID()}` } })],
	['an invented Bearer token', () => bearer(crypto.randomUUID())],
])('%s counts against its address', async (_, makeOptions) => {
	expect(await listStatuses(5, '/api/events', makeOptions)).toEqual([401, 401, 401, 429, 429]);
	expect((await rowsOf('rate_limits').list()).map(({ points }) => points)).toEqual([4]);
	expect(await listStatuses(1, '/login', makeOptions)).toEqual([429]);
	// All addresses of an IPv6 network belong to one client.
	const addresses = ['::1', '::2', ':3::', ':4:5:6:7', ':8::9'].map((end) => `2001:db8:1:2${end}`);
	const fromNetwork = () => ({ ...makeOptions(), address: addresses.pop() ?? '' });
	expect(await listStatuses(5, '/api/events', fromNetwork)).toEqual([401, 401, 401, 429, 429]);
	// Other clients behind the same address are not limited: with a valid session, and without any.
	const token = await startSession(user.id, now);
	expect(await listStatuses(2, '/api/events', () => bearer(token))).toEqual([200, 200]);
	expect(await listStatuses(1, '/login')).toEqual([200]);
	expect(await listStatuses(1, '/api/events')).toEqual([401]);
	expect(await listStatuses(1, '/api/events', () => ({ ...makeOptions(), address: '203.0.113.8' }))).toEqual([
		401,
	]);
});

test('a refused browser with an ended session loses its cookie', async () => {
	const stale = () => ({ headers: { Cookie: 'session=ended' } });
	await listStatuses(4, '/events', stale);
	const { status, cookies } = await send('/events', stale());
	expect([status, cookies]).toEqual([429, [expect.stringMatching(/^session=; .*Max-Age=0/)]]);
});

test('the sign-in callback counts by address, separately from the start', async () => {
	const callback = '/api/auth/discord/callback?code=a&state=b';
	expect(await listStatuses(3, callback)).toEqual([200, 429, 429]);
	expect(await listStatuses(1, '/api/auth/discord')).toEqual([200]);
	const page = { headers: { Accept: 'text/html' } };
	expect(await send(callback, page)).toMatchObject({ status: 302, location: '/?error=busy' });
	expect(await send('/api/auth/discord', page)).toMatchObject({
		status: 302,
		location: '/?error=start_busy',
	});
	const { status, retryAfter, text } = await send('/api/auth/discord');
	expect([status, retryAfter, text]).toEqual([
		429,
		expect.any(String),
		'{"error":"Failed to initiate login"}',
	]);
	expect(await listStatuses(1, callback, () => ({ address: '203.0.113.8' }))).toEqual([200]);
});

test('a counter’s key contains no address and accepts any address', async () => {
	await send('/api/auth/discord', { address: '203.0.113.7' });
	expect(
		await listStatuses(1, '/api/auth/discord', () => ({ address: crypto.randomUUID().repeat(250) })),
	).toEqual([200]);
	for (const { key } of await rowsOf('rate_limits').list())
		expect(key).toMatch(/^signInStartsPerMinute:[0-9a-f]{64}$/);
});
