import type { APIRequestContext } from '@playwright/test';
import type pg from 'pg';
import { DISCORD_TIMEOUT_MS } from '~/server/discord/client.ts';
import { serveDiscordStandIn } from '~/tests/mocks/discord/serve.ts';
import { createDiscordStandIn, standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import {
	type AppProcess,
	findFreePort,
	startApp,
	toNumericUrl,
	waitForStatus,
} from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase, type OwnDatabase, openPool } from '../support/own-database.ts';
import { createUser } from '../support/rows.ts';

/** Runs the built server with its own Discord stand-in, which the test can switch off. */
test.setTimeout(240_000);

const ROUNDS = 5;
/**
 * The longest time of a request that does not wait for Discord, in milliseconds. One that waits takes five
 * seconds.
 */
const NO_WAIT_MS = DISCORD_TIMEOUT_MS - 1_000;
/** Time for several retries of the queue, each of which waits for Discord, in milliseconds. */
const DRAIN_MS = 120_000;

const standIn = createDiscordStandIn();
let database: OwnDatabase;
let rows: pg.Pool;
let app: AppProcess;
let discord: { url: string; close: () => Promise<void> };
let request: APIRequestContext;

test.beforeAll(async ({ playwright }) => {
	database = await createOwnDatabase();
	rows = openPool(database.url, 2);
	rows.on('error', () => undefined);
	discord = await serveDiscordStandIn(standIn);
	app = startApp(await findFreePort(), {
		...standInEnvironment(discord.url),
		DATABASE_URL: database.url,
		LOG_LEVEL: 'warn',
	});
	await waitForStatus(app, '/readyz', 200);
	const creator = await createUser({ role: 'creator' }, rows);
	request = await playwright.request.newContext({
		baseURL: toNumericUrl(app.url),
		extraHTTPHeaders: { Authorization: `Bearer ${creator.token}`, Cookie: `session=${creator.token}` },
	});
});
test.afterAll(async () => {
	await request.dispose();
	await app.stop('SIGKILL');
	await discord.close();
	await rows.end();
	await database.remove();
});

test('pages and calls stay fast while Discord does not respond; afterwards every event arrives there once', async () => {
	const before = await measure('online');
	await expect.poll(countPending, { timeout: DRAIN_MS }).toBe(0);
	standIn.state.fail({ route: '*', hangs: true });
	const during = await measure('offline');
	// The worker waits for a response during the whole measurement, and more than once.
	await expect
		.poll(() => standIn.state.requests.length - before.requests, { timeout: 60_000 })
		.toBeGreaterThan(1);
	const later = await measure('still offline');
	for (const { page, call } of [during, later]) {
		expect(page).toBeLessThan(NO_WAIT_MS);
		expect(call).toBeLessThan(NO_WAIT_MS);
	}
	expect(standIn.state.events.list()).toHaveLength(ROUNDS);
	standIn.state.recover();
	await expect.poll(countPending, { timeout: DRAIN_MS, intervals: [1_000] }).toBe(0);
	const { rows: ourEvents } = await rows.query<{ id: string; title: string; discord_event_id: string }>(
		'SELECT id, title, discord_event_id FROM events ORDER BY id',
	);
	expect(ourEvents).toHaveLength(3 * ROUNDS);
	const discordEvents = standIn.state.events.list().map(({ id, name }) => `${id} ${name}`);
	expect(discordEvents.sort()).toEqual(
		ourEvents.map(({ title, discord_event_id }) => `${discord_event_id} ${title}`).sort(),
	);
	expect(standIn.state.violations).toEqual([]);
	expect(app.output()).not.toMatch(/"level":(50|60)/);
});

/**
 * Measures some rounds. Returns the median time of the event page and of the calls that create and change the
 * event, in milliseconds, and the number of requests to Discord so far.
 */
async function measure(name: string): Promise<{ page: number; call: number; requests: number }> {
	const { requests } = standIn.state;
	const pages: number[] = [];
	const calls: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const event = {
			title: `Event ${name} ${round}`,
			date: new Date(Date.now() + 3 * 86_400_000).toISOString(),
			duration: 180,
			location: 'The Hearth',
			timezone: 'Europe/Berlin',
			createDiscordEvent: true,
		};
		const started = performance.now();
		const created = await request.post('/api/events', { data: event });
		expect(created.status()).toBe(201);
		const { id } = await created.json();
		const saved = await request.put(`/api/events/${id}`, {
			data: { ...event, title: `Changed ${name} ${round}` },
		});
		expect(saved.status()).toBe(200);
		calls.push(performance.now() - started);
		const pageStarted = performance.now();
		const page = await request.get(`/events/${id}`);
		expect(await page.text()).toContain(`Changed ${name} ${round}`);
		pages.push(performance.now() - pageStarted);
	}
	return { page: median(pages), call: median(calls), requests: requests.length };
}

const median = (times: number[]) =>
	times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

async function countPending(): Promise<number> {
	const { rows: found } = await rows.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM discord_mirrors WHERE state = 'pending'`,
	);
	return found[0]?.count ?? 0;
}
