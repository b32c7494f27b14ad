import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../client.ts';
import type { Account } from './account.ts';
import type { ServerPaths } from './paths.ts';

const SUPERUSER = 'postgres';
const PASSWORD_FILE = 'townbell-password';
const START_SECONDS = 60;
const STOP_SECONDS = 30;

/** A running server: its process id and its port on 127.0.0.1. */
export type RunningServer = { pid: number; port: number };

/**
 * Creates an empty cluster in `paths.data` unless one exists. The cluster is created in another folder and
 * renamed, so that an incomplete one is never visible.
 */
export async function initializeData(paths: ServerPaths, account: Account): Promise<void> {
	if (await readTextFile(join(paths.data, 'PG_VERSION'))) return;
	const temporaryFolder = `${paths.data}.${process.pid}`;
	const passwordFile = `${temporaryFolder}.password`;
	const password = randomBytes(24).toString('hex');
	await rm(temporaryFolder, { recursive: true, force: true });
	await mkdir(temporaryFolder, { mode: 0o700 });
	await writeFile(passwordFile, password, { mode: 0o600 });
	for (const path of [temporaryFolder, passwordFile])
		if (account.uid !== undefined) await chown(path, account.uid, account.gid ?? 0);
	try {
		const locale =
			process.platform === 'linux'
				? ['--locale=C.UTF-8']
				: ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
		const result = spawnSync(
			join(paths.programs, 'bin', 'initdb'),
			[
				`--pgdata=${temporaryFolder}`,
				`--username=${SUPERUSER}`,
				`--pwfile=${passwordFile}`,
				'--auth=scram-sha-256',
				'--encoding=UTF8',
				'--no-sync',
				...locale,
			],
			{ ...account, cwd: paths.home, encoding: 'utf8', env: buildEnvironment() },
		);
		if (result.status !== 0)
			throw new Error(
				`The database's folder ${paths.data} could not be created: ${result.error?.message ?? result.stderr}`,
			);
		await writeFile(join(temporaryFolder, PASSWORD_FILE), password, { mode: 0o600 });
		await rename(temporaryFolder, paths.data).catch(async (error) => {
			if (!(await readTextFile(join(paths.data, 'PG_VERSION')))) throw error;
		});
	} finally {
		await rm(passwordFile, { force: true });
		await rm(temporaryFolder, { recursive: true, force: true });
	}
}

/**
 * Returns the server that already runs on `paths.data`, or undefined. Deletes a pid file whose server is not
 * running. Throws an Error with pid and port when a server runs there but does not respond.
 */
export async function findRunningServer(paths: ServerPaths): Promise<RunningServer | undefined> {
	const pidFile = join(paths.data, 'postmaster.pid');
	const lines = (await readTextFile(pidFile)).split('\n');
	const pid = Number.parseInt(lines[0] ?? '', 10);
	const port = Number.parseInt(lines[3] ?? '', 10);
	if (!pid) return undefined;
	const deadline = Date.now() + 10_000;
	while (isServer(pid, paths)) {
		if (port && (await isResponding(paths, port))) return { pid, port };
		if (Date.now() > deadline) {
			throw new Error(
				`A PostgreSQL server (pid ${pid}, port ${port || 'not known'}) holds ${paths.data} and does not respond. Stop it (kill -INT ${pid}) and try again.`,
			);
		}
		await sleep(100);
	}
	await rm(pidFile, { force: true });
	return undefined;
}

/**
 * Starts the server on 127.0.0.1:`port`, waits until it responds and returns it. Throws an Error with the end
 * of the server's log when it does not start.
 */
export async function startServer(
	paths: ServerPaths,
	account: Account,
	port: number,
	settings: string[],
): Promise<RunningServer> {
	const log = await open(paths.log, 'a');
	const flags = ['-D', paths.data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
	// A separate process group: Ctrl-C reaches only this process, which stops the server after the programs that use it.
	const child = spawn(join(paths.programs, 'bin', 'postgres'), flags, {
		...account,
		cwd: paths.home,
		detached: true,
		env: buildEnvironment(),
		stdio: ['ignore', log.fd, log.fd],
	});
	let exitReason: string | undefined;
	child.once('exit', (code, signal) => {
		exitReason = `ended with ${signal ?? `status ${code}`}`;
	});
	child.once('error', (error) => {
		exitReason = error.message;
	});
	child.unref();
	await log.close();
	for (const deadline = Date.now() + START_SECONDS * 1_000; Date.now() < deadline; await sleep(50)) {
		if (exitReason !== undefined) break;
		if (child.pid && (await isResponding(paths, port))) return { pid: child.pid, port };
	}
	if (exitReason === undefined) child.kill('SIGQUIT');
	const logEnd = (await readTextFile(paths.log)).trim().split('\n').slice(-5).join('\n');
	throw new Error(
		`The embedded PostgreSQL (port ${port}) ${exitReason ?? 'did not start in time'}. The end of ${paths.log}:\n${logEnd}`,
	);
}

/**
 * Stops the server (open connections are closed, data is written) and waits until it has stopped. Throws an
 * Error when it is still running after 30 seconds.
 */
export async function stopServer(paths: ServerPaths, { pid }: RunningServer): Promise<void> {
	sendSignal(pid, 'SIGINT');
	for (const deadline = Date.now() + STOP_SECONDS * 1_000; isServer(pid, paths); await sleep(20)) {
		if ((await readTextFile(join(paths.data, 'postmaster.pid'))) === '') return;
		if (Date.now() > deadline) throw new Error(`The embedded PostgreSQL (pid ${pid}) does not stop.`);
	}
}

/** Sends a signal to the server process; does nothing when that process has already ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// The process has already ended.
	}
}

/** Returns the URL of `database` on the server that holds `paths.data`. */
export async function buildUrl(paths: ServerPaths, port: number, database: string): Promise<string> {
	const password = await readTextFile(join(paths.data, PASSWORD_FILE));
	return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Returns the text of the file, or '' when it cannot be read. */
export function readTextFile(path: string): Promise<string> {
	return readFile(path, 'utf8').catch(() => '');
}

/** Returns whether the server on `port` accepts our password and holds our data. Otherwise it is another server. */
async function isResponding(paths: ServerPaths, port: number): Promise<boolean> {
	const connectionString = await buildUrl(paths, port, 'postgres');
	const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
	try {
		await client.connect();
		const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
		return resolve(rows[0]?.data_directory ?? '') === paths.data;
	} catch {
		return false;
	} finally {
		await client.end().catch(() => undefined);
	}
}

/** Returns whether `pid` is a PostgreSQL process on our data; process ids are reused, especially in containers. */
function isServer(pid: number, paths: ServerPaths): boolean {
	try {
		process.kill(pid, 0);
		return process.platform === 'win32' || readCommand(pid).includes(paths.data);
	} catch {
		return false;
	}
}

/** Returns the command line of a process, or '' for a zombie process. */
function readCommand(pid: number): string {
	if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	const command = ['-ww', '-o', 'command=', '-p', String(pid)];
	return spawnSync('ps', command, { encoding: 'utf8' }).stdout ?? '';
}

function buildEnvironment(): NodeJS.ProcessEnv {
	return { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}
