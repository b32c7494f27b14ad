import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { send } from './live.ts';
import type { Ratio } from './measure.ts';
import { buildApp, type PagesServer, startPagesServer } from './pages-server.ts';

const SIGNUPS = 500;
const PLACES = 15;
/** One signup each, so that 500 are sent in ten seconds, whether the earlier ones have got their response or not. */
const SIGNUP_MS = 20;

/**
 * Measures 500 signups within ten seconds for an event with 15 places, and for one without a limit: the 99th percentile
 * of the times, as a ratio. Throws when a signup fails, or when the wrong users have the places.
 */
export async function measurePlaces(): Promise<Ratio[]> {
	buildApp();
	const server = await startPagesServer(0);
	const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 1 });
	const [warmUp = '', unlimited = '', limited = ''] = server.eventIds.slice(1);
	try {
		for (const id of [warmUp, limited])
			await pool.query('UPDATE events SET capacity = $2 WHERE id = $1', [id, PLACES]);
		await measureSignups(server, warmUp);
		const without = await measureSignups(server, unlimited);
		const limit = await measureSignups(server, limited);
		const { rows } = await pool.query<{ placed: number; waiting: number; is_ordered: boolean }>(
			`SELECT count(*) FILTER (WHERE place = 'placed')::int AS placed,
				count(*) FILTER (WHERE place = 'waiting')::int AS waiting
			FROM signups WHERE event_id = $1`,
			[limited],
		);
		const [counts] = rows;
		if (counts?.placed !== PLACES || counts.waiting !== SIGNUPS - PLACES)
			throw new Error(`The places are wrong: ${JSON.stringify(counts)}`);
		console.log(
			`${SIGNUPS} signups in ${((SIGNUPS * SIGNUP_MS) / 1_000).toFixed(0)} seconds: median and p99 ${without.median.toFixed(1)} and ${without.p99.toFixed(1)} ms without a limit, ${limit.median.toFixed(1)} and ${limit.p99.toFixed(1)} ms for ${PLACES} places`,
		);
		return [
			{
				name: `p99 of a signup for ${PLACES} places / without a limit`,
				ratio: limit.p99 / without.p99,
				ceiling: 2,
			},
		];
	} finally {
		await pool.end();
		await server.stop();
	}
}

/** Signs 500 users up for an event, one every 20 ms, and returns the times of their requests in milliseconds. */
async function measureSignups({ app, tokens }: PagesServer, eventId: string) {
	const url = `${app.url}/api/events/${eventId}/signup`;
	const agent = new Agent({ keepAlive: true });
	const body = JSON.stringify({ status: 'confirmed' });
	const startedAt = performance.now();
	const requests: Promise<number>[] = [];
	for (let n = 0; n < SIGNUPS; n += 1) {
		const sentAt = performance.now();
		requests.push(
			send(url, { agent, token: String(tokens[n]), body }).then(() => performance.now() - sentAt),
		);
		await wait(Math.max(0, startedAt + (n + 1) * SIGNUP_MS - performance.now()));
	}
	const times = (await Promise.all(requests)).toSorted((a, b) => a - b);
	agent.destroy();
	const at = (share: number) => times[Math.ceil(share * SIGNUPS) - 1] ?? Number.NaN;
	return { median: at(0.5), p99: at(0.99) };
}
