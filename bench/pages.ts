import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CardsResult, CardsTask, ServerTask } from './bare-node.ts';
import { measureFirstVisit } from './first-visit.ts';
import type { LoadKind, LoadResult, LoadTask } from './load.ts';
import { getMedian } from './measure.ts';
import { buildApp, type PagesServer, startPagesServer } from './pages-server.ts';
import {
	APP_CORE,
	canPin,
	OTHER_CORE,
	readCpuMs,
	readResidentMb,
	sendTask,
	startFile,
	startOnCore,
} from './processes.ts';
import { listRegressions, readRecord, writeRecord } from './record.ts';

/** One measurement. `cpuMs` is the CPU time of one request: of the app and PostgreSQL, or of the limit. */
type Sample = { perSecond: number; cpuMs: number; p50Ms: number; p99Ms: number; failures: number };
type Task = (typeof TASKS)[number];
type Samples = Record<Task, Sample[]>;

const TASKS = ['cards', 'list', 'json', 'event', 'upserts', 'form', 'api'] as const;
/** What is measured, by its name in the output, with the limit that it is a fraction of (docs/performance.md). */
const PAGES = [
	{ name: '/events, 30 cards', task: 'list', limit: 'cards', letter: 'c', atLeast: 0.12 },
	{ name: 'event page, 40 signups', task: 'event', limit: 'json', letter: 'b', atLeast: 0.14 },
	{ name: 'signup by form', task: 'form', limit: 'upserts', letter: 'd', atLeast: 0.08 },
	{ name: 'signup by API', task: 'api', limit: 'upserts', letter: 'd', atLeast: 0.08 },
] as const;
const SIGNUP_P99_MS = 60;
/** In this time each of the 1,000 users signs up for the same event. */
const BURST_SECONDS = 10;
const BURST_P99_MS = 500;
const ROUNDS = 3;
/** Enough requests for V8 to compile a page's code. */
const WARM_UP_REQUESTS = 300;
/** On a busy machine a measurement takes longer, instead of counting few requests. */
const MIN_REQUESTS = 100;
const PGBENCH_SCRIPT = `\\set event random(1, 30)
\\set user random(1, 1000)
INSERT INTO bench.upserts (event_id, user_id, status) VALUES (:event, :user, 'confirmed')
	ON CONFLICT (event_id, user_id) DO UPDATE SET status = excluded.status, updated_at = now();
`;

/**
 * `npm run bench -- pages`: measures the built app and this machine's limits in turn, and prints every goal of
 * docs/performance.md. Fails when a goal is missed. `--quick` is shorter and fails only when a ratio is 15 % below the
 * recorded one; `--record` records the ratios of this run.
 */
export async function measurePages(options: { quick: boolean; record: boolean }): Promise<void> {
	buildApp();
	const server = await startPagesServer(options.quick ? 3 : 5);
	try {
		const { samples, residentMb, burst } = await measureRounds(server, options.quick ? 2 : 5, !options.quick);
		const visit = await measureFirstVisit(
			`${server.app.url}/events`,
			String(server.tokens[0]),
			options.quick ? 1 : 5,
		);
		const { readySeconds, pageSeconds, residentMb: startMb } = server.start;
		printLimits(samples);
		const goals = [
			...PAGES.map((page) => checkPage(page, samples)),
			...(burst ? checkBurst(burst) : []),
			checkMaximum('cold start to the first 200 of /readyz', readySeconds, 0.8, 's'),
			checkMaximum('cold start to the first 200 of /events', pageSeconds, 0.8, 's'),
			checkMaximum('RSS at start', startMb, 210, 'MB'),
			checkMaximum('RSS under load', residentMb, 300, 'MB'),
			checkMaximum('JavaScript of /events', visit.javascriptKb, 120, 'kB'),
			checkMaximum('fonts of /events', visit.fontsKb, 45, 'kB'),
			checkMaximum('HTML of /events', visit.htmlKb, 12, 'kB'),
			checkMaximum('LCP at 1.6 Mbit/s, 150 ms, CPU ÷ 4', visit.lcpMs / 1_000, 1, 's'),
			checkMaximum('CLS', visit.cls, 0, ''),
		];
		const hasRegressed = compareWithRecord(samples, options.record);
		if (options.quick ? hasRegressed : goals.includes(false)) process.exitCode = 1;
	} finally {
		await server.stop();
	}
}

