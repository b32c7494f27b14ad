import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { findBrowser } from '~/tests/e2e/support/browser.ts';
import type { Ratio } from './measure.ts';
import { buildApp, type PagesServer, SIGNUPS_OF_FIRST_EVENT, startPagesServer } from './pages-server.ts';
import { readCpuMs } from './processes.ts';

const PAGES = 200;
const SIGNUPS = 100;
/** One signup each, so that 100 take ten seconds. */
const SIGNUP_MS = 100;
/** The share of a core that 200 open streams may use. */
const MAX_SHARE = 0.2;
/** How often it is measured when a page of another replica shows a signup, and how long that may take. */
const CROSS_REPLICA_SAMPLES = 50;
const MAX_CROSS_REPLICA_MS = 1_000;
/** How long all pages may take to be right after the last signup, in the times that a page waits between two loads. */
const MAX_WAITS = 2;

/** An open page: it loads again when its event has changed, but waits between two loads as long as the stream says. */
type Page = { loadedAt: number; waitMs: number; close: () => void };

/**
 * Measures 200 open pages of one event while 100 users sign up: the share of a core that the streams alone
 * use, and how late the pages are. That is the time from the last signup until all pages have been loaded
 * again, as a ratio to the time that pages wait between loads. Then measures in a browser how soon a page of
 * one replica shows a signup in another.
 */
export async function measureLive(): Promise<Ratio[]> {
	buildApp();
	const server = await startPagesServer(0);
	try {
		// The first signups also compile code.
		await measureSignups(server);
		const alone = await measureSignups(server);
		const streams = await openPages(server, { shouldLoad: false });
		const watched = await measureSignups(server);
		for (const { close } of streams) close();
		const pages = await openPages(server, { shouldLoad: true });
		const loading = await measureSignups(server);
		const isRight = ({ loadedAt }: Page) => loadedAt >= loading.endedAt;
		while (!pages.every(isRight)) await wait(5);
		const rightMs = performance.now() - loading.endedAt;
		const waitMs = pages[0]?.waitMs ?? Number.NaN;
		for (const { close } of pages) close();
		const crossReplicaMs = await measureCrossReplicaMs(server);
		const share = watched.share - alone.share;
		console.log(
			`signups alone ${alone.share.toFixed(3)} of a core, with ${PAGES} streams ${watched.share.toFixed(3)}, with pages that load ${loading.share.toFixed(3)}; p99 of a signup ${alone.p99.toFixed(0)}, ${watched.p99.toFixed(0)}, ${loading.p99.toFixed(0)} ms; all pages right ${rightMs.toFixed(0)} ms after the last signup; p95 until another replica's page shows a signup ${crossReplicaMs.toFixed(0)} ms`,
		);
		return [
			{ name: `${PAGES} streams: share of a core`, ratio: share, ceiling: MAX_SHARE },
			{
				name: `${PAGES} pages: time until all are right, in waits`,
				ratio: rightMs / waitMs,
				ceiling: MAX_WAITS,
			},
			{
				name: 'p95 until a page of another replica shows a signup, in seconds',
				ratio: crossReplicaMs / MAX_CROSS_REPLICA_MS,
				ceiling: 1,
			},
		];
	} finally {
		await server.stop();
	}
}

/** Signs users up for the first event, one after the other, and returns the app's share of a core during this time. */
async function measureSignups({ app, appPid, tokens, eventIds, resetSignups }: PagesServer) {
	await resetSignups();
	const url = `${app.url}/api/events/${eventIds[0]}/signup`;
	const agent = new Agent({ keepAlive: true });
	const startedAt = performance.now();
	const cpuMs = readCpuMs([appPid]);
	const times: number[] = [];
	for (let n = 0; n < SIGNUPS; n += 1) {
		const sentAt = performance.now();
		await send(url, {
			agent,
			token: String(tokens[PAGES + n]),
			body: JSON.stringify({ status: 'confirmed' }),
		});
		times.push(performance.now() - sentAt);
		await wait(Math.max(0, startedAt + (n + 1) * SIGNUP_MS - performance.now()));
	}
	agent.destroy();
	const endedAt = performance.now();
	const p99 = times.toSorted((a, b) => a - b)[Math.floor(0.99 * SIGNUPS) - 1] ?? Number.NaN;
	return { endedAt, p99, share: (readCpuMs([appPid]) - cpuMs) / (endedAt - startedAt) };
}

