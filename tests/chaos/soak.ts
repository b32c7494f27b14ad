import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, startCluster } from './support/cluster.ts';
import { expectInvariants } from './support/invariants.ts';
import { Load } from './support/load.ts';

/**
 * `npm run test:soak`: a mixed load on two replicas for SOAK_MINUTES (10) after a warm-up. It fails when too many
 * requests fail, when responses become slow, when memory grows after the warm-up, or when a connection stays open.
 */
const DURATION_MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
/** Caches, compiled code and the heap reach their size during the warm-up; its requests are judged as well. */
const WARM_UP_MINUTES = 10;
const SAMPLE_INTERVAL_MS = 10_000;
/** Without a limit V8 sizes the heap by the machine's memory, and resident memory would not reveal a leak. */
const HEAP_OPTIONS = '--max-old-space-size=256 --max-semi-space-size=8';

const memoryReporter = new URL('./support/report-memory.mjs', import.meta.url).pathname;
const cluster = await startCluster({
	env: { LOG_LEVEL: 'warn', NODE_OPTIONS: `${HEAP_OPTIONS} --import ${memoryReporter}` },
});
try {
	await soak(cluster);
} finally {
	await cluster.stop();
}

async function soak({ pool, replicas }: Cluster): Promise<void> {
	const load = await Load.start(cluster, { clients: 10, thinkMs: 100, mirrored: true });
	load.statistics.resetDurations();
	const end = performance.now() + (WARM_UP_MINUTES + DURATION_MINUTES) * 60_000;
	while (performance.now() < end) {
		for (const { child } of replicas) child.kill('SIGUSR2');
		await wait(SAMPLE_INTERVAL_MS);
	}
	await load.stop();
	await expectInvariants(cluster, load.ledger);
	const outputs = replicas.map(({ output }) => output());
	for (const replica of [...replicas]) {
		const code = await cluster.stopReplica(replica, 'SIGTERM');
		checkMaximum('exit code', Number(code), 0);
	}
	const { rows } = await pool.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'townbell%'`,
	);
	const { statistics } = load;
	console.log(String(statistics));
	checkMaximum('failed requests per 100,000', (statistics.failed / statistics.total) * 100_000, 50);
	checkMaximum('p99 in ms', statistics.getPercentileMs(0.99), 1_000);
	for (const kind of ['resident', 'in use']) {
		for (const output of outputs) {
			checkMaximum(
				`growth of ${kind} memory after warm-up in %`,
				measureGrowthPercent(parseMegabytes(output, kind)),
				5,
			);
		}
	}
	checkMaximum('open connections after the stop', rows[0]?.count ?? Number.NaN, 0);
	checkMaximum('violations', statistics.violations.length, 0);
	if (statistics.violations.length > 0) console.error(statistics.violations.slice(0, 5));
}

function checkMaximum(label: string, value: number, max: number): void {
	const isWithin = value <= max;
	console.log(`${isWithin ? '✓' : '✗'} ${label}: ${Math.round(value * 100) / 100} (at max ${max})`);
	if (!isWithin) process.exitCode = 1;
}

function parseMegabytes(output: string, kind: string): number[] {
	const samples = output.matchAll(new RegExp(`^memory: .*?(\\d+) ${kind}`, 'gm'));
	return [...samples].map(([, bytes]) => Number(bytes) / 1_048_576);
}

/** Returns the growth of memory in percent from the warm-up to the end, by the least-squares slope of the samples. */
function measureGrowthPercent(all: number[]): number {
	const samples = all.slice((WARM_UP_MINUTES * 60_000) / SAMPLE_INTERVAL_MS);
	const middle = (samples.length - 1) / 2;
	const mean = samples.reduce((sum, one) => sum + one, 0) / samples.length;
	const covariance = samples.reduce((sum, one, x) => sum + (x - middle) * (one - mean), 0);
	const variance = samples.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
	console.log(
		`memory: ${all.filter((_, i) => i % 6 === 0).map(Math.round)} MB; ${Math.round(samples[0] ?? 0)} MB after the warm-up, mean ${Math.round(mean)} MB`,
	);
	return (((covariance / variance) * samples.length) / mean) * 100;
}
