import { createHash, randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { fillLargeCommunity } from '~/tests/support/large-community.ts';
import type { Ratio } from './measure.ts';
import { buildApp, type PagesServer, startPagesServer } from './pages-server.ts';
import { readResidentMb } from './processes.ts';

const PICTURE_BYTES = 9_000_000;
/** Connections whose client asks for the picture and never reads it. */
const UNREAD = 40;
/** Clients that read the picture again and again. */
const READERS = 20;
const SECONDS = 15;
const MAX_MB = 300;
const MAX_P99_MS = 250;
const MAX_P99_BESIDE_EXPORT_MS = 100;

/**
 * Measures the app's memory and the time of pages while clients ask for a large picture: 40 that never read it, and 20
 * that read it all the time. Then the time of pages while an admin downloads 1,000,000 signups.
 */
export async function measureClients(): Promise<Ratio[]> {
	buildApp();
	const server = await startPagesServer(0);
	const { app, appPid, tokens, databaseUrl } = server;
	const unread: Socket[] = [];
	try {
		const path = await insertPicture(databaseUrl);
		const headers = { Cookie: `session=${tokens[0]}` };
		for (let n = 0; n < 100; n += 1) await readAll(`${app.url}/events`, headers);
		const beforeMb = readResidentMb(appPid);
		const alone = await measurePages(app.url, String(tokens[1]), SECONDS / 3);
		for (let n = 0; n < UNREAD; n += 1) unread.push(askAndIgnore(app.url, path, String(tokens[0])));
		const pictures = await measureBeside(server, path, READERS);
		console.log(
			`p99 of a page ${alone.toFixed(0)} ms alone, ${pictures.p99.toFixed(0)} ms with the clients; memory ${beforeMb.toFixed(0)} MB before, at most ${pictures.mostMb.toFixed(0)} MB; ${pictures.reads} pictures read in ${SECONDS} seconds`,
		);
		for (const socket of unread) socket.destroy();
		await fillLargeCommunity(databaseUrl);
		await runSql(databaseUrl, `UPDATE users SET role = 'admin' WHERE id = 1`);
		const exported = await measureBeside(server, '/admin/export/signups.csv', 1);
		console.log(
			`p99 of a page ${exported.p99.toFixed(0)} ms beside an export; memory at most ${exported.mostMb.toFixed(0)} MB`,
		);
		return [
			...[pictures, exported].map(({ mostMb }, index) => ({
				name: `memory with ${index === 0 ? 'these clients' : 'an export'}, in parts of ${MAX_MB} MB`,
				ratio: mostMb / MAX_MB,
				ceiling: 1,
			})),
			{ name: `p99 of a page, in parts of ${MAX_P99_MS} ms`, ratio: pictures.p99 / MAX_P99_MS, ceiling: 1 },
			{
				name: `p99 of a page beside an export, in parts of ${MAX_P99_BESIDE_EXPORT_MS} ms`,
				ratio: exported.p99 / MAX_P99_BESIDE_EXPORT_MS,
				ceiling: 1,
			},
		];
	} finally {
		for (const socket of unread) socket.destroy();
		await server.stop();
	}
}

/** Measures pages while `readers` clients, with the first session, read an address again and again. */
async function measureBeside({ app, appPid, tokens }: PagesServer, path: string, readers: number) {
	const stop = new AbortController();
	let mostMb = 0;
	let reads = 0;
	const headers = { Cookie: `session=${tokens[0]}` };
	const reading = Array.from({ length: readers }, async () => {
		while (!stop.signal.aborted) {
			await readAll(app.url + path, headers, false, stop.signal).catch((error: unknown) => {
				if (!stop.signal.aborted) throw error;
			});
			reads += 1;
		}
	});
	const watching = (async () => {
		while (!stop.signal.aborted) {
			mostMb = Math.max(mostMb, readResidentMb(appPid));
			await wait(100);
		}
	})();
	const p99 = await measurePages(app.url, String(tokens[1]), SECONDS);
	stop.abort();
	await Promise.all([...reading, watching]);
	return { p99, mostMb, reads };
}

async function runSql(connectionString: string, sql: string, values: unknown[] = []): Promise<void> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	await client.query(sql, values);
	await client.end();
}

/** Inserts a picture of random bytes and returns its path. */
async function insertPicture(connectionString: string): Promise<string> {
	const bytes = randomBytes(PICTURE_BYTES);
	const hash = createHash('sha256').update(bytes).digest('hex');
	await runSql(
		connectionString,
		`INSERT INTO images (content_hash, mime, bytes, width, height) VALUES ($1, 'image/png', $2, 64, 48)`,
		[hash, bytes],
	);
	return `/images/${hash}`;
}

function askAndIgnore(url: string, path: string, token: string): Socket {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname, () => {
		socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: session=${token}\r\n\r\n`);
	});
	socket.on('error', () => undefined);
	return socket.pause();
}

/** Requests the list twenty times a second and returns the 99th percentile of the times, in milliseconds. */
async function measurePages(url: string, token: string, seconds: number): Promise<number> {
	const agent = new Agent({ keepAlive: true });
	const times: number[] = [];
	const endsAt = performance.now() + seconds * 1_000;
	while (performance.now() < endsAt) {
		const startedAt = performance.now();
		await readAll(`${url}/events`, { Cookie: `session=${token}` }, agent);
		const time = performance.now() - startedAt;
		times.push(time);
		await wait(Math.max(0, 50 - time));
	}
	agent.destroy();
	return times.toSorted((a, b) => a - b)[Math.ceil(0.99 * times.length) - 1] ?? Number.NaN;
}

const readAll = (
	url: string,
	headers: Record<string, string>,
	agent: Agent | false = false,
	signal?: AbortSignal,
) =>
	new Promise<void>((resolve, reject) => {
		get(url, { agent, headers, signal }, (response) => {
			const isOk = response.statusCode === 200;
			response
				.on('end', () => (isOk ? resolve() : reject(new Error(`${url}: ${response.statusCode}`))))
				.on('error', reject)
				.resume();
		}).on('error', reject);
	});
