import { setTimeout as wait } from 'node:timers/promises';
import { expectInvariants } from './support/invariants.ts';
import { Load } from './support/load.ts';
import { startTown, type Town } from './support/town.ts';

/**
 * `npm run test:soak`: a mixed load on two replicas for SOAK_MINUTES (10). Fails when too few requests are answered, when
 * answers become slow, when memory grows after the warm-up, or when a connection is left behind.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const SAMPLE_MS = 10_000;
/** Caches and compiled code find their size meanwhile. */
const WARM_UP_SHARE = 0.3;
/** Without a bound V8 lets the heap grow by what the machine has, so resident memory would say nothing about a leak. */
const HEAP = '--max-old-space-size=256 --max-semi-space-size=8';

const probe = new URL('./support/report-memory.mjs', import.meta.url).pathname;
const town = await startTown({
	env: { LOG_LEVEL: 'warn', NODE_OPTIONS: `${HEAP} --import ${probe}` },
});
try {
	await soak(town);
} finally {
	await town.stop();
}

async function soak({ pool, replicas }: Town): Promise<void> {
	const load = await Load.start(town, { clients: 10, thinkMs: 100, mirrored: true });
	load.statistics.resetTimes();
	const end = performance.now() + MINUTES * 60_000;
	while (performance.now() < end) {
		for (const { child } of replicas) child.kill('SIGUSR2');
		await wait(SAMPLE_MS);
	}
	await load.stop();
	await expectInvariants(town, load.ledger);
	const outputs = replicas.map(({ output }) => output());
	for (const replica of [...replicas]) {
		const code = await town.stopReplica(replica, 'SIGTERM');
		report('exit code', Number(code), 0);
	}
	const { rows } = await pool.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'townbell%'`,
	);
	const { statistics } = load;
	console.log(String(statistics));
	report('unanswered requests in 100,000', (statistics.failed / statistics.total) * 100_000, 50);
	report('p99 in ms', statistics.percentile(0.99), 1_000);
	for (const kind of ['resident', 'in use']) {
		for (const output of outputs) {
			report(`${kind} memory's growth after warm-up in %`, measureGrowth(readMegabytes(output, kind)), 5);
		}
	}
	report('connections left behind', rows[0]?.count ?? Number.NaN, 0);
	report('faults', statistics.faults.length, 0);
	if (statistics.faults.length > 0) console.error(statistics.faults.slice(0, 5));
}

function report(what: string, value: number, most: number): void {
	const isGood = value <= most;
	console.log(`${isGood ? '✓' : '✗'} ${what}: ${Math.round(value * 100) / 100} (at most ${most})`);
	if (!isGood) process.exitCode = 1;
}

function readMegabytes(output: string, kind: string): number[] {
	const samples = output.matchAll(new RegExp(`^memory: .*?(\\d+) ${kind}`, 'gm'));
	return [...samples].map(([, bytes]) => Number(bytes) / 1_048_576);
}

/** By how many percent the slope of all samples after the warm-up (least squares) raises memory until the end. */
function measureGrowth(all: number[]): number {
	const samples = all.slice(Math.floor(all.length * WARM_UP_SHARE));
	const middle = (samples.length - 1) / 2;
	const mean = samples.reduce((sum, one) => sum + one, 0) / samples.length;
	const covariance = samples.reduce((sum, one, x) => sum + (x - middle) * (one - mean), 0);
	const variance = samples.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
	console.log(
		`memory: ${all.filter((_, i) => i % 6 === 0).map(Math.round)} MB; ${Math.round(samples[0] ?? 0)} MB after the warm-up, mean ${Math.round(mean)} MB`,
	);
	return (((covariance / variance) * samples.length) / mean) * 100;
}