/** Measures everything in turn, so that other load on the machine affects all of it. The first round is a warm-up. */
async function measureRounds(
	server: PagesServer,
	seconds: number,
	hasBurst: boolean,
): Promise<{ samples: Samples; residentMb: number; burst: LoadResult | null }> {
	const cards = await startOnCore(APP_CORE, () => startFile('bare-node.ts', 'cards'));
	const bareServer = await startOnCore(APP_CORE, () => startFile('bare-node.ts', 'server'));
	const load = await startOnCore(OTHER_CORE, () => startFile('load.ts'));
	const { databaseUrl, tokens, appPid, postgresPid } = server;
	const eventIds = server.eventIds;
	const bareUrl = await sendTask<string>(bareServer, {
		databaseUrl,
		eventId: String(eventIds[0]),
	} satisfies ServerTask);
	let minCount = WARM_UP_REQUESTS;
	const sendLoad = (kind: LoadKind, url: string) =>
		sendTask<LoadResult>(load, { kind, url, seconds, minCount, tokens, eventIds } satisfies LoadTask);
	const runPgbench = preparePgbench(server);
	const measure = async (task: Task): Promise<Sample> => {
		switch (task) {
			case 'cards':
				return measureSample([Number(cards.pid)], () =>
					sendTask<CardsResult>(cards, { seconds } satisfies CardsTask),
				);
			case 'json':
				return measureSample([Number(bareServer.pid), postgresPid], () => sendLoad('json', bareUrl));
			case 'upserts':
				return measureSample([postgresPid], runPgbench ?? (() => sendLoad('upserts', databaseUrl)));
			default:
				return measureSample([appPid, postgresPid], () => sendLoad(task, server.app.url));
		}
	};
	const samples = Object.fromEntries(TASKS.map((task) => [task, [] as Sample[]])) as Samples;
	let burst: LoadResult | null = null;
	let residentMb = 0;
	const memoryTimer = setInterval(() => {
		residentMb = Math.max(residentMb, readResidentMb(appPid));
	}, 200);
	try {
		for (let round = 0; round <= ROUNDS; round += 1) {
			for (const task of TASKS) {
				const sample = await measure(task);
				if (round > 0) samples[task].push(sample);
				if (task === 'form' || task === 'api') await server.resetSignups();
			}
			minCount = MIN_REQUESTS;
		}
		if (hasBurst) {
			burst = await sendTask<LoadResult>(load, {
				kind: 'burst',
				url: server.app.url,
				seconds: BURST_SECONDS,
				minCount: 0,
				tokens,
				eventIds,
			} satisfies LoadTask);
		}
	} finally {
		clearInterval(memoryTimer);
		for (const child of [cards, bareServer, load]) child.kill();
	}
	return { samples, residentMb, burst };
}

async function measureSample(
	pids: number[],
	run: () => Promise<(CardsResult & Partial<LoadResult>) | LoadResult>,
): Promise<Sample> {
	const cpuBefore = readCpuMs(pids);
	const { count, seconds, p50Ms = 0, p99Ms = 0, failures = [] } = await run();
	if (count === 0) throw new Error(`No request succeeded: ${failures[0]}`);
	const cpuMs = (readCpuMs(pids) - cpuBefore) / count;
	return { p50Ms, p99Ms, perSecond: count / seconds, cpuMs, failures: failures.length };
}

/**
 * Returns a function that runs pgbench, or null where it is not installed; then the load generator sends the upserts.
 */
function preparePgbench({ directory, databaseUrl }: PagesServer): (() => Promise<CardsResult>) | null {
	if (spawnSync('pgbench', ['--version']).status !== 0) return null;
	const script = path.join(directory, 'upserts.sql');
	writeFileSync(script, PGBENCH_SCRIPT);
	// A fixed number of upserts, so that connecting is always the same small share of the CPU time.
	const args = ['-n', '-M', 'prepared', '-c', '32', '-j', '1', '-t', '1500', '-f', script, databaseUrl];
	return async () => {
		const { stdout, stderr } = await promisify(execFile)('pgbench', args);
		const count = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
		const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
		if (!count || !perSecond) throw new Error(`pgbench failed:\n${stdout}${stderr}`);
		return { count, seconds: count / perSecond };
	};
}

