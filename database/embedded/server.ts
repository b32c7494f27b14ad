import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../client.ts';
import type { Account } from './account.ts';
import type { Place } from './place.ts';

const SUPERUSER = 'postgres';
const PASSWORD_FILE = 'townbell-password';
const START_SECONDS = 60;
const STOP_SECONDS = 30;

/** A running server: its process and where it listens on 127.0.0.1. */
export type Running = { pid: number; port: number };

/** Makes an empty cluster in `place.data` unless there is one. Built aside and renamed, so half a cluster is never seen. */
export async function initialiseData(place: Place, account: Account): Promise<void> {
	if (await readText(join(place.data, 'PG_VERSION'))) return;
	const making = `${place.data}.${process.pid}`;
	const passwordFile = `${making}.password`;
	const password = randomBytes(24).toString('hex');
	await rm(making, { recursive: true, force: true });
	await mkdir(making, { mode: 0o700 });
	await writeFile(passwordFile, password, { mode: 0o600 });
	for (const path of [making, passwordFile])
		if (account.uid !== undefined) await chown(path, account.uid, account.gid ?? 0);
	try {
		const locale =
			process.platform === 'linux'
				? ['--locale=C.UTF-8']
				: ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
		const made = spawnSync(
			join(place.programs, 'bin', 'initdb'),
			[
				`--pgdata=${making}`,
				`--username=${SUPERUSER}`,
				`--pwfile=${passwordFile}`,
				'--auth=scram-sha-256',
				'--encoding=UTF8',
				'--no-sync',
				...locale,
			],
			{ ...account, cwd: place.home, encoding: 'utf8', env: buildEnvironment() },
		);
		if (made.status !== 0)
			throw new Error(
				`The database's folder ${place.data} could not be made: ${made.error?.message ?? made.stderr}`,
			);
		await writeFile(join(making, PASSWORD_FILE), password, { mode: 0o600 });
		await rename(making, place.data).catch(async (error) => {
			if (!(await readText(join(place.data, 'PG_VERSION')))) throw error;
		});
	} finally {
		await rm(passwordFile, { force: true });
		await rm(making, { recursive: true, force: true });
	}
}

/**
 * Finds a server that already runs on `place.data`, left over or another process's; a pid file that nobody stands behind
 * is removed. Refuses with an Error that names pid and port when a server is there and does not answer us.
 */
export async function findRunning(place: Place): Promise<Running | undefined> {
	const pidFile = join(place.data, 'postmaster.pid');
	const lines = (await readText(pidFile)).split('\n');
	const pid = Number.parseInt(lines[0] ?? '', 10);
	const port = Number.parseInt(lines[3] ?? '', 10);
	if (!pid) return undefined;
	const until = Date.now() + 10_000;
	while (isServer(pid, place)) {
		if (port && (await answers(place, port))) return { pid, port };
		if (Date.now() > until) {
			throw new Error(
				`A PostgreSQL server (pid ${pid}, port ${port || 'not known'}) holds ${place.data} and does not answer. Stop it (kill -INT ${pid}) and try again.`,
			);
		}
		await sleep(100);
	}
	await rm(pidFile, { force: true });
	return undefined;
}

/** Starts the server on 127.0.0.1:`port` and waits until it answers. Refuses with an Error that tells the end of its log. */
export async function startServer(
	place: Place,
	account: Account,
	port: number,
	settings: string[],
): Promise<Running> {
	const log = await open(place.log, 'a');
	const flags = ['-D', place.data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
	// A group of its own: Ctrl-C reaches us only, and we end the server after whoever still uses it.
	const child = spawn(join(place.programs, 'bin', 'postgres'), flags, {
		...account,
		cwd: place.home,
		detached: true,
		env: buildEnvironment(),
		stdio: ['ignore', log.fd, log.fd],
	});
	let ended: string | undefined;
	child.once('exit', (code, signal) => {
		ended = `ended with ${signal ?? `status ${code}`}`;
	});
	child.once('error', (error) => {
		ended = error.message;
	});
	child.unref();
	await log.close();
	for (const until = Date.now() + START_SECONDS * 1_000; Date.now() < until; await sleep(50)) {
		if (ended !== undefined) break;
		if (child.pid && (await answers(place, port))) return { pid: child.pid, port };
	}
	if (ended === undefined) child.kill('SIGQUIT');
	const tail = (await readText(place.log)).trim().split('\n').slice(-5).join('\n');
	throw new Error(
		`The embedded PostgreSQL (port ${port}) ${ended ?? 'did not start in time'}. The end of ${place.log}:\n${tail}`,
	);
}

/** Ends the server (open connections are cut, data is written) and waits until it is gone. */
export async function stopServer(place: Place, { pid }: Running): Promise<void> {
	sendSignal(pid, 'SIGINT');
	for (const until = Date.now() + STOP_SECONDS * 1_000; isServer(pid, place); await sleep(20)) {
		if ((await readText(join(place.data, 'postmaster.pid'))) === '') return;
		if (Date.now() > until) throw new Error(`The embedded PostgreSQL (pid ${pid}) does not stop.`);
	}
}

/** Sends a signal to a server that may already be gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It ended meanwhile.
	}
}

/** The address of `database` on the server that holds `place.data`. */
export async function buildUrl(place: Place, port: number, database: string): Promise<string> {
	const password = await readText(join(place.data, PASSWORD_FILE));
	return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** The file's text, '' when there is none. */
export function readText(path: string): Promise<string> {
	return readFile(path, 'utf8').catch(() => '');
}

/** Whether the server on `port` takes our password and holds our data: another server there is not ours. */
async function answers(place: Place, port: number): Promise<boolean> {
	const connectionString = await buildUrl(place, port, 'postgres');
	const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
	try {
		await client.connect();
		const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
		return resolve(rows[0]?.data_directory ?? '') === place.data;
	} catch {
		return false;
	} finally {
		await client.end().catch(() => undefined);
	}
}

/** Whether `pid` lives and is a PostgreSQL on our data: numbers are given out again, above all in containers. */
function isServer(pid: number, place: Place): boolean {
	try {
		process.kill(pid, 0);
		return process.platform === 'win32' || readCommand(pid).includes(place.data);
	} catch {
		return false;
	}
}

/** The command line of a process: '' for one that is dead and not yet buried. */
function readCommand(pid: number): string {
	if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	const command = ['-ww', '-o', 'command=', '-p', String(pid)];
	return spawnSync('ps', command, { encoding: 'utf8' }).stdout ?? '';
}

function buildEnvironment(): NodeJS.ProcessEnv {
	return { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}
