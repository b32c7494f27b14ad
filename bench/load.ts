import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/**
 * The load generator of `npm run bench -- pages`: a separate process, so that it can run on another core than the app.
 * It receives a `LoadTask` from its parent and returns a `LoadResult`.
 */
export type LoadTask = {
	kind: LoadKind;
	url: string;
	/** The load lasts at least `seconds` and continues until `minCount` responses have arrived. */
	seconds: number;
	minCount: number;
	tokens: string[];
	eventIds: string[];
};
export type LoadKind = 'list' | 'event' | 'page' | 'form' | 'api' | 'json' | 'upserts' | 'burst';
export type LoadResult = {
	/** The expected responses; only these have a latency. */
	count: number;
	seconds: number;
	p50Ms: number;
	p99Ms: number;
	/** Other responses and connection errors. */
	failures: string[];
};

type Work = () => Promise<void>;

const CONNECTIONS = 32;
const STATUSES = ['confirmed', 'late', 'tentative', 'declined'];
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

process.on('message', async (task: LoadTask) => process.send?.(await run(task)));

async function run(task: LoadTask): Promise<LoadResult> {
	if (task.kind === 'burst') return sendBurst(task);
	const clients = task.kind === 'upserts' ? await connectClients(task.url) : [];
	const work = (index: number): Work => {
		const client = clients[index];
		return client ? () => upsert(client) : () => send(task);
	};
	const durationsMs: number[] = [];
	const failures: string[] = [];
	const start = performance.now();
	const end = start + task.seconds * 1_000;
	const runConnection = async (workOnce: Work) => {
		while (performance.now() < end || durationsMs.length + failures.length < task.minCount) {
			const sentAt = performance.now();
			try {
				await workOnce();
				durationsMs.push(performance.now() - sentAt);
			} catch (error) {
				failures.push(String(error));
			}
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => runConnection(work(index))));
	const seconds = (performance.now() - start) / 1_000;
	for (const client of clients) await client.end();
	return summarize(durationsMs, seconds, failures);
}

/** Each user signs up once for the first event, on a separate connection, evenly spread over `seconds`. */
async function sendBurst({ url, tokens, eventIds, seconds }: LoadTask): Promise<LoadResult> {
	const durationsMs: number[] = [];
	const failures: string[] = [];
	const signUp = async (token: string, index: number) => {
		await wait((index * seconds * 1_000) / tokens.length);
		const sentAt = performance.now();
		try {
			const address = `${url}/events/${eventIds[0]}`;
			await exchange(
				address,
				'POST',
				formHeaders(url, token),
				'intent=signups.put&status=confirmed',
				[303],
				false,
			);
			durationsMs.push(performance.now() - sentAt);
		} catch (error) {
			failures.push(String(error));
		}
	};
	await Promise.all(tokens.map(signUp));
	return summarize(durationsMs, seconds, failures);
}

function summarize(durationsMs: number[], seconds: number, failures: string[]): LoadResult {
	durationsMs.sort((a, b) => a - b);
	const percentile = (share: number) => durationsMs[Math.floor((durationsMs.length - 1) * share)] ?? 0;
	return { count: durationsMs.length, seconds, p50Ms: percentile(0.5), p99Ms: percentile(0.99), failures };
}

/** Sends one request as a random user. Throws when the response is not the expected one. */
function send({ kind, url, tokens, eventIds }: LoadTask): Promise<void> {
	const cookie = browserHeaders(pick(tokens));
	const status = pick(STATUSES);
	switch (kind) {
		case 'list':
			return exchange(`${url}/events`, 'GET', cookie, '', [200]);
		case 'event':
			return exchange(`${url}/events/${eventIds[0]}`, 'GET', cookie, '', [200]);
		case 'page':
			return exchange(url, 'GET', cookie, '', [200]);
		case 'form':
			return exchange(
				`${url}/events`,
				'POST',
				formHeaders(url, pick(tokens)),
				`intent=signups.put&eventId=${pick(eventIds)}&status=${status}`,
				[302, 303],
			);
		case 'api':
			return exchange(
				`${url}/api/events/${pick(eventIds)}/signup`,
				'POST',
				{ Authorization: `Bearer ${pick(tokens)}`, 'Content-Type': 'application/json' },
				JSON.stringify({ status }),
				[200, 201],
			);
		default:
			return exchange(url, 'GET', {}, '', [200]);
	}
}

const browserHeaders = (token: string) => ({
	// Without the zone every request would be a first visit, whose page contains its styles.
	Cookie: `session=${token}; zone=Europe%2FBerlin`,
	'Accept-Encoding': 'gzip, deflate, br, zstd',
});

const formHeaders = (url: string, token: string) => ({
	...browserHeaders(token),
	'Content-Type': 'application/x-www-form-urlencoded',
	Origin: url,
});

function exchange(
	url: string,
	method: string,
	headers: Record<string, string>,
	body: string,
	expected: number[],
	connections: Agent | false = agent,
): Promise<void> {
	return new Promise((resolve, reject) => {
		const outgoing = request(url, {
			method,
			agent: connections,
			headers: body ? { ...headers, 'Content-Length': Buffer.byteLength(body) } : headers,
		});
		outgoing.on('error', reject);
		outgoing.on('response', (incoming) => {
			const status = incoming.statusCode ?? 0;
			if (!expected.includes(status)) reject(new Error(`${method} ${url} responded with ${status}`));
			incoming.on('error', reject).on('end', resolve).resume();
		});
		outgoing.end(body);
	});
}

async function connectClients(connectionString: string): Promise<pg.Client[]> {
	const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString }));
	for (const client of clients) await client.connect();
	return clients;
}

/** The same statement as `PGBENCH_SCRIPT` of pages.ts, which pgbench runs. */
async function upsert(client: pg.Client): Promise<void> {
	await client.query({
		name: 'upsert',
		text: `INSERT INTO bench.upserts (event_id, user_id, status) VALUES ($1, $2, $3)
			ON CONFLICT (event_id, user_id) DO UPDATE SET status = excluded.status, updated_at = now()`,
		values: [1 + Math.floor(Math.random() * 30), 1 + Math.floor(Math.random() * 1_000), pick(STATUSES)],
	});
}

const pick = (values: string[]): string => values[Math.floor(Math.random() * values.length)] ?? '';
