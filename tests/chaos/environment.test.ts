import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { waitForStatus } from '~/tests/e2e/support/app-process.ts';
import { startCluster, waitUntilReady } from './support/cluster.ts';
import { MAX_RESPONSE_MS } from './support/limits.ts';
import { Load } from './support/load.ts';
import { finishLoad, useCluster } from './support/use-cluster.ts';

const cluster = useCluster({ replicas: 0, env: { LOG_LEVEL: 'trace' } });

test('a full or unread log stops no replica and delays no request', async () => {
	const fullDevice = openSync('/dev/full', 'w');
	const withFullLog = await cluster().startReplica({}, { stdout: fullDevice });
	closeSync(fullDevice);
	const withUnreadLog = await cluster().startReplica();
	withUnreadLog.child.stdout?.pause();
	const load = await Load.start(cluster(), { thinkMs: 0 });
	// These are more lines than the pipe and the buffers at both ends can hold.
	await load.waitForWrites(3_000, 120_000);
	await finishLoad(cluster(), load, 'full log target, and unread log target');
	expect(load.statistics.failed).toBe(0);
	expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
	withUnreadLog.child.stdout?.resume();
	for (const replica of [withFullLog, withUnreadLog])
		expect(await cluster().stopReplica(replica, 'SIGTERM')).toBe(0);
});

/** A new PostgreSQL data folder with its first WAL segments takes about 100 MB. */
const DISK_MB = 200;

test('a full disk loses no acknowledged write, and writes succeed again when there is space', async (context) => {
	const disk = await mkdtemp(path.join(tmpdir(), 'townbell-disk-'));
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk], { stdio: 'pipe' });
	} catch {
		await rm(disk, { recursive: true });
		context.skip('Only root can mount the small disk that this test needs.');
	}
	try {
		await expectFullDiskSurvived(disk);
	} finally {
		execFileSync('umount', ['--lazy', disk]);
		await rm(disk, { recursive: true });
	}
});

async function expectFullDiskSurvived(disk: string): Promise<void> {
	const smallCluster = await startCluster({ directory: disk });
	try {
		const load = await Load.start(smallCluster);
		const { bavail, bsize } = await statfs(disk);
		const filler = path.join(disk, 'ballast');
		await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
		await load.waitForFailures(20, 120_000);
		await rm(filler);
		// PostgreSQL shuts down when it cannot write its WAL.
		await smallCluster.database.stop();
		await smallCluster.database.start();
		await waitUntilReady(smallCluster);
		await load.waitForWrites(100);
		await finishLoad(smallCluster, load, 'disk full');
		expect(load.statistics.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
		for (const replica of smallCluster.replicas) await waitForStatus(replica, '/healthz', 200);
	} finally {
		await smallCluster.stop();
	}
}