function printLimits(samples: Samples): void {
	const describe = (task: Task) => {
		const [perSecond, cpuMs] = [medianOf(samples[task], 'perSecond'), medianOf(samples[task], 'cpuMs')];
		return `${format(perSecond)}/s, ${format(cpuMs)} ms of CPU`;
	};
	const upserts = spawnSync('pgbench', ['--version']).status === 0 ? 'pgbench' : 'the pg client';
	console.log(`c, 30 plain cards rendered by React:        ${describe('cards')}`);
	console.log(`b, event and 40 signups as JSON from Node:  ${describe('json')}`);
	console.log(`d, upserts by ${upserts.padEnd(30)}${describe('upserts')}`);
	if (!canPin)
		console.log('Without taskset and a second core, the app and the load generator share all cores.');
}

/** Prints a page with its ratios, and returns whether it reaches its goal. */
function checkPage(
	{ name, task, limit, letter, atLeast }: (typeof PAGES)[number],
	samples: Samples,
): boolean {
	const ratio = compareThroughput(samples[task], samples[limit]);
	const p99Ms = medianOf(samples[task], 'p99Ms');
	const isSignup = letter === 'd';
	const failures = samples[task].reduce((sum, sample) => sum + sample.failures, 0);
	const isReached = ratio >= atLeast && (!isSignup || p99Ms <= SIGNUP_P99_MS) && failures === 0;
	const goal = `must reach ${atLeast} ${letter}${isSignup ? `, p99 ${SIGNUP_P99_MS} ms` : ''}`;
	console.log(
		`${isReached ? '✓' : '✗'} ${name}: ${format(medianOf(samples[task], 'perSecond'))}/s = ${format(ratio)} ${letter}` +
			` (${goal}); by CPU time ${format(compareCpuTime(samples[task], samples[limit]))} ${letter},` +
			` ${format(medianOf(samples[task], 'cpuMs'))} ms a request;` +
			` p50 ${format(medianOf(samples[task], 'p50Ms'))} ms, p99 ${format(p99Ms)} ms${failures > 0 ? `; ${failures} requests failed` : ''}`,
	);
	return isReached;
}

const checkBurst = ({ count, p99Ms, failures }: LoadResult): boolean[] => [
	checkMaximum(
		`failures of ${count + failures.length} signups for one event in 10 s`,
		failures.length,
		0,
		'',
	),
	checkMaximum('p99 of these signups', p99Ms, BURST_P99_MS, 'ms'),
];

function checkMaximum(name: string, value: number, max: number, unit: string): boolean {
	const isReached = value <= max;
	console.log(
		`${isReached ? '✓' : '✗'} ${name}: ${format(value)} ${unit} (must reach at most ${max} ${unit})`,
	);
	return isReached;
}

/** Returns the throughput as a fraction of the limit's, by the median of the rounds. */
const compareThroughput = (samples: Sample[], limits: Sample[]): number =>
	getMedian(samples.map(({ perSecond }, i) => perSecond / (limits[i]?.perSecond ?? Number.NaN)));

/** The same by CPU time. On a quiet machine both are equal, because the app's core is the bottleneck. */
const compareCpuTime = (samples: Sample[], limits: Sample[]): number =>
	getMedian(samples.map(({ cpuMs }, i) => (limits[i]?.cpuMs ?? Number.NaN) / cpuMs));

/** Compares the ratios by CPU time with the recorded ones, or records them. Returns whether one is too far below. */
function compareWithRecord(samples: Samples, shouldRecord: boolean): boolean {
	const ratios = PAGES.map(
		({ name, task, limit }) => [name, compareCpuTime(samples[task], samples[limit])] as const,
	);
	if (shouldRecord) {
		writeRecord(ratios);
		return false;
	}
	const recorded = readRecord();
	const regressions = listRegressions(ratios, recorded);
	for (const [name, ratio] of regressions) {
		console.log(`✗ ${name}: ${format(ratio)} by CPU time, recorded ${recorded[name]}`);
	}
	return regressions.length > 0;
}

const medianOf = (samples: Sample[], key: keyof Sample): number => getMedian(samples.map((one) => one[key]));

/** Three significant digits. */
const format = (value: number): string => String(Number(value.toPrecision(3)));
