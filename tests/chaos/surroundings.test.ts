import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { waitForStatus } from '~/tests/e2e/support/app-process.ts';
import { Load } from './support/load.ts';
import { ANSWER_MS } from './support/promises.ts';
import { startTown, untilReady } from './support/town.ts';
import { finish, useTown } from './support/use-town.ts';

const town = useTown({ replicas: 0, env: { LOG_LEVEL: 'trace' } });

test('a log that is full or that nobody reads ends no replica and delays no request', async () => {
	const full = openSync('/dev/full', 'w');
	const writing = await town().startReplica({}, { stdout: full });
	closeSync(full);
	const unread = await town().startReplica();
	unread.child.stdout?.pause();
	const load = await Load.start(town(), { thinkMs: 0 });
	// More lines than the pipe and both its ends can hold.
	await load.untilWrites(3_000, 120_000);
	await finish(town(), load, 'log target full, and log target that nobody reads');
	expect(load.statistics.failed).toBe(0);
	expect(load.statistics.slowestMs).toBeLessThan(ANSWER_MS);
	unread.child.stdout?.resume();
	for (const replica of [writing, unread]) expect(await town().stopReplica(replica, 'SIGTERM')).toBe(0);
});

/** A cluster with its first segments of WAL takes about 100 MB. */
const DISK_MB = 200;

test('a full disk loses no acknowledged write, and writes go on once there is room', async (context) => {
	const disk = await mkdtemp(path.join(tmpdir(), 'townbell-disk-'));
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk], { stdio: 'pipe' });
	} catch {
		await rm(disk, { recursive: true });
		context.skip('Only root can mount the small disk that this needs.');
	}
	try {
		await fillDisk(disk);
	} finally {
		execFileSync('umount', ['--lazy', disk]);
		await rm(disk, { recursive: true });
	}
});

async function fillDisk(disk: string): Promise<void> {
	const small = await startTown({ directory: disk });
	try {
		const load = await Load.start(small);
		const { bavail, bsize } = await statfs(disk);
		const ballast = path.join(disk, 'ballast');
		await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined);
		await load.untilFailures(20, 120_000);
		await rm(ballast);
		// PostgreSQL stops itself when it cannot write its log of changes.
		await small.database.stop();
		await small.database.start();
		await untilReady(small);
		await load.untilWrites(100);
		await finish(small, load, 'disk full');
		expect(load.statistics.slowestMs).toBeLessThan(ANSWER_MS);
		for (const replica of small.replicas) await waitForStatus(replica, '/healthz', 200);
	} finally {
		await small.stop();
	}
}
