import { spawnSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '~/database/client.ts';
import { chooseAccount } from '~/database/embedded/account.ts';
import { prepareServerPaths } from '~/database/embedded/paths.ts';
import { startEmbeddedDatabase } from '~/database/embedded.ts';
import { waitUntil } from '~/tests/chaos/support/wait-until.ts';

/** Also the name of the standby's connection and of its slot on the primary. */
const STANDBY = 'standby';
const TIMEOUT_MS = 30_000;

export type StreamingPair = {
	primaryUrl: string;
	/** The standby's address: read-only until `promote`. */
	standbyUrl: string;
	/** Stops the standby from applying what it receives, and waits until it has stopped. */
	pauseReplay: () => Promise<void>;
	resumeReplay: () => Promise<void>;
	/** Waits until the standby has applied everything that the primary has written so far. */
	waitForReplay: () => Promise<void>;
	/** Makes the standby a primary, and waits until it accepts writes. */
	promote: () => Promise<void>;
	/** Ends the primary at once without a checkpoint, like a crash. */
	killPrimary: () => Promise<void>;
	/** Stops the standby; `startStandby` starts it again at the same address. */
	stopStandby: () => Promise<void>;
	startStandby: () => Promise<void>;
	close: () => Promise<void>;
};

/**
 * Starts a PostgreSQL server with the empty database `townbell`, and its hot standby by streaming replication. With
 * `synchronous`, a COMMIT waits until the standby has stored it, and a crash loses no committed data. `prepare` fills
 * the database before the standby is made from it.
 */
export async function startStreamingPair({
	synchronous = false,
	prepare,
}: {
	synchronous?: boolean;
	prepare?: (primaryUrl: string) => Promise<void>;
} = {}): Promise<StreamingPair> {
	const home = await mkdtemp(join(tmpdir(), 'townbell-test-pair-'));
	await chmod(home, 0o755);
	const account = chooseAccount();
	const startIn = (name: string, port?: number) =>
		startEmbeddedDatabase({
			directory: join(home, name),
			database: 'townbell',
			throwaway: !synchronous,
			...(port ? { port } : {}),
		});

	let primary = await startIn('primary');
	const { url: primaryUrl } = primary;
	const { hostname, port, username, password } = new URL(primaryUrl);
	await prepare?.(primaryUrl);
	await primary.stop();
	const { data: primaryData } = await prepareServerPaths(join(home, 'primary'), account);
	const { data: standbyData } = await prepareServerPaths(join(home, STANDBY), account);
	// Unlike cp of Node, it keeps the owner.
	const copied = spawnSync('cp', ['-a', primaryData, standbyData], { encoding: 'utf8' });
	if (copied.status !== 0) throw new Error(`The primary could not be copied: ${copied.stderr}`);
	await writeFile(join(standbyData, 'standby.signal'), '');
	await appendFile(
		join(standbyData, 'postgresql.auto.conf'),
		`primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password} application_name=${STANDBY}'
primary_slot_name = '${STANDBY}'
`,
	);
	primary = await startIn('primary', Number(port));
	await query(primaryUrl, `SELECT pg_create_physical_replication_slot('${STANDBY}', true)`);
	let standby = await startIn(STANDBY);
	const { url: standbyUrl } = standby;
	const isTrue = async (url: string, sql: string) =>
		(await query<{ found: boolean }>(url, `SELECT (${sql}) AS found`))[0]?.found === true;
	await waitUntil(
		'the standby streams',
		() => isTrue(primaryUrl, `SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming'`),
		TIMEOUT_MS,
	);
	if (synchronous) {
		await query(primaryUrl, `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
		await query(primaryUrl, 'SELECT pg_reload_conf()');
		await waitUntil(
			'COMMITs wait for the standby',
			() => isTrue(primaryUrl, `SELECT bool_and(sync_state = 'sync') FROM pg_stat_replication`),
			TIMEOUT_MS,
		);
	}

	return {
		primaryUrl,
		standbyUrl,
		async pauseReplay() {
			await query(standbyUrl, 'SELECT pg_wal_replay_pause()');
			await waitUntil(
				'the standby pauses',
				() => isTrue(standbyUrl, `pg_get_wal_replay_pause_state() = 'paused'`),
				TIMEOUT_MS,
			);
		},
		async resumeReplay() {
			await query(standbyUrl, 'SELECT pg_wal_replay_resume()');
		},
		async waitForReplay() {
			const [written] = await query<{ lsn: string }>(primaryUrl, 'SELECT pg_current_wal_insert_lsn() AS lsn');
			await waitUntil(
				'the standby catches up',
				() => isTrue(standbyUrl, `pg_last_wal_replay_lsn() >= '${written?.lsn}'`),
				TIMEOUT_MS,
			);
		},
		async promote() {
			if (!(await isTrue(standbyUrl, 'pg_promote(true, 30)')))
				throw new Error('The standby was not promoted.');
		},
		async killPrimary() {
			const [pid] = (await readFile(join(primaryData, 'postmaster.pid'), 'utf8')).split('\n');
			process.kill(Number(pid), 'SIGQUIT');
			await primary.stop();
		},
		stopStandby: () => standby.stop(),
		async startStandby() {
			standby = await startIn(STANDBY, Number(new URL(standbyUrl).port));
		},
		async close() {
			// A primary that stops first waits for its standby.
			await standby.stop();
			await primary.stop();
			await rm(home, { recursive: true, force: true });
		},
	};
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query<Row>(sql)).rows;
	} finally {
		await client.end();
	}
}
