import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { fillLargeCommunity } from '~/tests/support/large-community.ts';
import type { LoadKind, LoadOrder, LoadResult } from './load.ts';
import { getMedian, type Ratio } from './measure.ts';
import { buildApp, type PagesServer, startPagesServer } from './pages-server.ts';
import { OTHER_CORE, readCpuMs, sendOrder, startFile, startOnCore } from './processes.ts';

/** The maximum ratio of the CPU times of a page. */
const MAX_RATIO = 1.05;
const ROUNDS = 4;
const SECONDS = 1;
/** Until V8 has compiled the code of a page. */
const WARM_UP_REQUESTS = 200;
const MIN_REQUESTS = 60;
/** The users who have signed up for every upcoming event, so that their signups only change. */
const SIGNED_UP_USERS = 12;

type Page = { name: string; kind: LoadKind; path?: string; tokens: (tokens: string[]) => string[] };

/** The first user is an admin, and has signed up for every past event. */
const ofFirst = (tokens: string[]) => tokens.slice(0, 1);
const ofOthers = (tokens: string[]) => tokens.slice(1);
const PAGES: Page[] = [
	{ name: 'list', kind: 'list', tokens: ofOthers },
	{ name: 'event page', kind: 'event', tokens: ofOthers },
	{ name: 'signup', kind: 'form', tokens: (tokens) => tokens.slice(0, SIGNED_UP_USERS) },
	{ name: 'profile', kind: 'page', path: '/profile', tokens: ofOthers },
	{ name: '/admin/users', kind: 'page', path: '/admin/users', tokens: ofFirst },
	{ name: '/admin/signups', kind: 'page', path: '/admin/signups', tokens: ofFirst },
	{ name: 'profile of a user with 10,000 signups', kind: 'page', path: '/profile', tokens: ofFirst },
];

/**
 * Compares the CPU time of the pages with 1,000,000 signups to the same with 400. Two servers with the built app are
 * measured in turn, so that other load on the machine affects both.
 */
export async function measureGrowth(): Promise<Ratio[]> {
	buildApp();
	const servers: PagesServer[] = [];
	const load = await startOnCore(OTHER_CORE, () => startFile('load.ts'));
	try {
		for (let i = 0; i < 2; i += 1) servers.push(await startPagesServer(0));
		const [small, large] = servers as [PagesServer, PagesServer];
		await fillLargeCommunity(large.databaseUrl);
		for (const { databaseUrl } of servers) {
			await runSql(databaseUrl, `UPDATE users SET role = 'admin' WHERE id = 1`);
		}
		const send = (server: PagesServer, page: Page, minCount: number) =>
			sendOrder<LoadResult>(load, {
				...{ kind: page.kind, url: server.app.url + (page.path ?? ''), seconds: SECONDS, minCount },
				...{ tokens: page.tokens(server.tokens), eventIds: server.eventIds },
			} satisfies LoadOrder);
		const ratios: Ratio[] = [];
		for (const page of PAGES) {
			for (const server of servers) await send(server, page, WARM_UP_REQUESTS);
			const rounds: { smallMs: number; largeMs: number }[] = [];
			for (let round = 0; round < ROUNDS; round += 1) {
				// The dead rows of the signups do not add up.
				for (const { databaseUrl } of servers) await runSql(databaseUrl, 'VACUUM signups');
				const measure = async (server: PagesServer) => {
					const pids = [server.appPid, server.postgresPid];
					// The autovacuum that the load before has caused is not part of this one.
					await wait(100);
					const cpuBefore = readCpuMs(pids);
					const { count, failures } = await send(server, page, MIN_REQUESTS);
					if (failures.length > 0) throw new Error(`A request for ${page.name} failed: ${failures[0]}`);
					return (readCpuMs(pids) - cpuBefore) / count;
				};
				rounds.push({ smallMs: await measure(small), largeMs: await measure(large) });
			}
			const [smallMs, largeMs] = [
				getMedian(rounds.map((round) => round.smallMs)),
				getMedian(rounds.map((round) => round.largeMs)),
			];
			ratios.push({
				name: `${page.name}, 10⁶ / 400 signups (CPU ${smallMs.toFixed(1)} ms, ${largeMs.toFixed(1)} ms)`,
				ratio: getMedian(rounds.map((round) => round.largeMs / round.smallMs)),
				ceiling: MAX_RATIO,
			});
		}
		return ratios;
	} finally {
		load.kill();
		for (const server of servers) await server.stop();
	}
}

async function runSql(connectionString: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	try {
		await client.query(sql);
	} finally {
		await client.end();
	}
}
