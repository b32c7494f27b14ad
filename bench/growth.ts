import pg from 'pg';
import { fillLargeCommunity } from '~/tests/support/large-community.ts';
import type { LoadKind, LoadResult, LoadTask } from './load.ts';
import { getMedian, type Ratio } from './measure.ts';
import { buildApp, type PagesServer, startPagesServer } from './pages-server.ts';
import { OTHER_CORE, readCpuMs, sendTask, startFile, startOnCore } from './processes.ts';

/** The maximum ratio of the CPU times of a page. */
const MAX_RATIO = 1.05;
/** The signups of a user are counted one by one. */
const MAX_MANY_SIGNUPS_RATIO = 1.5;
const ROUNDS = 4;
const SECONDS = 1;
/** Enough requests for V8 to compile a page's code. */
const WARM_UP_REQUESTS = 200;
const MIN_REQUESTS = 60;
/** These users have already signed up for every upcoming event, so measuring only changes rows. */
const SIGNED_UP_USERS = 12;

type Page = {
	name: string;
	kind: LoadKind;
	path?: string;
	tokens: (tokens: string[]) => string[];
	maxRatio?: number;
};

/** The first user is an admin, and has signed up for every past event. */
const takeFirstToken = (tokens: string[]) => tokens.slice(0, 1);
const takeOtherTokens = (tokens: string[]) => tokens.slice(1);
const PAGES: Page[] = [
	{ name: 'list', kind: 'list', tokens: takeOtherTokens },
	{ name: 'event page', kind: 'event', tokens: takeOtherTokens },
	{ name: 'profile', kind: 'page', path: '/profile', tokens: takeOtherTokens },
	{ name: '/admin/users', kind: 'page', path: '/admin/users', tokens: takeFirstToken },
	{ name: '/admin/signups', kind: 'page', path: '/admin/signups', tokens: takeFirstToken },
	{
		name: 'profile of a user with 10,000 signups',
		kind: 'page',
		path: '/profile',
		tokens: takeFirstToken,
		maxRatio: MAX_MANY_SIGNUPS_RATIO,
	},
	// Last, because the dead rows of changed signups slow down what reads them.
	{ name: 'signup', kind: 'form', tokens: (tokens) => tokens.slice(0, SIGNED_UP_USERS) },
];

/** The CPU time of one request. */
type CpuTimes = { appMs: number; postgresMs: number };

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
			// The rows are written to the disk now, not while the pages are measured.
			await runSql(databaseUrl, 'CHECKPOINT');
		}
		const send = (server: PagesServer, page: Page, minCount: number) =>
			sendTask<LoadResult>(load, {
				kind: page.kind,
				url: server.app.url + (page.path ?? ''),
				seconds: SECONDS,
				minCount,
				tokens: page.tokens(server.tokens),
				eventIds: server.eventIds,
			} satisfies LoadTask);
		const measure = async (server: PagesServer, page: Page): Promise<CpuTimes> => {
			const readTimes = () => [readCpuMs([server.appPid]), readCpuMs([server.postgresPid])] as const;
			const before = readTimes();
			const { count, failures } = await send(server, page, MIN_REQUESTS);
			if (failures.length > 0) throw new Error(`A request for ${page.name} failed: ${failures[0]}`);
			const after = readTimes();
			return { appMs: (after[0] - before[0]) / count, postgresMs: (after[1] - before[1]) / count };
		};
		const ratios: Ratio[] = [];
		for (const page of PAGES) {
			for (const server of servers) await send(server, page, WARM_UP_REQUESTS);
			const rounds: { small: CpuTimes; large: CpuTimes }[] = [];
			for (let round = 0; round < ROUNDS; round += 1) {
				rounds.push({ small: await measure(small, page), large: await measure(large, page) });
			}
			const describe = (size: 'small' | 'large') => {
				const medianOf = (part: keyof CpuTimes) =>
					getMedian(rounds.map((round) => round[size][part])).toFixed(1);
				return `${medianOf('appMs')} + ${medianOf('postgresMs')} ms`;
			};
			const sum = ({ appMs, postgresMs }: CpuTimes) => appMs + postgresMs;
			ratios.push({
				name: `${page.name}, 10⁶ / 400 signups (app + database ${describe('small')}, ${describe('large')})`,
				ratio: getMedian(rounds.map((round) => sum(round.large) / sum(round.small))),
				ceiling: page.maxRatio ?? MAX_RATIO,
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