/**
 * Returns the 95th percentile of the times from sending a signup until a page of another replica shows it, in
 * milliseconds.
 */
async function measureCrossReplicaMs({
	app,
	tokens,
	eventIds,
	startReplica,
	resetSignups,
}: PagesServer): Promise<number> {
	await resetSignups();
	const replica = await startReplica();
	const browser = await chromium.launch(await findBrowser());
	const agent = new Agent({ keepAlive: true });
	try {
		const context = await browser.newContext();
		await context.addCookies([{ name: 'session', value: String(tokens[0]), url: replica.url }]);
		const page = await context.newPage();
		const opened = page.waitForResponse((response) => response.url().includes('/live?'));
		await page.goto(`${replica.url}/events/${eventIds[0]}`);
		await opened;
		const times: number[] = [];
		for (let n = 1; n <= CROSS_REPLICA_SAMPLES; n += 1) {
			// A page that has just loaded would wait.
			await wait(1_200);
			const sentAt = performance.now();
			const token = String(tokens[PAGES + n]);
			await send(`${app.url}/api/events/${eventIds[0]}/signup`, { agent, token, body: '{"status":"late"}' });
			await page.getByText(`${SIGNUPS_OF_FIRST_EVENT + n} signups`, { exact: true }).waitFor();
			times.push(performance.now() - sentAt);
		}
		return times.toSorted((a, b) => a - b)[Math.ceil(0.95 * CROSS_REPLICA_SAMPLES) - 1] ?? Number.NaN;
	} finally {
		agent.destroy();
		await browser.close();
		await replica.stop();
	}
}

function openPages(
	{ app, tokens, eventIds }: PagesServer,
	options: { shouldLoad: boolean },
): Promise<Page[]> {
	const agent = new Agent({ keepAlive: true, maxSockets: 32 });
	return Promise.all(
		tokens.slice(0, PAGES).map(async (token) => {
			const response = await connect(`${app.url}/live?events=${eventIds[0]}`, token);
			const page: Page = { loadedAt: 0, waitMs: 1_000, close: () => response.destroy() };
			let hasChanged = false;
			let isLoading = false;
			const load = async () => {
				if (isLoading || !options.shouldLoad) return;
				isLoading = true;
				while (hasChanged) {
					hasChanged = false;
					const startedAt = performance.now();
					await send(`${app.url}/events/${eventIds[0]}.data`, { agent, token });
					page.loadedAt = startedAt;
					await wait(Math.max(0, startedAt + page.waitMs - performance.now()));
				}
				isLoading = false;
			};
			response.setEncoding('utf8').on('data', (text: string) => {
				const [, waitMs] = /"waitMs":(\d+)/.exec(text) ?? [];
				if (waitMs) page.waitMs = Number(waitMs);
				if (!text.includes('event: changed')) return;
				hasChanged = true;
				void load();
			});
			response.on('error', () => undefined);
			return page;
		}),
	);
}

const connect = (url: string, token: string) =>
	new Promise<IncomingMessage>((resolve, reject) => {
		get(url, { agent: false, headers: { Cookie: `session=${token}` } }, resolve).on('error', reject);
	});

/** Sends a request and waits for the whole response. Throws when it fails. */
export function send(
	url: string,
	{ agent, token, body }: { agent: Agent; token: string; body?: string },
): Promise<void> {
	const headers = {
		Authorization: `Bearer ${token}`,
		...(body ? { 'Content-Type': 'application/json', 'Content-Length': body.length } : {}),
	};
	return new Promise((resolve, reject) => {
		const sent = request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
			const isOk = [200, 201].includes(response.statusCode ?? 0);
			response
				.on('end', () => (isOk ? resolve() : reject(new Error(`${url}: ${response.statusCode}`))))
				.resume();
		});
		sent.on('error', reject);
		sent.end(body);
	});
}
