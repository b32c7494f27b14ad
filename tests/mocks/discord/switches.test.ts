import { expect, onTestFinished, test, vi } from 'vitest';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { Switches } from './switches.ts';
import { useServedDiscord } from './use-served-discord.ts';

const { state, call } = useServedDiscord();
const EVENTS = `/guilds/${DEMO_GUILD.guildId}/scheduled-events`;
const LIST = 'GET /guilds/{guild_id}/scheduled-events';
const CREATE = 'POST /guilds/{guild_id}/scheduled-events';
const ROLES = `/guilds/${DEMO_GUILD.guildId}/roles`;
const event = {
	name: 'Lost',
	scheduled_start_time: new Date(Date.now() + 86_400_000).toISOString(),
	scheduled_end_time: new Date(Date.now() + 90_000_000).toISOString(),
	privacy_level: 2,
	entity_type: 3,
	entity_metadata: { location: 'Here' },
};
const create = () => call('POST', EVENTS, event);
const countEvents = () => state.events.list().length;

test('a failure starts after `after` requests, lasts `times` requests, and affects only its route', async () => {
	state.fail({ route: CREATE, status: 503, after: 1, times: 2 });
	const statuses = [];
	for (let index = 0; index < 5; index += 1) statuses.push((await create()).status);
	expect(statuses).toEqual([200, 503, 503, 200, 200]);
	expect(countEvents()).toBe(3);
	state.fail({ route: CREATE, status: 500 });
	expect((await call('GET', EVENTS)).status).toBe(200);
	for (let index = 0; index < 3; index += 1) expect((await create()).status).toBe(500);
	state.recover();
	expect((await create()).status).toBe(200);
});

test('the default code of a 403 is Missing Permissions', async () => {
	state.fail({ route: CREATE, status: 403, times: 1 });
	expect(await create()).toMatchObject({ status: 403, body: { code: 50_013 } });
	state.fail({ route: CREATE, status: 403, code: 50_001, message: 'Missing Access', times: 1 });
	expect(await create()).toMatchObject({ status: 403, body: { code: 50_001, message: 'Missing Access' } });
});

test('a broken connection has no effect, but a request with a lost response has', async () => {
	state.fail({ route: CREATE, network: true, times: 1 });
	await expect(create()).rejects.toThrow();
	expect(countEvents()).toBe(0);
	state.fail({ route: CREATE, losesResponse: true, times: 1 });
	await expect(create()).rejects.toThrow();
	expect(countEvents()).toBe(1);
	expect((await create()).status).toBe(200);
});

test('a hanging request has no effect and ends when the client aborts or the stand-in recovers', async () => {
	state.fail({ route: CREATE, hangs: true });
	let ended = false;
	const call = create().finally(() => {
		ended = true;
	});
	await expect.poll(() => state.countRequests(CREATE)).toBe(1);
	await new Promise((resolve) => setTimeout(resolve, 100));
	expect(ended).toBe(false);
	state.recover();
	await expect(call).rejects.toThrow();
	expect(countEvents()).toBe(0);
});

test('a hanging request ends when the client aborts, before or after its start', async () => {
	const switches = new Switches();
	const client = new AbortController();
	const hanging = switches.hang(client.signal);
	client.abort();
	await hanging;
	await switches.hang(client.signal);
});

test('a delay lasts `times` requests', async () => {
	state.delay({ route: LIST, ms: 80, times: 1 });
	const before = performance.now();
	await call('GET', EVENTS);
	expect(performance.now() - before).toBeGreaterThan(70);
	expect(state.switches.consumeDelay(LIST)).toBe(0);
});

test('held requests have no effect until they are released', async () => {
	const release = state.hold(LIST, 2);
	let ended = 0;
	const held = [1, 2].map(() => call('GET', EVENTS).then(() => (ended += 1)));
	// The third request is not held.
	await call('GET', EVENTS);
	expect(ended).toBe(0);
	release();
	await Promise.all(held);
	expect(ended).toBe(2);
});

test('a rate limit adds headers to every response, then 429 with Retry-After, until the next window', async () => {
	// The clock is frozen so that the window does not end before the third request.
	vi.useFakeTimers({ toFake: ['Date'] });
	onTestFinished(() => {
		vi.useRealTimers();
	});
	state.limitRate({ route: LIST, limit: 2, windowMs: 400 });
	const first = await call('GET', EVENTS);
	expect(first.headers.get('X-RateLimit-Limit')).toBe('2');
	expect(first.headers.get('X-RateLimit-Remaining')).toBe('1');
	expect((await call('GET', EVENTS)).headers.get('X-RateLimit-Remaining')).toBe('0');
	const limited = await call('GET', EVENTS);
	expect(limited).toMatchObject({
		status: 429,
		body: { global: false, message: 'You are being rate limited.' },
	});
	expect(limited.headers.get('Retry-After')).toBe('1');
	expect(limited.headers.get('X-RateLimit-Scope')).toBe('user');
	expect(limited.headers.get('X-RateLimit-Bucket')).toBe(first.headers.get('X-RateLimit-Bucket'));
	expect((await call('GET', ROLES)).headers.has('X-RateLimit-Limit')).toBe(false);
	const seconds = Number(limited.body.retry_after);
	expect(seconds).toBeGreaterThan(0);
	expect(seconds).toBeLessThanOrEqual(0.4);
	vi.setSystemTime(Date.now() + seconds * 1000 + 5);
	expect((await call('GET', EVENTS)).status).toBe(200);
});

test('the global limit applies to every route of the bot', async () => {
	state.limitRate({ global: true, limit: 1, windowMs: 60_000 });
	expect((await call('GET', EVENTS)).status).toBe(200);
	const limited = await call('GET', ROLES);
	expect(limited).toMatchObject({ status: 429, body: { global: true } });
	expect(limited.headers.get('X-RateLimit-Global')).toBe('true');
	expect((await call('GET', '/gateway')).status).toBe(200);
	state.recover();
	expect((await call('GET', ROLES)).status).toBe(200);
});
